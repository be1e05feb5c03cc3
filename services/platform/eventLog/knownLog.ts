import { Refusal } from '../errors.js';
import type { Logger } from '../logger.js';
import { createBackoff, pause } from '../pauses.js';
import type { EventLog } from './eventLog.js';
import { WrongLog } from './logIdentity.js';

interface Options {
  readonly log: EventLog;
  /** @throws WrongLog when it is another log than the database belongs to. */
  readonly requireKnownLog: () => Promise<void>;
  readonly logger: Logger;
}

export interface GuardedLog {
  readonly log: EventLog;
  /** What is wrong with the log that answers, for operators; null: nothing, or none answers. */
  problem(): string | null;
}

const RETRY = { firstMs: 100, capMs: 3_000 };

/**
 * A log of which nothing is read, and to which nothing is written, before it is known to be the
 * right one: at first, and each time when the connection was lost and a server answers again. While
 * it is another one, whatever is asked is refused as `unavailable`.
 * @throws WrongLog when it is another one now. A server that is away is looked for meanwhile.
 */
export async function guardLog({ log, requireKnownLog, logger }: Options): Promise<GuardedLog> {
  const closing = new AbortController();
  let wrong: WrongLog | null = null;
  /** Aborted when the connection that was looked at is gone; null: none was found good. */
  let connection: AbortController | null = null;
  let looking: Promise<void> | null = null;
  let searching = false;

  const look = async (): Promise<void> => {
    const looked = new AbortController();
    const lost = log.connectionLost(AbortSignal.any([looked.signal, closing.signal]));
    try {
      await requireKnownLog();
    } catch (error) {
      looked.abort();
      if (error instanceof WrongLog && wrong?.message !== error.message)
        logger.error({}, error.message);
      wrong = error instanceof WrongLog ? error : null;
      throw error;
    }
    if (wrong) logger.info({}, 'The event store holds the right log again');
    wrong = null;
    connection = looked;
    void lost.then(() => forget(looked));
  };

  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };

  const forget = (lost: AbortController | null): void => {
    if (lost === null || connection !== lost) return;
    connection = null;
    lost.abort();
    void search();
  };

  /** Until the right log answers: also where nobody asks for anything. */
  const search = async (): Promise<void> => {
    if (searching) return;
    searching = true;
    const backoff = createBackoff(RETRY);
    while (!connection && !closing.signal.aborted) {
      // First of all, too: a server that ends each watch at once is not asked without a pause.
      await pause(backoff.next(), closing.signal);
      if (!connection) await lookOnce().catch(() => undefined);
    }
    searching = false;
  };

  const requireRight = async (): Promise<void> => {
    if (connection) return;
    if (!wrong)
      await lookOnce().catch((error: unknown) => (wrong ? undefined : Promise.reject(error)));
    if (wrong) throw refusalOf(wrong);
  };

  /** A server that did not answer may be another one when it does. */
  const forgetWhenAway = (error: unknown, used: AbortController | null): unknown => {
    if (error instanceof Refusal && error.kind === 'unavailable') forget(used);
    return error;
  };

  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await requireRight();
    const used = connection;
    try {
      return await work();
    } catch (error) {
      throw forgetWhenAway(error, used);
    }
  };

  async function* subscribe(options: Parameters<EventLog['subscribe']>[0]) {
    if (options.signal.aborted) return;
    await requireRight();
    const used = connection;
    try {
      yield* log.subscribe(options);
    } catch (error) {
      throw forgetWhenAway(error, used);
    }
  }

  try {
    await lookOnce();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    void search();
  }

  return {
    problem: () => wrong?.message ?? null,
    log: {
      name: log.name,
      append: (stream, expected, events) => guarded(() => log.append(stream, expected, events)),
      load: (events) => guarded(() => log.load(events)),
      readStream: (stream, options) => guarded(() => log.readStream(stream, options)),
      readLast: (stream) => guarded(() => log.readLast(stream)),
      head: () => guarded(() => log.head()),
      subscribe,
      connectionLost: (signal) => log.connectionLost(signal),
      async close() {
        closing.abort();
        await log.close();
      },
    },
  };
}

/** What people read; operators read the cause in the log and in `/health/ready`. */
const refusalOf = (cause: WrongLog): Refusal =>
  new Refusal('unavailable', {
    code: 'wrong-log',
    message:
      'Nothing can be changed just now: another event store answers than the one that holds your ' +
      'data. Nothing was lost; whoever runs the system has to look at it.',
    retryAfterSeconds: 30,
    cause,
  });
