import { Refusal } from '../errors.js';
import type { Logger } from '../logger.js';
import { type EventLog, type LogInQuestion, WrongLog } from './eventLog.js';
import { openPostgresLog } from './postgres/postgresEventLog.js';

/** Where the log of an installation is. */
export interface EventLogPlace {
  /** Of Postgres, which holds the log in a table unless it is elsewhere. */
  readonly databaseUrl: string;
  /** An EventStoreDB that holds it instead, `esdb://…`. */
  readonly eventStoreUrl?: string | undefined;
}

/** Its client takes a tenth of what a process loads when it starts, where hardly any needs it. */
const eventStoreDb = () => import('./eventStoreDb/eventStoreDb.js');

/** @throws WrongAddress when the address of an EventStoreDB says what must not be */
export async function openEventLog(
  { databaseUrl, eventStoreUrl }: EventLogPlace,
  options: { logger: Logger },
): Promise<EventLog> {
  if (eventStoreUrl === undefined) return openPostgresLog(databaseUrl, options);
  const { openEventStoreDb } = await eventStoreDb();
  return openEventStoreDb(eventStoreUrl, options);
}

interface RightLogOptions {
  readonly logger: Logger;
  /** @throws WrongLog when it is not the right one */
  look(log: LogInQuestion): Promise<void>;
}

export interface RightLog {
  readonly log: EventLog;
  /** What is wrong with the log that answers, for operators; null: nothing, or none answers. */
  problem(): string | null;
}

/**
 * A log that is looked at before anything else is asked of it. The table in Postgres comes and goes
 * with the database; another EventStoreDB may answer after each lost connection, so that it is looked
 * at again then. While it is the wrong one, whatever is asked is refused as `unavailable`.
 * @throws what the look does, but for an EventStoreDB that is away: it is looked for meanwhile
 */
export async function openRightLog(
  { databaseUrl, eventStoreUrl }: EventLogPlace,
  { logger, look }: RightLogOptions,
): Promise<RightLog> {
  const isTable = eventStoreUrl === undefined;
  const log = isTable
    ? { ...openPostgresLog(databaseUrl, { logger }), problem: () => null }
    : (await eventStoreDb()).openEventStoreDb(eventStoreUrl, { logger, look });
  try {
    await (isTable ? look(log) : log.head());
    return { log, problem: log.problem };
  } catch (error) {
    const isAway = error instanceof Refusal && !(error.cause instanceof WrongLog);
    if (isAway && !isTable) return { log, problem: log.problem };
    await log.close();
    throw isAway || !(error instanceof Refusal) ? error : error.cause;
  }
}
