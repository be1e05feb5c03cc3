import { describe, expect, it } from 'vitest';
import { clientConfig } from './connection.js';
import type { KafkaSettings } from './kafkaSettings.js';

const settings: KafkaSettings = {
  brokers: ['kafka-1:9092', 'kafka-2:9092'],
  tls: false,
  sasl: undefined,
  topicPartitions: 3,
  replication: undefined,
};

describe('the client of Kafka', () => {
  it('is given the brokers, and nothing to secure the connections with', () => {
    expect(clientConfig(settings)).toEqual({
      clientId: 'insuremanager',
      brokers: ['kafka-1:9092', 'kafka-2:9092'],
      ssl: false,
      sasl: undefined,
    });
  });

  it('is given TLS and the login', () => {
    const sasl = { mechanism: 'scram-sha-512', username: 'office', password: 'hush' } as const;
    expect(clientConfig({ ...settings, tls: true, sasl })).toMatchObject({ ssl: true, sasl });
  });
});
