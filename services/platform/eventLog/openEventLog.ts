import type { Logger } from '../logger.js';
import type { EventLog } from './eventLog.js';
import { openEventStoreDb } from './eventStoreDb/eventStoreDb.js';
import { openPostgresLog } from './postgres/postgresEventLog.js';

/** Where the log of an installation is. */
export interface EventLogPlace {
  /** Of Postgres, which holds the log in a table unless it is elsewhere. */
  readonly databaseUrl: string;
  /** An EventStoreDB that holds it instead, `esdb://…`. */
  readonly eventStoreUrl?: string | undefined;
}

/** @throws WrongAddress when the address of an EventStoreDB says what must not be */
export const openEventLog = (place: EventLogPlace, options: { logger: Logger }): EventLog =>
  place.eventStoreUrl === undefined
    ? openPostgresLog(place.databaseUrl, options)
    : openEventStoreDb(place.eventStoreUrl, options);
