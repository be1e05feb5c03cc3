import type { EventLog } from '@insuremanager/services/platform/eventLog/eventLog';
import { openEventLog } from '@insuremanager/services/platform/eventLog/openEventLog';
import type { FileStore } from '@insuremanager/services/platform/files/fileStore';
import { createLogger } from '@insuremanager/services/platform/logger';
import { tryLock } from '@insuremanager/services/platform/postgres/advisoryLocks';
import { openPostgres, type Pool } from '@insuremanager/services/platform/postgres/postgres';
import { connectTo, type Session } from '@insuremanager/services/platform/postgres/session';
import { openFileStore } from '../roles/adapters.js';
import type { Settings } from '../settings.js';
import { type Backend, useBackend } from './backend.js';
import type { Say } from './part.js';

/** What a backup is made of, or restored into, and what holds a log that is copied. */
export interface OpenInstallation extends Backend {
  readonly pool: Pool;
  /** One connection, for what belongs to one transaction. */
  readonly session: Session;
  readonly eventLog: EventLog;
  readonly fileStore: FileStore;
}

/** What a long work says of itself, and how it is asked to end. */
export interface Progress {
  /** Where it is printed how far it is. */
  readonly remark: Say;
  /** Asks it to end; the same command then goes on. */
  readonly ended: AbortSignal;
}

/** `COPY` writes the same bytes on every server: whatever that is set to. */
const SETTINGS = [
  'timezone=UTC',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'extra_float_digits=1',
  'bytea_output=hex',
  'synchronize_seqscans=off',
  'idle_session_timeout=0',
  'idle_in_transaction_session_timeout=0',
  'statement_timeout=0',
];

/**
 * Opens the servers that the settings name, or those of the data folder, for as long as `work`
 * takes. One backup or restore of an installation at a time.
 * @throws an Error with a sentence for the operator when another one is under way.
 */
export async function withInstallation<Result>(
  settings: Settings,
  { remark, ended }: Progress,
  work: (installation: OpenInstallation) => Promise<Result>,
): Promise<Result> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const backend = await useBackend(settings, remark);
    closing.push(backend.stop);
    const { servers } = backend;
    const logger = createLogger('warn', { part: 'backup' }, process.stderr);
    const pool = openPostgres(servers.databaseUrl, { max: 4, logger });
    closing.push(() => pool.end());
    const options = { settings: SETTINGS, connectTimeoutMs: 60_000 };
    const session = await connectTo(servers.databaseUrl, options)('backup');
    closing.push(session.end);
    if (!(await tryLock(session, { space: 'roles', name: 'backup' }))) {
      throw new Error('Another backup or restore of this installation is under way.');
    }
    const eventLog = await openEventLog(servers, { logger });
    closing.push(eventLog.close);
    const fileStore = await openFileStore(settings);
    closing.push(fileStore.close);
    return await work({ ...servers, pool, session, eventLog, fileStore });
  } catch (error) {
    if (!ended.aborted) throw error;
    throw new Error('It was stopped. The same command goes on where it was.', { cause: error });
  } finally {
    // Each, so that no server is left behind.
    for (const close of closing.reverse()) {
      await close().catch((error: unknown) => remark(`Not closed in order: ${error}`));
    }
  }
}
