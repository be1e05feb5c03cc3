import type { Logger } from '../logger.js';
import { type Backoff, createBackoff } from '../pauses.js';
import { describeFailure } from '../readModels/failures.js';
import type { BusMessage, ConsumerOptions } from './bus.js';

/** Between two attempts at one message. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;

/** Hands messages to a handler, and knows where it does not get on. */
export interface Handling {
  /**
   * One attempt. `place` is where messages come one after another, such as a partition.
   * @returns undefined once it is handled, else the milliseconds until it should come again.
   */
  attempt(message: BusMessage, place: string): Promise<number | undefined>;
  /** The place is another member's now. Without one: all are. */
  forget(place?: string): void;
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
  const failing = new Map<string, Failing>();
  const underWay = new Set<Promise<unknown>>();

  const fail = ({ topic, type, id }: BusMessage, place: string, error: unknown): number => {
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

  const attempt = async (message: BusMessage, place: string): Promise<number | undefined> => {
    try {
      await handle(message);
      failing.delete(place);
      return undefined;
    } catch (error) {
      return fail(message, place, error);
    }
  };

  return {
    attempt(message, place) {
      const attempted = attempt(message, place);
      underWay.add(attempted);
      return attempted.finally(() => underWay.delete(attempted));
    },
    forget(place) {
      if (place === undefined) failing.clear();
      else failing.delete(place);
    },
    problem: () => failing.values().next().value?.reason ?? null,
    async idle() {
      await Promise.all(underWay);
    },
  };
}
