import { NO_EVENTS, TOMBSTONE } from './event.js';

/** What has been set about a stream, and the part of it that the node itself obeys. */
export interface StreamMetadata {
  /** The JSON object as the client wrote it; null when there is none or it is not an object. */
  readonly content: Readonly<Record<string, unknown>> | null;
  /** Events below this revision are hidden; `TOMBSTONE` marks a soft-deleted stream. 0: none. */
  readonly truncateBefore: number;
  /** Only so many of the newest events are shown. 0: all. */
  readonly maxCount: number;
  /** Only events younger than this are shown, in seconds. 0: all. */
  readonly maxAge: number;
}

/** All that a decision about a stream, or a read of it, needs to know first. */
export interface StreamState {
  /** `NO_EVENTS` before the first event, `TOMBSTONE` after the last. */
  readonly lastRevision: number;
  /** The last revision of the stream that holds its metadata. */
  readonly metadataRevision: number;
  readonly metadata: StreamMetadata;
}

const noMetadata: StreamMetadata = { content: null, truncateBefore: 0, maxCount: 0, maxAge: 0 };

export const unknownStream: StreamState = {
  lastRevision: NO_EVENTS,
  metadataRevision: NO_EVENTS,
  metadata: noMetadata,
};

/** Metadata that is no JSON object sets no limits: that is how the protocol's own server reads it. */
export const parseMetadata = (data: Buffer | null): StreamMetadata => {
  const content = data === null ? null : parseObject(data);
  if (content === null) return noMetadata;
  const limit = (key: string): number => {
    const value = content[key];
    return typeof value === 'number' ? value : 0;
  };
  return {
    content,
    truncateBefore: limit('$tb'),
    maxCount: limit('$maxCount'),
    maxAge: limit('$maxAge'),
  };
};

const parseObject = (data: Buffer): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

export const isTombstoned = (state: StreamState): boolean => state.lastRevision >= TOMBSTONE;

/** Deleted, but free to be written again: its numbering then goes on where it stopped. */
export const isSoftDeleted = (state: StreamState): boolean =>
  state.metadata.truncateBefore >= TOMBSTONE;

/** Nothing was ever written to the stream, nor about it. */
export const isUnheardOf = (state: StreamState): boolean =>
  state.lastRevision === NO_EVENTS && state.metadataRevision === NO_EVENTS;

/** The part of a stream that its metadata leaves visible. */
export interface Visible {
  readonly firstRevision: number;
  readonly sinceMicros: number;
}

export const visiblePart = ({ lastRevision, metadata }: StreamState, now: number): Visible => ({
  firstRevision: Math.max(
    metadata.truncateBefore,
    metadata.maxCount > 0 ? lastRevision - metadata.maxCount + 1 : 0,
  ),
  sinceMicros: metadata.maxAge > 0 ? (now - metadata.maxAge * 1000) * 1000 : 0,
});
