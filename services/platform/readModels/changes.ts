import { formatPosition, type LogPosition, parsePosition } from '../eventLog/eventLog.js';
import { numberedStream } from './projection.js';

/**
 * Which records queries show anew. A kind is the category of its streams, an id their number: the
 * stream `customer-12` is 12 of `customer`. Null: more of a kind than are named.
 */
export interface Changes {
  readonly records: ReadonlyMap<string, readonly number[] | null>;
  /** Anything may have changed, since something was missed or all was built anew. */
  readonly everything: boolean;
}

export const NOTHING_CHANGED: Changes = { records: new Map(), everything: false };
export const EVERYTHING_CHANGED: Changes = { records: new Map(), everything: true };

/** Of one batch, or joined: with ids of ten digits at most, far below the 8000 bytes of a NOTIFY. */
const MOST_IDS = 200;

/** The records of some streams; what has no number in its name is no record. */
export function changesOf(streams: Iterable<string>): Changes {
  const records = new Map<string, Set<number>>();
  for (const stream of streams) {
    const found = numberedStream(stream);
    if (!found) continue;
    const ids = records.get(found.kind) ?? new Set();
    records.set(found.kind, ids.add(found.id));
  }
  return bounded(new Map([...records].map(([kind, ids]) => [kind, [...ids]])));
}

/** For who may not learn of which records there are: what kinds of them changed. */
export const kindsOf = ({ records, everything }: Changes): Changes => ({
  records: new Map([...records.keys()].map((kind) => [kind, null])),
  everything,
});

/** What changed in the one or in the other. */
export function joinedChanges(one: Changes, other: Changes): Changes {
  if (one.everything || other.everything) return EVERYTHING_CHANGED;
  const records = new Map(one.records);
  for (const [kind, ids] of other.records) {
    const before = records.get(kind);
    const isCounted = before !== null && ids !== null;
    records.set(kind, isCounted ? [...new Set([...(before ?? []), ...ids])] : null);
  }
  return bounded(records);
}

function bounded(records: ReadonlyMap<string, readonly number[] | null>): Changes {
  const named = [...records.values()].reduce((sum, ids) => sum + (ids?.length ?? 0), 0);
  if (named <= MOST_IDS) return { records, everything: false };
  return { records: new Map([...records.keys()].map((kind) => [kind, null])), everything: false };
}

/** What is notified when the rows of a schema have changed. */
export interface RowsNotice {
  readonly position: LogPosition;
  /** Absent while a schema is built: nobody is served by it. */
  readonly changes?: Changes;
}

interface Payload {
  position: string;
  changed?: 'everything' | Record<string, readonly number[] | null>;
}

export function formatNotice({ position, changes }: RowsNotice): string {
  const payload: Payload = { position: formatPosition(position) };
  if (changes) {
    payload.changed = changes.everything ? 'everything' : Object.fromEntries(changes.records);
  }
  return JSON.stringify(payload);
}

/** Null for what is none: whoever may sign in to the database can send anything. */
export function parseNotice(text: string): RowsNotice | null {
  try {
    const { position, changed }: Payload = JSON.parse(text);
    return {
      position: parsePosition(position),
      ...(changed && {
        changes:
          changed === 'everything'
            ? EVERYTHING_CHANGED
            : { records: new Map(Object.entries(changed)), everything: false },
      }),
    };
  } catch {
    return null;
  }
}
