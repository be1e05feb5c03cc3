#!/bin/bash
# As the entry point of the image `apache/kafka`: writes the configuration that KAFKA_… variables
# describe, formats the folder when it is new, then serves.
set -euo pipefail
properties=/opt/kafka/config/server.properties
env | grep '^KAFKA_' | grep -v '^KAFKA_HEAP_OPTS=' | while IFS='=' read -r name value; do
  name="${name#KAFKA_}"
  name="${name,,}"
  echo "${name//_/.}=$value"
done > "$properties"
run() { java $KAFKA_HEAP_OPTS -XX:TieredStopAtLevel=1 -cp '/opt/kafka/libs/*' "$@"; }
[ -e "$KAFKA_LOG_DIRS/meta.properties" ] ||
  run kafka.tools.StorageTool format -t "$CLUSTER_ID" -c "$properties"
# shellcheck disable=SC2086 # several arguments in one variable
exec java $KAFKA_HEAP_OPTS -XX:TieredStopAtLevel=1 \
  -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp '/opt/kafka/libs/*' kafka.Kafka "$properties"
