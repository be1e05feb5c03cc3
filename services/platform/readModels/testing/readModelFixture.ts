import { randomBytes } from 'node:crypto';
import type { EventDefinition } from '@insuremanager/contracts/events/eventDefinition';
import type pg from 'pg';
import { systemClock } from '../../clock.js';
import { createEventCodec } from '../../codec/eventCodec.js';
import type { EventCodec } from '../../codec/recordedEvent.js';
import type { EventLog } from '../../eventLog/eventLog.js';
import { type EventLogPlace, openEventLog } from '../../eventLog/openEventLog.js';
import { ensureLogSchema } from '../../eventLog/postgres/logSchema.js';
import { type Ids, openIds } from '../../ids/ids.js';
import { createLogger } from '../../logger.js';
import { openPostgres } from '../../postgres/postgres.js';
import { openVault } from '../../vault/openVault.js';
import type { Vault } from '../../vault/vault.js';
import type { Projector } from '../projector.js';
import type { ReadModelOptions } from '../readModels.js';

export interface ReadModelFixture extends ReadModelOptions {
  readonly codec: EventCodec;
  readonly eventLog: EventLog;
  readonly ids: Ids;
  readonly pool: pg.Pool;
  readonly vault: Vault;
  close(): Promise<void>;
}

/** What a projector's tests stand on, over servers that are there: a real log, vault and codec. */
export async function openReadModelFixture(
  parts: EventLogPlace & {
    projectors: readonly Projector[];
    definitions: readonly EventDefinition[];
  },
): Promise<ReadModelFixture> {
  const { databaseUrl, projectors, definitions } = parts;
  const logger = createLogger('silent');
  const pool = openPostgres(databaseUrl, { max: 5, logger });
  const vault = await openVault({ pool, masterKey: randomBytes(32) });
  await ensureLogSchema(pool);
  const eventLog = await openEventLog(parts, { logger });
  return {
    databaseUrl,
    projectors,
    logger,
    pool,
    vault,
    eventLog,
    clock: systemClock,
    ids: await openIds({ pool }),
    codec: createEventCodec({ definitions, vault }),
    async close() {
      await eventLog.close();
      await pool.end();
    },
  };
}
