#!/bin/sh
# Run once by the image of PostgreSQL, in an empty database directory: the roles and the database of docs/roles.sql.
set -eu
psql --username "${POSTGRES_USER:-postgres}" --set ON_ERROR_STOP=1 \
  --set owner_password="$(cat /run/secrets/owner-password)" \
  --set server_password="$(cat /run/secrets/server-password)" \
  --file /openteller/roles.sql
