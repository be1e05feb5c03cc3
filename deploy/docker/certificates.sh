#!/bin/bash
# Run once by compose.cluster.yml, in the image of Kafka, which has keytool: an authority, and a key
# with a certificate for each server, in the volume `certificates`, or in the folder that is named.
# What is there stays. To renew them, remove what is to be made anew, run it again, and restart the
# servers one after another.
set -euo pipefail
cd "${1:-/made}"
# Whoever can read these files needs no password, and others do not get them; the formats want one.
password=insuremanager
tool() {
  # Each ends before a better compiler would pay.
  keytool -J-XX:TieredStopAtLevel=1 -storetype PKCS12 -storepass "$password" \
    -keypass "$password" -noprompt "$@"
}

mkdir -p ca private
chmod 0755 ca
chmod 0700 private
if [ ! -s ca/ca.crt ]; then
  tool -keystore private/ca.p12 -genkeypair -alias ca -dname CN=InsureManager -validity 3650 \
    -keyalg RSA -keysize 3072 -ext bc:critical=ca:true -ext ku:critical=keyCertSign,cRLSign
  tool -keystore private/ca.p12 -exportcert -alias ca -rfc -file ca/ca.crt
fi

# NODE UID COMMON-NAME: for the server of that name, which runs as that user. It holds the key and the
# server's own certificate: with the authority's beside it, EventStoreDB ends at once.
certificate() {
  local folder="$1" user="$2" name="$3"
  [ ! -s "$folder/node.p12" ] || return 0
  mkdir -p "$folder" && rm -f "$folder"/*
  local store="$folder/unfinished.p12"
  tool -keystore "$store" -genkeypair -alias node -dname "CN=$name" -validity 825 -keyalg RSA \
    -keysize 2048
  tool -keystore "$store" -certreq -alias node -file "$folder/request"
  tool -keystore private/ca.p12 -gencert -alias ca -infile "$folder/request" -rfc \
    -outfile "$folder/certificate" -validity 825 -ext "san=dns:$folder,dns:localhost,ip:127.0.0.1" \
    -ext eku=serverAuth,clientAuth -ext ku:critical=digitalSignature,keyEncipherment
  # keytool stores a single certificate with its authority's only. A chain it stores as it is given,
  # and what stands in it twice, once.
  cat "$folder/certificate" "$folder/certificate" > "$folder/chain"
  tool -keystore "$store" -importcert -alias node -file "$folder/chain"
  rm "$folder/request" "$folder/certificate" "$folder/chain"
  printf %s "$password" > "$folder/password"
  mv "$store" "$folder/node.p12"
  chmod 0400 "$folder"/*
  chown -R "$user" "$folder"
  echo "Made the certificate of $folder."
}
for node in eventstore eventstore-2 eventstore-3; do
  certificate "$node" "$EVENTSTORE_USER" eventstoredb-node
done
for node in kafka kafka-2 kafka-3; do
  certificate "$node" "${KAFKA_USER:-1000}" "$node"
done
echo "All certificates are there."
