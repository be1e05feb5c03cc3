import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { BusMessage } from '../bus/bus.js';
import { createRecordingBus } from '../bus/testing/recordingBus.js';
import type { StoredEvent } from '../eventLog/eventLog.js';
import { createPublisher } from './publisher.js';

/** What becomes of an event: its message is taken, there is none, or something fails for good. */
const FATES = ['taken', 'none', 'unmappable', 'refused'] as const;
type Fate = (typeof FATES)[number];

const fateOf = ({ type }: Pick<StoredEvent, 'type'>): Fate => type as Fate;
const place = { commit: 0n, prepare: 0n };

const eventsOf = (story: readonly (readonly [stream: string, fate: Fate])[]): StoredEvent[] => {
  const revisions = new Map<string, bigint>();
  return story.map(([stream, type], index) => {
    const revision = revisions.get(stream) ?? 0n;
    revisions.set(stream, revision + 1n);
    const rest = { position: place, data: {}, metadata: {}, storedAt: new Date(0) };
    return { id: String(index), stream, revision, type, ...rest };
  });
};

const toBusMessage = (event: StoredEvent): BusMessage | null => {
  if (fateOf(event) === 'none') return null;
  if (fateOf(event) === 'unmappable') throw new Error('Asha Menon');
  const { stream: key, id, type } = event;
  return { topic: 't', key, id, type, schemaVersion: 1, occurredAt: new Date(0), data: {} };
};

const publisherTo = () => {
  const bus = createRecordingBus();
  bus.refuses = (message) => message.type === 'refused';
  return { bus, publisher: createPublisher({ bus, toBusMessage }) };
};

describe('publishing a batch', () => {
  it('takes of each stream what is before its first event that cannot be published', async () => {
    const step = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(...FATES));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (story) => {
        const { bus, publisher } = publisherTo();
        const events = eventsOf(story);
        const parked = new Set(['c']);
        const { toPark, isSilent } = await publisher.publishBatch(events, parked);
        expect(isSilent).toBe(events.every((event) => fateOf(event) === 'none'));
        for (const stream of ['a', 'b', 'c']) {
          const all = events.filter((event) => event.stream === stream && fateOf(event) !== 'none');
          const first = all.findIndex((event) => fateOf(event) !== 'taken');
          const isOpen = stream !== 'c';
          const published = isOpen ? all.slice(0, first === -1 ? undefined : first) : [];
          const stored = bus.stored.filter(({ key }) => key === stream).map(({ id }) => id);
          const others = toPark.filter(({ event }) => event.stream === stream);
          expect([...new Set(stored)]).toEqual(published.map(({ id }) => id));
          expect(others.map(({ event }) => event.id).sort()).toEqual(
            all
              .slice(published.length)
              .map(({ id }) => id)
              .sort(),
          );
          expect(parked.has(stream)).toBe(!isOpen || first !== -1);
          const head = others.find(({ event }) => event.id === all[first]?.id);
          if (isOpen && head) expect(head.reason).toBeTypeOf('string');
        }
      }),
    );
  });

  it('is not done while the bus is away: nothing is to be parked', async () => {
    const { bus, publisher } = publisherTo();
    bus.isAway = true;
    const events = eventsOf([
      ['a', 'taken'],
      ['b', 'unmappable'],
    ]);
    await expect(publisher.publishBatch(events, new Set())).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });
});

describe('the reason of an event that cannot be published', () => {
  const reasonOf = async (fails: () => never) => {
    const publisher = createPublisher({ bus: createRecordingBus(), toBusMessage: fails });
    return publisher.publish(eventsOf([['a', 'taken']])[0] as StoredEvent);
  };

  it('names the fields that do not fit, never their values', async () => {
    const schema = z.object({ customerId: z.int(), name: z.enum(['x']) });
    const fails = () => schema.parse({ customerId: 'Asha', name: 'Menon' }) as never;
    expect(await reasonOf(fails)).toBe(
      'It does not fit the schema of its message at customerId, name',
    );
  });

  it('names where a defect is, never what it says', async () => {
    const fails = () => {
      throw new TypeError('Asha Menon has no policy');
    };
    expect(await reasonOf(fails)).toMatch(/^TypeError at publisher\.unit\.spec\.ts:\d+:\d+$/);
  });
});
