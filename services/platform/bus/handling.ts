import { forEachLimit } from '../forEachLimit.js';
import { createLocalLocks } from '../locks/localLocks.js';
import type { Logger } from '../logger.js';
import { type Backoff, createBackoff } from '../pauses.js';
import { describeFailure } from '../readModels/failures.js';
import type { BusMessage, ConsumerOptions } from './bus.js';

/** Between two attempts at one message. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;

/** Hands messages to a handler, and knows where it does not get on. */
export interface Handling {
  /** One attempt. @returns undefined once handled, else the milliseconds until it comes again. */
  attempt(message: BusMessage): Promise<number | undefined>;
  /** What failed may be another member's now. */
  forget(): void;
  /** Why messages come again just now, without anything personal; null: none does. */
  problem(): string | null;
  /** Resolves when no attempt is under way. */
  idle(): Promise<void>;
}

interface Failing {
  readonly id: string;
  readonly backoff: Backoff;
  reason: string;
}

export function createHandling(
  { group, handle }: Pick<ConsumerOptions, 'group' | 'handle'>,
  logger: Logger,
): Handling {
  /** By where messages come one after another. */
  const failing = new Map<string, Failing>();
  const underWay = new Set<Promise<unknown>>();

  const fail = (message: BusMessage, error: unknown): number => {
    const { topic, type, id } = message;
    const place = placeOf(message);
    const reason = `${type} ${id} was not handled: ${describeFailure(error)}`;
    const before = failing.get(place);
    const current =
      before?.id === id
        ? before
        : {
            id,
            backoff: createBackoff({ firstMs: FIRST_PAUSE_MS, capMs: LONGEST_PAUSE_MS }),
            reason,
          };
    if (current !== before || before.reason !== reason)
      logger.warn({ group, topic, type, id }, 'A message was not handled; it comes again', error);
    current.reason = reason;
    failing.set(place, current);
    return current.backoff.next();
  };

  const attempt = async (message: BusMessage): Promise<number | undefined> => {
    try {
      await handle(message);
      failing.delete(placeOf(message));
      return undefined;
    } catch (error) {
      return fail(message, error);
    }
  };

  return {
    attempt(message) {
      const attempted = attempt(message);
      underWay.add(attempted);
      return attempted.finally(() => underWay.delete(attempted));
    },
    forget: () => failing.clear(),
    problem: () => failing.values().next().value?.reason ?? null,
    async idle() {
      await Promise.all(underWay);
    },
  };
}

const placeOf = ({ topic, key }: BusMessage): string => `${topic} ${key}`;

interface Passing<Item> {
  readonly atOnce: number;
  keyOf(item: Item): string;
  /** False: given up, and nothing behind it is begun. */
  handle(item: Item): Promise<boolean>;
  /** Called when so many, counted from the first, are handled without a gap. */
  passed(count: number): Promise<void>;
}

/**
 * Handles items in their order, several at once, those of one key one after another. When one is
 * given up or `passed` throws, it waits for what is under way and begins nothing more.
 * @returns whether all were handled.
 */
export async function handleAll<Item>(
  items: readonly Item[],
  { atOnce, keyOf, handle, passed }: Passing<Item>,
): Promise<boolean> {
  const withKey = createLocalLocks();
  const ahead = new Set<number>();
  const failures: unknown[] = [];
  let count = 0;
  let goesOn = true;
  const handleOne = async ([index, item]: [number, Item]): Promise<void> => {
    if (!goesOn) return;
    if (!(await handle(item))) {
      goesOn = false;
      return;
    }
    ahead.add(index);
    const before = count;
    while (ahead.delete(count)) count += 1;
    if (count > before) await passed(count);
  };
  await forEachLimit([...items.entries()], { atOnce }, (entry) =>
    withKey(keyOf(entry[1]), () => handleOne(entry)).catch((error: unknown) => {
      goesOn = false;
      failures.push(error);
    }),
  );
  if (failures.length > 0) throw failures[0];
  return goesOn;
}
