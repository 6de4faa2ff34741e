#!/bin/sh
# Makes the secrets of compose.yaml, once. The folder is closed to other users; the files are readable for the containers' users.
set -eu
umask 077
mkdir secrets
umask 022
new_secret() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
for name in postgres-password owner-password server-password app-secret; do new_secret > "secrets/$name"; done
printf 'postgres://openteller_owner:%s@database/openteller' "$(cat secrets/owner-password)" > secrets/migration-database-url
printf 'postgres://openteller:%s@database/openteller' "$(cat secrets/server-password)" > secrets/database-url
