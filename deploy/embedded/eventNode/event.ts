/** An event as a client proposes it. */
export interface ProposedEvent {
  /** A UUID. The node writes the same id at the same place of a stream once. */
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer | null;
}

/** An event as the log holds it. */
export interface StoredEvent extends ProposedEvent {
  /** Place in the whole log, from 1, without gaps: commit and prepare position in one. */
  readonly position: number;
  readonly stream: string;
  /** Place in its stream, from 0. */
  readonly revision: number;
  /** Microseconds since 1970. */
  readonly createdMicros: number;
  /** Its encoding, kept from the first send: every live subscriber gets the same bytes. */
  wire?: Buffer;
}

/**
 * The revision the protocol gives to the event that ends a stream for ever: 2^63 - 1, which a
 * number can only hold rounded up. Compare with >=, and never compute with it.
 */
export const TOMBSTONE = 2 ** 63;
export const TOMBSTONE_TEXT = '9223372036854775807';

/** The revision of a stream without events. */
export const NO_EVENTS = -1;

/** The stream that holds what is said about `stream`: limits, truncation, deletion. */
export const metadataStreamOf = (stream: string): string => `$$${stream}`;
export const isMetadataStream = (stream: string): boolean => stream.startsWith('$$');
/** The stream that the metadata stream `stream` speaks about. */
export const subjectOf = (stream: string): string => stream.slice(2);
