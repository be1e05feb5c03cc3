import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type Draft,
  decide,
  type Expected,
  emptyDraft,
  type Outcome,
  stateIn,
  type WriteRequest,
} from './decide.js';
import { metadataStreamOf, type ProposedEvent, TOMBSTONE } from './event.js';
import { isSoftDeleted, isTombstoned } from './streamState.js';

const NOW = Date.parse('2026-04-01T04:30:00Z');
const STREAM = 'policy-1';

const proposed = (data = '{}'): ProposedEvent => ({
  id: randomUUID(),
  type: 'Happened',
  isJson: true,
  data: Buffer.from(data),
  metadata: null,
});

const appending = (
  expected: Expected,
  events: readonly ProposedEvent[] = [proposed()],
  stream = STREAM,
): WriteRequest => ({ kind: 'append', stream, expected, events, deadline: NOW });

const removing = (kind: 'softDelete' | 'tombstone', expected: Expected = 'any'): WriteRequest => ({
  kind,
  stream: STREAM,
  expected,
  events: [],
  deadline: NOW,
});

/** The draft after these requests, which are decided in one group. */
const draftOf = (...requests: readonly WriteRequest[]): Draft => draftAfter(0, requests);

/** The same, where the ids of events up to the position `forgotten` are not known any more. */
const draftAfter = (forgotten: number, requests: readonly WriteRequest[]): Draft => {
  const draft = emptyDraft({ head: 0, forgotten }, new Map(), NOW);
  for (const request of requests) decide(draft, request);
  return draft;
};

const kindAfter = (draft: Draft, request: WriteRequest): Outcome['kind'] =>
  decide(draft, request).kind;

describe('deciding an append', () => {
  it('gives the next revisions and positions', () => {
    const draft = draftOf(appending('no-stream', [proposed(), proposed()]));
    expect(decide(draft, appending(1))).toEqual({ kind: 'written', revision: 2, position: 3 });
    expect(draft.events.map(({ revision }) => revision)).toEqual([0, 1, 2]);
    expect(draft.head).toBe(3);
  });

  it('sees what the same group decided before it', () => {
    const draft = draftOf(appending('no-stream'));
    expect(decide(draft, appending('no-stream'))).toEqual({ kind: 'wrongRevision', current: 0 });
    expect(draft.events).toHaveLength(1);
  });

  it('comes too late after its deadline', () => {
    const late = { ...appending('any'), deadline: NOW - 1 };
    const draft = draftOf(late);
    expect(kindAfter(draft, late)).toBe('tooLate');
    expect(draft.events).toEqual([]);
  });

  it('writes nothing when there is nothing to write', () => {
    const outcome = decide(draftOf(), appending('any', []));
    expect(outcome).toEqual({ kind: 'written', revision: -1, position: null });
  });

  it('is answered as the first time when it is repeated', () => {
    const request = appending('no-stream', [proposed(), proposed()]);
    const draft = draftOf(request, appending('any'));
    expect(decide(draft, request)).toEqual({ kind: 'written', revision: 1, position: 2 });
    expect(draft.events).toHaveLength(3);
  });

  it('is refused when only its first part is repeated', () => {
    const repeated = proposed();
    const draft = draftOf(appending('any', [repeated]));
    expect(kindAfter(draft, appending('any', [repeated, proposed()]))).toBe('wrongRevision');
  });

  it('is written again without an expected revision once its ids are forgotten', () => {
    const requests = [appending('any', [proposed()]), appending('any', [proposed()])] as const;
    const draft = draftAfter(1, requests);
    expect(decide(draft, requests[1])).toMatchObject({ revision: 1, position: 2 });
    expect(decide(draft, requests[0])).toMatchObject({ revision: 2, position: 3 });
  });

  it('is known for ever at the revision that it was expected at', () => {
    const request = appending('no-stream', [proposed()]);
    expect(decide(draftAfter(1, [request]), request)).toMatchObject({ revision: 0, position: 1 });
  });

  it('does not take an event of another stream for a repetition', () => {
    const event = proposed();
    const draft = draftOf(appending('any', [event], 'policy-2'));
    expect(decide(draft, appending('any', [event]))).toMatchObject({ revision: 0, position: 2 });
  });
});

describe('deciding about a deleted stream', () => {
  const deleted = () => draftOf(appending('any'), appending('any'), removing('softDelete'));

  it('refuses those who expect it to exist', () => {
    expect(kindAfter(deleted(), appending('stream-exists'))).toBe('deleted');
  });

  it.each<Expected>(['any', 'no-stream', 1])('revives it for an append at %s', (expected) => {
    const draft = deleted();
    expect(decide(draft, appending(expected))).toMatchObject({ kind: 'written', revision: 2 });
    const { metadata } = stateIn(draft, STREAM);
    expect(metadata.truncateBefore).toBe(2);
  });

  it('revives it when its metadata is set anew, and still hides the old events', () => {
    const draft = deleted();
    const metadata = proposed('{"$maxCount":5}');
    decide(draft, appending('any', [metadata], metadataStreamOf(STREAM)));
    const state = stateIn(draft, STREAM);
    expect(isSoftDeleted(state)).toBe(false);
    expect(state.metadata).toMatchObject({ maxCount: 5, truncateBefore: 2 });
  });
});

describe('deciding to end a stream', () => {
  it('leaves room for nothing after it', () => {
    const draft = draftOf(appending('any'), removing('tombstone', 0));
    expect(isTombstoned(stateIn(draft, STREAM))).toBe(true);
    expect(draft.events.at(-1)).toMatchObject({ revision: TOMBSTONE, type: '$streamDeleted' });
    expect(kindAfter(draft, appending('any'))).toBe('deleted');
    expect(kindAfter(draft, removing('softDelete'))).toBe('deleted');
  });

  it('refuses to delete what never was', () => {
    expect(kindAfter(draftOf(), removing('softDelete'))).toBe('wrongRevision');
  });
});
