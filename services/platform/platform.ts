import type { EventDefinition } from '@insuremanager/contracts/events/eventDefinition';
import { platformEventDefinitions } from '@insuremanager/contracts/events/platformEvents';
import { type Clock, systemClock } from './clock.js';
import { createEventCodec } from './codec/eventCodec.js';
import type { EventCodec } from './codec/recordedEvent.js';
import { type CommandRunner, createCommandRunner } from './commands/commandRunner.js';
import { openUnchangedCommands } from './commands/unchangedCommands.js';
import type { EventLog } from './eventLog/eventLog.js';
import { type EventLogPlace, openRightLog } from './eventLog/openEventLog.js';
import { ensureLogSchema } from './eventLog/postgres/logSchema.js';
import type { FileStore } from './files/fileStore.js';
import { createFiles, type Files } from './files/files.js';
import { openSweepReports, type SweepReports } from './files/sweepReports.js';
import { type Ids, openIds } from './ids/ids.js';
import { openRateLimits, type RateLimits } from './limits/rateLimits.js';
import type { WithLock } from './locks/localLocks.js';
import { openLocks, type TakeSlot } from './locks/locks.js';
import type { Logger } from './logger.js';
import { ensureLogIdentity, lookAtLog } from './logIdentity.js';
import type { Mailer } from './mail/mailer.js';
import { observedCommands, observedEventLog } from './observed.js';
import { ensureOperationsSchema } from './operations/operationsSchema.js';
import { refuseHalfRestored } from './operations/restores.js';
import { observePool } from './postgres/observedQueries.js';
import { openPostgres, type Pool } from './postgres/postgres.js';
import { requireServerVersion } from './postgres/serverVersion.js';
import { lastEventRead } from './readModels/oldSchemas.js';
import { createReservations } from './reservations/reservations.js';
import { type Metrics, noMetrics } from './telemetry/metrics.js';
import { openVault } from './vault/openVault.js';
import type { Vault } from './vault/vault.js';

/** What every capability stands on. */
export interface Platform {
  readonly pool: Pool;
  /** Refuses whatever is asked of it while another log answers than this database belongs to. */
  readonly eventLog: EventLog;
  /** What is wrong with the log that answers, for operators; null: nothing, or none answers. */
  logProblem(): string | null;
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

export interface PlatformInput extends EventLogPlace {
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
  /** Read models that must not be ahead of the log. Absent: it may be an older copy. */
  readSchema?: string | undefined;
  /** Closed with the platform. Absent where nothing is stored or read. */
  fileStore?: FileStore;
  /** Closed with the platform. Absent where nothing is sent. */
  mailer?: Mailer;
}

const MAX_CONNECTIONS = 16;

/**
 * Opens everything, making the schemas that last (`ids`, `vault` …) where they are missing.
 * @throws when Postgres cannot be reached or is too old, the master key is not the vault's, or a
 *   restore into it was broken off; WrongLog when the log is not the one of this database;
 *   AccessDenied when the event store does not give its user what is needed.
 */
export async function openPlatform(input: PlatformInput): Promise<Platform> {
  const { databaseUrl, masterKey, oldMasterKey, logger } = input;
  const { clock = systemClock, metrics = noMetrics } = input;
  const { fileStore = noFileStore, mailer = noMailer } = input;
  const pool = openPostgres(databaseUrl, { max: input.maxConnections ?? MAX_CONNECTIONS, logger });
  observePool(pool, metrics);
  const opened: { close(): Promise<void> }[] = [];
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
      ensureLogSchema(pool),
      ensureLogIdentity(pool),
    ]);
    const definitions = [...input.definitions, ...platformEventDefinitions];
    const codec = createEventCodec({ definitions, vault });
    const { readSchema } = input;
    const lastRead = async () => (readSchema ? lastEventRead(pool, readSchema) : null);
    const look = lookAtLog({ pool, codec, clock, lastRead });
    const { log, problem } = await openRightLog(input, { logger, look });
    opened.push(log);
    const eventLog = observedEventLog(log, metrics);
    const reservations = createReservations({ eventLog, codec, vault, clock });
    const runner = { pool, eventLog, codec, vault, clock, reservations, logger, metrics };
    const commands = observedCommands(createCommandRunner(runner), metrics);
    const locks = openLocks({ databaseUrl, logger });
    const files = createFiles({ store: fileStore, vault });
    const stopListening = vault.listen({ databaseUrl, logger });
    const close = async () => {
      await mailer.close();
      await fileStore.close();
      await eventLog.close();
      // Not before the log, to which commands under way may still write.
      await locks.close();
      await stopListening();
      await pool.end();
    };
    return {
      pool,
      eventLog,
      logProblem: problem,
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
    for (const { close } of opened) await close();
    await pool.end();
    throw error;
  }
}

/** A process that was opened without one and yet uses it is wrongly put together. */
const missing = (what: string) => () => {
  throw new Error(`This process was opened without ${what}`);
};

const noFiles = missing('a file store');
const noFileStore: FileStore = {
  put: async () => noFiles(),
  get: async () => noFiles(),
  has: async () => noFiles(),
  remove: async () => noFiles(),
  list: noFiles,
  check: async () => noFiles(),
  close: async () => {},
};

const noMail = missing('a mailer');
const noMailer: Mailer = {
  isFolder: false,
  send: async () => noMail(),
  check: async () => noMail(),
  close: async () => {},
};
