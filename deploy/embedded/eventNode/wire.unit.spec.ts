import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type StoredEvent, TOMBSTONE, TOMBSTONE_TEXT } from './event.js';
import {
  CAUGHT_UP,
  encodeCheckpoint,
  encodeConfirmation,
  encodeEvent,
  encodeLastRevision,
  encodeStreamNotFound,
  FELL_BEHIND,
} from './wire.js';

/** What the client's own, generated code reads in an answer. */
const decode = (answer: Buffer) => streams.ReadResp.deserializeBinary(answer);

const whole = fc.maxSafeNat();
const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array));
const text = fc.string({ unit: 'grapheme', maxLength: 200 });

const storedEvent: fc.Arbitrary<StoredEvent> = fc.record({
  id: fc.uuid(),
  stream: text,
  type: text,
  isJson: fc.boolean(),
  data: bytes,
  metadata: fc.option(bytes.filter((data) => data.length > 0)),
  position: whole,
  revision: whole,
  createdMicros: fc.nat(2 ** 31).map((seconds) => seconds * 1_000_000),
});

describe('an encoded event', () => {
  it('is read by the client as it was meant', () => {
    fc.assert(
      fc.property(storedEvent, (event) => {
        const answer = decode(encodeEvent({ ...event })).getEvent();
        const recorded = answer?.getEvent();
        expect(answer?.getCommitPosition()).toBe(String(event.position));
        expect(recorded?.getId()?.getString()).toBe(event.id);
        const stream = recorded?.getStreamIdentifier()?.getStreamName_asU8() ?? [];
        expect(Buffer.from(stream).toString()).toBe(event.stream);
        expect(recorded?.getStreamRevision()).toBe(String(event.revision));
        expect(recorded?.getPreparePosition()).toBe(String(event.position));
        expect(recorded?.getCommitPosition()).toBe(String(event.position));
        expect(Buffer.from(recorded?.getData_asU8() ?? [])).toEqual(event.data);
        const metadata = Buffer.from(recorded?.getCustomMetadata_asU8() ?? []);
        expect(metadata).toEqual(event.metadata ?? Buffer.alloc(0));
        expect(new Map(recorded?.getMetadataMap().getEntryList())).toEqual(
          new Map([
            ['type', event.type],
            ['created', `${event.createdMicros}0`],
            ['content-type', event.isJson ? 'application/json' : 'application/octet-stream'],
          ]),
        );
      }),
    );
  });

  it('is encoded once', () => {
    const [event] = fc.sample(storedEvent, 1);
    if (event) expect(encodeEvent(event)).toBe(encodeEvent(event));
  });

  it('carries the largest revision when it ends a stream', () => {
    const [event] = fc.sample(storedEvent, 1);
    const ending = { ...event, revision: TOMBSTONE } as StoredEvent;
    const recorded = decode(encodeEvent(ending)).getEvent()?.getEvent();
    expect(recorded?.getStreamRevision()).toBe(TOMBSTONE_TEXT);
  });
});

describe('the other answers', () => {
  it('say how far a subscription has looked', () => {
    fc.assert(
      fc.property(whole, (position) => {
        const checkpoint = decode(encodeCheckpoint(position)).getCheckpoint();
        expect(checkpoint?.getCommitPosition()).toBe(String(position));
        expect(checkpoint?.getPreparePosition()).toBe(String(position));
      }),
    );
  });

  it('name a subscription, and a stream that is missing', () => {
    const confirmation = decode(encodeConfirmation('an-id')).getConfirmation();
    expect(confirmation?.getSubscriptionId()).toBe('an-id');
    const missing = decode(encodeStreamNotFound('ग्राहक-1')).getStreamNotFound();
    const name = missing?.getStreamIdentifier()?.getStreamName_asU8() ?? [];
    expect(Buffer.from(name).toString()).toBe('ग्राहक-1');
  });

  it('say where a stream ends', () =>
    expect(decode(encodeLastRevision(300)).getLastStreamPosition()).toBe('300'));

  it('say whether a subscription is up to date', () => {
    expect(decode(CAUGHT_UP).hasCaughtUp()).toBe(true);
    expect(decode(FELL_BEHIND).hasFellBehind()).toBe(true);
  });
});
