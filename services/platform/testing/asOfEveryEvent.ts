import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { PastMoment } from '@insuremanager/contracts/history';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { expect } from 'vitest';
import type { Decider } from '../commands/command.js';
import { visibleEvents } from '../commands/foldedStream.js';
import type { Platform } from '../platform.js';

/** How a record stood when it was looked at. */
export interface Glimpse<View> {
  readonly at: Date;
  readonly view: View | null;
}

interface Looked<State, Event extends DomainEvent, View> {
  readonly platform: Pick<Platform, 'eventLog' | 'codec'>;
  readonly stream: string;
  readonly decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>;
  /** As the capability shows a state; null: there is none. */
  viewOf(state: State, version: number, today: Day): View | null;
  asOf(moment: PastMoment): Promise<View | null>;
  /** After each command, at an instant of its own. */
  readonly glimpses: readonly Glimpse<View>[];
}

/**
 * A record as of each of its events is what comes of its stream when only that much of it is read
 * and folded; and as of each instant at which somebody looked, what they saw then.
 * @returns how many events were looked at
 */
export async function expectEveryPrefix<State, Event extends DomainEvent, View>({
  platform: { eventLog, codec },
  stream,
  decider,
  viewOf,
  asOf,
  glimpses,
}: Looked<State, Event, View>): Promise<number> {
  const stored = await eventLog.readStream(stream);
  for (let count = 0; count <= stored.length; count += 1) {
    const prefix = count === 0 ? [] : await eventLog.readStream(stream, { maxCount: count });
    const events = visibleEvents<Event>(await codec.decode(prefix));
    let state = decider.initial;
    for (const event of events) state = decider.evolve(state, event);
    const last = events.at(-1);
    const folded = last ? viewOf(state, Number(last.revision), kolkataDay(last.at)) : null;
    expect(await asOf({ revision: count - 1 })).toEqual(folded);
  }
  for (const { at, view } of glimpses) expect(await asOf({ at })).toEqual(view);
  expect(await asOf({ revision: stored.length + 7 })).toEqual(
    await asOf({ revision: stored.length - 1 }),
  );
  return stored.length;
}

/** An hour later than ever before, at each call. */
export function hourByHour(setTime: (instant: string) => void): () => Date {
  let hours = 0;
  return () => {
    hours += 1;
    const now = new Date(Date.parse('2026-04-01T06:00:00Z') + hours * 3_600_000);
    setTime(now.toISOString());
    return now;
  };
}
