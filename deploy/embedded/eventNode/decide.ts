import { randomUUID } from 'node:crypto';
import {
  isMetadataStream,
  metadataStreamOf,
  NO_EVENTS,
  type ProposedEvent,
  type StoredEvent,
  subjectOf,
  TOMBSTONE,
  TOMBSTONE_TEXT,
} from './event.js';
import {
  isSoftDeleted,
  isTombstoned,
  isUnheardOf,
  parseMetadata,
  type StreamState,
  unknownStream,
} from './streamState.js';

/** What the caller believes about the stream; a number is its last revision. */
export type Expected = 'any' | 'no-stream' | 'stream-exists' | number;

/** One wish of one caller. */
export interface WriteRequest {
  readonly kind: 'append' | 'softDelete' | 'tombstone';
  readonly stream: string;
  readonly expected: Expected;
  readonly events: readonly ProposedEvent[];
  /** Milliseconds since 1970; later than this the caller no longer wants it written. */
  readonly deadline: number;
}

export type Outcome =
  /** `position` is null when the request held no event. */
  | { readonly kind: 'written'; readonly revision: number; readonly position: number | null }
  | { readonly kind: 'wrongRevision'; readonly current: number }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'tooLate' };

/** Where an event id already stands. The same id may stand in several streams. */
export interface Place {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
}

/** A group of requests on its way to one write: decisions see those made before them. */
export interface Draft {
  readonly now: number;
  /** The position of the last event, written or drafted. */
  head: number;
  /** The position up to which ids are forgotten by appends that expect no revision. */
  readonly forgotten: number;
  /** State as of the last write. */
  readonly stored: ReadonlyMap<string, StreamState>;
  /** State as it will be once the draft is written. */
  readonly changed: Map<string, StreamState>;
  readonly places: Map<string, Place[]>;
  readonly events: StoredEvent[];
}

export const emptyDraft = (
  { head, forgotten }: Pick<Draft, 'head' | 'forgotten'>,
  stored: ReadonlyMap<string, StreamState>,
  now: number,
): Draft => ({ now, head, forgotten, stored, changed: new Map(), places: new Map(), events: [] });

export const stateIn = (draft: Draft, stream: string): StreamState =>
  draft.changed.get(stream) ?? draft.stored.get(stream) ?? unknownStream;

export const recordPlace = (draft: Draft, eventId: string, place: Place): void => {
  const places = draft.places.get(eventId);
  if (places) places.push(place);
  else draft.places.set(eventId, [place]);
};

/** The streams whose state must be known before `request` is decided. */
export const streamsConcerned = ({ stream }: WriteRequest): string[] =>
  isMetadataStream(stream) ? [stream, subjectOf(stream)] : [stream];

/** Whether `request` may repeat an earlier one, so that its event ids must be looked up. */
export const mayBeRepeated = (request: WriteRequest, state: StreamState): boolean =>
  request.kind === 'append' &&
  state.lastRevision !== NO_EVENTS &&
  (isUnchecked(request.expected) || revisionOf(request.expected) < state.lastRevision);

/** Decides `request` and drafts what it writes. The caller has loaded what the decision needs. */
export const decide = (draft: Draft, request: WriteRequest): Outcome => {
  const state = stateIn(draft, request.stream);
  if (request.deadline < draft.now) return { kind: 'tooLate' };
  if (isTombstoned(state)) return { kind: 'deleted' };
  if (request.expected === 'stream-exists') {
    if (isSoftDeleted(state)) return { kind: 'deleted' };
    if (isUnheardOf(state)) return wrongRevision(state);
  }
  const refused = isUnchecked(request.expected)
    ? repeatedAnywhere(draft, request, state)
    : repeatedOrMisplaced(draft, request, request.expected, state);
  return refused ?? writing[request.kind](draft, request, state);
};

type Unchecked = 'any' | 'stream-exists';

const isUnchecked = (expected: Expected): expected is Unchecked =>
  expected === 'any' || expected === 'stream-exists';

const revisionOf = (expected: Exclude<Expected, Unchecked>): number =>
  expected === 'no-stream' ? NO_EVENTS : expected;

const wrongRevision = (state: StreamState): Outcome => ({
  kind: 'wrongRevision',
  current: state.lastRevision,
});

/** A repeated request gets the answer of the first one. */
const repetitionOf = (places: readonly (Place | undefined)[]): Outcome | undefined => {
  const last = places.at(-1);
  return last && places.every((place) => place !== undefined)
    ? { kind: 'written', revision: last.revision, position: last.position }
    : undefined;
};

/**
 * Without an expected revision only the ids decide: all known is a repetition, some a conflict. A
 * server keeps them in memory, those of its newest events, and none over a restart.
 */
