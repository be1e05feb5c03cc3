#!/bin/bash
# As the entry point of the image `postgres`: makes the cluster when it is not there, with the role and
# the database of deploy/docker/postgres.sql (there is no psql here), then runs the command.
set -euo pipefail
export PATH="/usr/lib/postgresql/18/bin:$PATH" PGDATA=/var/lib/postgresql/18/docker
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  # shellcheck disable=SC2086 # several arguments in one variable
  initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" $POSTGRES_INITDB_ARGS
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  password=$(cat /secrets/postgres/password)
  # One statement on each line.
  postgres --single -D "$PGDATA" postgres > /dev/null << END
CREATE ROLE insuremanager LOGIN PASSWORD '$password'
CREATE DATABASE insuremanager OWNER insuremanager
END
fi
exec "$@" -c unix_socket_directories=/var/run/postgresql
