#!/bin/bash
# As the entry point of the image `postgres`: makes the cluster and the database when they are not
# there, then runs the command.
set -euo pipefail
export PATH="/usr/lib/postgresql/18/bin:$PATH" PGDATA=/var/lib/postgresql/18/docker
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  # shellcheck disable=SC2086 # several arguments in one variable
  initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" $POSTGRES_INITDB_ARGS
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  echo "CREATE DATABASE $POSTGRES_DB" | postgres --single -D "$PGDATA" postgres
fi
exec "$@" -c unix_socket_directories=/var/run/postgresql