const repeatedAnywhere = (
  draft: Draft,
  request: WriteRequest,
  state: StreamState,
): Outcome | undefined => {
  const places = request.events.map((event) =>
    draft.places
      .get(event.id)
      ?.findLast(({ stream, position }) => stream === request.stream && position > draft.forgotten),
  );
  if (places[0] === undefined) return undefined;
  return repetitionOf(places) ?? wrongRevision(state);
};

const repeatedOrMisplaced = (
  draft: Draft,
  request: WriteRequest,
  expected: Exclude<Expected, Unchecked>,
  state: StreamState,
): Outcome | undefined => {
  const revision = revisionOf(expected);
  if (revision === state.lastRevision) return undefined;
  if (revision > state.lastRevision) return wrongRevision(state);
  const places = request.events.map((event, index) =>
    draft.places
      .get(event.id)
      ?.find((place) => place.stream === request.stream && place.revision === revision + 1 + index),
  );
  const repetition = repetitionOf(places);
  if (repetition) return repetition;
  const recreatesDeleted = expected === 'no-stream' && isSoftDeleted(state) && !places[0];
  return recreatesDeleted ? undefined : wrongRevision(state);
};

const draftEvent = (
  draft: Draft,
  stream: string,
  revision: number,
  event: ProposedEvent,
): number => {
  draft.head += 1;
  const position = draft.head;
  draft.events.push({ ...event, stream, revision, position, createdMicros: draft.now * 1000 });
  recordPlace(draft, event.id, { stream, revision, position });
  return position;
};

const change = (draft: Draft, stream: string, patch: Partial<StreamState>): void => {
  draft.changed.set(stream, { ...stateIn(draft, stream), ...patch });
};

/** Writes an event to the metadata stream of `stream`; `json` is its text. */
const draftMetadata = (draft: Draft, stream: string, json: string): number => {
  const data = Buffer.from(json);
  const described = metadataStreamOf(stream);
  const revision = stateIn(draft, stream).metadataRevision + 1;
  const event = { id: randomUUID(), type: '$metadata', isJson: true, data, metadata: null };
  const position = draftEvent(draft, described, revision, event);
  change(draft, stream, { metadataRevision: revision, metadata: parseMetadata(data) });
  // A stream that nobody asked about yet is not loaded: its other half must not be guessed here.
  if (draft.changed.has(described) || draft.stored.has(described)) {
    change(draft, described, { lastRevision: revision });
  }
  return position;
};

/** Brings a soft-deleted stream back, hiding what stood there before. */
const draftRevival = (
  draft: Draft,
  stream: string,
  firstVisible: number,
  content: StreamState['metadata']['content'],
): number => draftMetadata(draft, stream, JSON.stringify({ ...content, $tb: firstVisible }));

const append = (draft: Draft, request: WriteRequest, state: StreamState): Outcome => {
  const { stream, events } = request;
  let revision = state.lastRevision;
  let position: number | null = null;
  for (const event of events) {
    revision += 1;
    position = draftEvent(draft, stream, revision, event);
  }
  if (position !== null) {
    change(draft, stream, { lastRevision: revision });
    if (isSoftDeleted(state)) {
      draftRevival(draft, stream, state.lastRevision + 1, state.metadata.content);
    }
    if (isMetadataStream(stream)) applyMetadata(draft, request, revision);
  }
  return { kind: 'written', revision, position };
};

/** An append to a metadata stream changes the stream that it speaks about. */
const applyMetadata = (draft: Draft, { stream, events }: WriteRequest, revision: number): void => {
  const subject = subjectOf(stream);
  const before = stateIn(draft, subject);
  const metadata = parseMetadata(events.at(-1)?.data ?? null);
  change(draft, subject, { metadataRevision: revision, metadata });
  if (isSoftDeleted(before) && !isSoftDeleted(stateIn(draft, subject))) {
    draftRevival(draft, subject, before.lastRevision + 1, metadata.content);
  }
};

const softDelete = (draft: Draft, { stream }: WriteRequest, state: StreamState): Outcome => {
  if (isUnheardOf(state)) return wrongRevision(state);
  const position = draftMetadata(draft, stream, `{"$tb":${TOMBSTONE_TEXT}}`);
  return { kind: 'written', revision: state.lastRevision, position };
};

const tombstone = (draft: Draft, { stream }: WriteRequest): Outcome => {
  const position = draftEvent(draft, stream, TOMBSTONE, {
    id: randomUUID(),
    type: '$streamDeleted',
    isJson: false,
    data: Buffer.alloc(0),
    metadata: null,
  });
  change(draft, stream, { lastRevision: TOMBSTONE });
  return { kind: 'written', revision: TOMBSTONE, position };
};

const writing = { append, softDelete, tombstone };
