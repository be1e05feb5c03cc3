#!/bin/sh
# Prints the Secret of a new installation, with passwords and keys made now:
#   sh secret.sh | kubectl create -f -
# `create` refuses where there is one already, as its master key must never be lost.
set -eu
random() { od -An -vtx1 -N "$1" /dev/urandom | tr -d ' \n'; }
password="$(random 16)"
s3="$(random 16)"
cat << END
apiVersion: v1
kind: Secret
metadata:
  name: insuremanager
  namespace: insuremanager
stringData:
  POSTGRES_PASSWORD: $password
  DATABASE_URL: postgres://insuremanager:$password@postgres:5432/insuremanager
  EVENTSTORE_URL: esdb://eventstore:2113?tls=false
  MASTER_KEY: $(random 32)
  S3_ACCESS_KEY: insuremanager
  S3_SECRET_KEY: $s3
  SMTP_URL: smtp://mail:1025
END
