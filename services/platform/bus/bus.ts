/**
 * A message for other systems: curated, versioned, and without anything personal. What each type
 * says is in `contracts/messages`.
 */
export interface BusMessage {
  /** Such as `insuremanager.policies.v1`. */
  readonly topic: string;
  /** The stream of the event that it tells of. Messages of one key keep their order. */
  readonly key: string;
  /** The id of that event, a UUID: whoever gets a message twice knows it by this. */
  readonly id: string;
  readonly type: string;
  /** The version of the type's schema. */
  readonly schemaVersion: number;
  /** When it happened, by the command's clock. Milliseconds are kept. */
  readonly occurredAt: Date;
  /** JSON. */
  readonly data: object;
  /** The span that published it, as W3C's header names it; absent where nothing was traced. */
  readonly traceparent?: string;
}

/** Carries messages to other systems. Nothing of ours consumes from it. */
export interface Bus {
  /** Makes the topics that are missing. @throws Refusal `unavailable` when it cannot be reached. */
  ensureTopics(names: readonly string[]): Promise<void>;
  /**
   * Resolves once all are stored for good, in the order given for each key.
   * @throws Refusal `unavailable` when the bus cannot be reached: whether some were stored is
   *   unknown, and they may be published again.
   * @throws Refusal `invalid` when one of them will never be taken, such as one that is too large.
   *   See `messageLimits.ts`, by which nothing of the call is stored.
   */
  publish(messages: readonly BusMessage[]): Promise<void>;
  /** @throws Refusal `unavailable` when the bus cannot be reached. */
  check(): Promise<void>;
  /** What is still being published then may be refused as unavailable. */
  close(): Promise<void>;
}
