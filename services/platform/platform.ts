import type { EventDefinition } from '@insuremanager/contracts/events/eventDefinition';
import { reservationEventDefinitions } from '@insuremanager/contracts/reservations/reservationEvents';
import { type Clock, systemClock } from './clock.js';
import { createEventCodec } from './codec/eventCodec.js';
import type { EventCodec } from './codec/recordedEvent.js';
import { type CommandRunner, createCommandRunner } from './commands/commandRunner.js';
import { openUnchangedCommands } from './commands/unchangedCommands.js';
import type { EventLog, EventLogSource } from './eventLog/eventLog.js';
import { eventLogOf } from './eventLog/eventStoreDb/eventStoreDb.js';
import { requireRights } from './eventLog/requireRights.js';
import type { FileStore } from './files/fileStore.js';
import { createFiles, type Files } from './files/files.js';
import { openSweepReports, type SweepReports } from './files/sweepReports.js';
import { type Ids, openIds } from './ids/ids.js';
import { openRateLimits, type RateLimits } from './limits/rateLimits.js';
import type { WithLock } from './locks/localLocks.js';
import { openLocks, type TakeSlot } from './locks/locks.js';
import type { Logger } from './logger.js';
import type { Mailer } from './mail/mailer.js';
import { noFileStore, noMailer } from './missing.js';
import { ensureOperationsSchema } from './operations/operationsSchema.js';
import { refuseHalfRestored } from './operations/restores.js';
import { openPostgres, type Pool } from './postgres/postgres.js';
import { requireServerVersion } from './postgres/serverVersion.js';
import { createReservations } from './reservations/reservations.js';
import { type Metrics, noMetrics } from './telemetry/metrics.js';
import { observedCommands, observedEventLog } from './telemetry/observed.js';
import { observePool } from './telemetry/observedQueries.js';
import { openVault } from './vault/openVault.js';
import type { Vault } from './vault/vault.js';

/** What every capability stands on. */
export interface Platform {
  readonly pool: Pool;
  readonly eventLog: EventLog;
  readonly codec: EventCodec;
  readonly vault: Vault;
  readonly ids: Ids;
  readonly commands: CommandRunner;
  /** Work under a name goes one after another, whichever process does it: see locks/locks. */
  readonly withLock: WithLock;
  /** What only so many may do at once, in all processes together. */
  readonly takeSlot: TakeSlot;
  readonly limits: RateLimits;
  readonly files: Files;
  readonly sweepReports: SweepReports;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  close(): Promise<void>;
}

export type PlatformInput = EventLogSource & PlatformOptions;

interface PlatformOptions {
  databaseUrl: string;
  /** 32 bytes. */
  masterKey: Buffer;
  /** The one before it, while a rotation is not finished. */
  oldMasterKey?: Buffer;
  /** The events of all capabilities; the platform adds its own. */
  definitions: readonly EventDefinition[];
  clock?: Clock;
  logger: Logger;
  /** Absent where nobody reads them. */
  metrics?: Metrics;
  /** Most connections to Postgres at once. */
  maxConnections?: number;
  /** Closed with the platform. Absent where nothing is stored or read. */
  fileStore?: FileStore;
  /** Closed with the platform. Absent where nothing is sent. */
  mailer?: Mailer;
}

const MAX_CONNECTIONS = 16;

/**
 * Opens everything, making the schemas that last (`ids`, `vault` …) where they are missing.
 * @throws when Postgres cannot be reached or is too old, the master key is not the vault's, a
 *   restore into it was broken off, or the event store denies its user what is needed.
 */
export async function openPlatform(input: PlatformInput): Promise<Platform> {
  const { databaseUrl, masterKey, oldMasterKey, logger } = input;
  const { clock = systemClock, metrics = noMetrics } = input;
  const { fileStore = noFileStore, mailer = noMailer } = input;
  const pool = openPostgres(databaseUrl, { max: input.maxConnections ?? MAX_CONNECTIONS, logger });
  observePool(pool, metrics);
  try {
    await requireServerVersion(pool);
    await refuseHalfRestored(pool);
    const [vault, ids, sweepReports, limits] = await Promise.all([
      openVault({ pool, masterKey, oldMasterKey }),
      openIds({ pool }),
      openSweepReports(pool),
      openRateLimits(pool),
      openUnchangedCommands(pool),
      ensureOperationsSchema(pool),
    ]);
    const eventLog = observedEventLog(await openLog(input), metrics);
    const definitions = [...input.definitions, ...reservationEventDefinitions];
    const codec = createEventCodec({ definitions, vault });
    const reservations = createReservations({ eventLog, codec, vault, clock });
    const runner = { pool, eventLog, codec, vault, clock, reservations, logger };
    const commands = observedCommands(createCommandRunner(runner), metrics);
    const locks = openLocks({ databaseUrl, logger });
    const files = createFiles({ store: fileStore, vault });
    const close = async () => {
      await mailer.close();
      await fileStore.close();
      await eventLog.close();
      // Not before the log, to which commands under way may still write.
      await locks.close();
      await pool.end();
    };
    return {
      pool,
      eventLog,
      codec,
      vault,
      ids,
      commands,
      withLock: locks.withLock,
      takeSlot: locks.takeSlot,
      limits,
      files,
      sweepReports,
      mailer,
      clock,
      logger,
      metrics,
      close,
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function openLog(input: PlatformInput): Promise<EventLog> {
  const eventLog = eventLogOf(input, { logger: input.logger });
  try {
    await requireRights(eventLog);
    return eventLog;
  } catch (error) {
    await eventLog.close();
    throw error;
  }
}
