import { describe, expect, it } from 'vitest';
import type { StoredEvent } from './event.js';
import { createTail } from './tail.js';

const eventAt = (position: number, size = 1): StoredEvent => ({
  id: '00000000-0000-4000-8000-000000000000',
  type: 'Happened',
  isJson: false,
  data: Buffer.alloc(size),
  metadata: null,
  stream: 'policy-1',
  revision: position - 1,
  position,
  createdMicros: 0,
});

const eventsAt = (from: number, to: number, size?: number): StoredEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => eventAt(from + index, size));

const limits = { maxEvents: 10, maxBytes: 10_000 };
const positions = (events: readonly StoredEvent[] | null) =>
  events?.map(({ position }) => position);

describe('the tail of the log', () => {
  it('hands out what comes after a position', () => {
    const tail = createTail(5, limits);
    tail.publish(eventsAt(6, 9));
    expect(tail.head).toBe(9);
    expect(positions(tail.after(7))).toEqual([8, 9]);
    expect(tail.after(9)).toEqual([]);
  });

  it('does not know what was written before it began', () => {
    const tail = createTail(5, limits);
    expect(tail.after(4)).toBeNull();
    tail.publish(eventsAt(6, 6));
    expect(tail.after(4)).toBeNull();
    expect(positions(tail.after(5))).toEqual([6]);
  });

  it('forgets the oldest when they are too many', () => {
    const tail = createTail(0, limits);
    tail.publish(eventsAt(1, 21));
    expect(tail.after(10)).toBeNull();
    expect(positions(tail.after(11))).toHaveLength(10);
  });

  it('forgets the oldest when they are too large', () => {
    const tail = createTail(0, limits);
    tail.publish(eventsAt(1, 6, 4_000));
    expect(tail.after(3)).toBeNull();
    expect(positions(tail.after(4))).toEqual([5, 6]);
  });

  it('wakes those who wait for the next event', async () => {
    const tail = createTail(0, limits);
    const waiting = tail.beyond(0, new AbortController().signal);
    tail.publish(eventsAt(1, 1));
    await waiting;
    await tail.beyond(0, new AbortController().signal);
  });

  it('wakes those who wait when it closes or they give up', async () => {
    const tail = createTail(0, limits);
    const giving = new AbortController();
    const both = [
      tail.beyond(0, giving.signal),
      tail.beyond(0, new AbortController().signal),
    ] as const;
    giving.abort();
    await both[0];
    tail.close();
    await both[1];
    expect(tail.closed).toBe(true);
  });
});
