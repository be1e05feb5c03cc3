/**
 * A message for other systems and for our own reactors: curated, versioned, and without anything
 * personal. What each type says is in `contracts/messages`.
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

export interface ConsumerOptions {
  /** Every group gets every message; the consumers of one group share them. */
  readonly group: string;
  readonly topics: readonly string[];
  /**
   * How many messages of different keys are handled at once, of each topic or partition; absent:
   * one. A member that dies leaves so many half-done, and they come again.
   */
  readonly atOnce?: number;
  /**
   * Handles one message at a time of each key, in order, at least once. While it throws, the same
   * message comes again after growing pauses, and nothing behind it of its key comes before it;
   * where one is handled at once, nothing of its topic's partition does. What is behind it does not
   * get far without it: what will never succeed is for the handler to put aside.
   */
  handle(message: BusMessage): Promise<void>;
}

/** One member of a group. */
export interface Consumer {
  /** Why it does not get on just now, without anything personal; null while it does. */
  problem(): string | null;
  /** Resolves once what is under way is handled; what is not comes again to another member. */
  stop(): Promise<void>;
}

/** Carries messages: Kafka, or the embedded bus where there is none. */
export interface Bus {
  /**
   * Resolves once all are stored for good, in the order given for each key.
   * @throws Refusal `unavailable` when the bus cannot be reached: whether some were stored is
   *   unknown, and they may be published again.
   * @throws Refusal `invalid` when one of them will never be taken, such as one that is too large.
   *   See `messageLimits.ts`, by which nothing of the call is stored.
   */
  publish(messages: readonly BusMessage[]): Promise<void>;
  /** Goes on where the group stopped; a new group begins with the oldest message that there is. */
  consume(options: ConsumerOptions): Consumer;
  /** How many messages of the topics the group has not handled. @throws Refusal `unavailable`. */
  lagOf(group: string, topics: readonly string[]): Promise<number>;
  /** @throws Refusal `unavailable` when the bus cannot be reached. */
  check(): Promise<void>;
  /** Stops its consumers first. What is still being published then may be refused as unavailable. */
  close(): Promise<void>;
}
