export const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

export interface KafkaSettings {
  /** Some of the cluster's brokers, `host:port`; the others are learned from them. */
  readonly brokers: readonly string[];
  readonly tls: boolean;
  readonly sasl: KafkaLogin | undefined;
  /** Of topics that are made by us. */
  readonly topicPartitions: number;
  /** Of topics that are made by us. Undefined: the cluster's own default. */
  readonly replication: number | undefined;
}

export interface KafkaLogin {
  readonly mechanism: (typeof SASL_MECHANISMS)[number];
  readonly username: string;
  readonly password: string;
}
