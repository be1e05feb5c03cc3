/** What the caller believes to be the last revision of a stream; -1: there is no such stream. */
export type Expected = number | 'any' | 'stream-exists';

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface EventOfDouble extends ProposedEvent {
  readonly stream: string;
  readonly revision: number;
  /** Counted from 0 in the whole log. */
  readonly place: number;
  readonly storedAt: Date;
}

/** The event that was written last, now or when it came first; or the last revision there is. */
export type Outcome = { readonly last: EventOfDouble } | { readonly current: number };

/** The events of one double, or of several that stand for the nodes of a cluster. */
export interface EventsOfDouble {
  readonly all: readonly EventOfDouble[];
  stream(name: string): readonly EventOfDouble[];
  append(stream: string, expected: Expected, events: readonly ProposedEvent[]): Outcome;
  /** Events that nobody wrote, as a server writes statistics of its own. */
  addSystemEvents(count: number): void;
  /** What comes before is not shown any more, as by a limit in the metadata of a stream. */
  truncate(stream: string, firstRevision: number): void;
  /** The first revision that is shown. */
  firstShown(stream: string): number;
  /** Resolves once there are more events than so many, or the signal is aborted. */
  more(than: number, signal: AbortSignal): Promise<void>;
}

export function createEventsOfDouble(): EventsOfDouble {
  const all: EventOfDouble[] = [];
  const streams = new Map<string, EventOfDouble[]>();
  const truncated = new Map<string, number>();
  const waiting = new Set<() => void>();

  const stream = (name: string): readonly EventOfDouble[] => streams.get(name) ?? [];

  const write = (name: string, proposed: ProposedEvent): EventOfDouble => {
    const before = streams.get(name) ?? [];
    streams.set(name, before);
    const [revision, place] = [before.length, all.length];
    const event = { ...proposed, stream: name, revision, place, storedAt: new Date() };
    before.push(event);
    all.push(event);
    return event;
  };

  const append: EventsOfDouble['append'] = (name, expected, proposed) => {
    const written = stream(name);
    const current = written.length - 1;
    if (expected === 'stream-exists' && current < 0) return { current };
    // An append that comes again is answered as it was the first time; a part of it is refused.
    const first =
      typeof expected === 'number'
        ? expected + 1
        : written.findLastIndex(({ id }) => id === proposed[0]?.id);
    const isThere = first >= 0 && first <= current;
    const last = written[first + proposed.length - 1];
    if (isThere && last && proposed.every(({ id }, index) => written[first + index]?.id === id))
      return { last };
    if (isThere || (typeof expected === 'number' && expected !== current)) return { current };
    const events = proposed.map((event) => write(name, event));
    for (const wake of waiting) wake();
    const newest = events.at(-1) ?? written.at(-1);
    return newest ? { last: newest } : { current };
  };

  return {
    all,
    stream,
    append,
    addSystemEvents(count) {
      const bytes = new Uint8Array();
      const event = { type: '$statistics', isJson: false, data: bytes, metadata: bytes };
      const several = Array.from({ length: count }, () => ({ ...event, id: crypto.randomUUID() }));
      append('$stats-double', 'any', several);
    },
    truncate: (name, firstRevision) => truncated.set(name, firstRevision),
    firstShown: (name) => truncated.get(name) ?? 0,
    more: (than, signal) =>
      new Promise((resolve) => {
        const look = () => {
          if (all.length <= than && !signal.aborted) return;
          waiting.delete(look);
          signal.removeEventListener('abort', look);
          resolve();
        };
        waiting.add(look);
        signal.addEventListener('abort', look);
        look();
      }),
  };
}
