import type { Channel } from '@insuremanager/contracts/reminders/reminderKinds';
import type { FileStore } from '@insuremanager/services/platform/files/fileStore';
import type { SweepReport } from '@insuremanager/services/platform/files/sweepReports';
import { type BackupRecord, lastBackup } from '@insuremanager/services/platform/operations/backups';
import {
  listProcesses,
  type RunningProcess,
} from '@insuremanager/services/platform/operations/processes';
import { type Pool, query } from '@insuremanager/services/platform/postgres/postgres';
import {
  listReadSchemas,
  type ReadSchemaFound,
} from '@insuremanager/services/platform/readModels/oldSchemas';
import type { ReadModelStatus } from '@insuremanager/services/platform/readModels/readModels';
import {
  RELAY_NAME,
  type RelayStatus,
  relayStatus,
} from '@insuremanager/services/platform/relay/relayStatus';
import { ensureRelaySchema } from '@insuremanager/services/platform/relay/relayStore';
import type {
  NoticeChannel,
  Reminders,
  SendingProgress,
} from '@insuremanager/services/reminders/index';
import type { Services } from '../roles/openServices.js';

/** What is looked at beside the services. */
export interface Looked {
  readonly release: string;
  /** Whether a Kafka is named that messages are published on. */
  readonly isRelayed: boolean;
  readonly channels: readonly NoticeChannel[];
  readonly fileStore: Pick<FileStore, 'list'>;
}

/** All that is known of an installation just now. What cannot be asked is null. */
export interface Status {
  readonly release: { readonly version: string; readonly readSchema: string };
  readonly servers: { readonly postgres: string | null };
  readonly processes: readonly RunningProcess[];
  /** `lagEvents`: LAG_LIMIT stands for as many or more. */
  readonly readModels: ReadModelStatus & { readonly lagEvents: number | null };
  readonly schemas: readonly ReadSchemaFound[];
  /** Null where no Kafka is named. */
  readonly relay: RelayStatus | null;
  readonly notifier: NotifierLook;
  readonly sweeps: readonly SweepReport[];
  readonly sizes: Sizes;
  readonly backup: BackupRecord | null;
}

/** Bytes. */
export interface Sizes {
  readonly database: number;
  /** By name, without those that are empty. */
  readonly schemas: Readonly<Record<string, number>>;
  readonly files: FileSizes | null;
}

export interface FileSizes {
  readonly count: number;
  readonly bytes: number;
  /** False: there are more, which were not counted in time. */
  readonly isComplete: boolean;
}

/** How reminders get on, as a command sees it that sends none itself. */
export interface NotifierLook {
  readonly channels: readonly { readonly channel: Channel; readonly isThere: boolean }[];
  /** Null while the read models are being built. */
  readonly progress: SendingProgress | null;
}

/** Asks all parts; what is away is null, as far as anything can be said without it. */
export async function lookAt(
  { readModels, platform, reminders }: Services,
  { release, isRelayed, channels, fileStore }: Looked,
): Promise<Status> {
  const { pool } = platform;
  await ensureRelaySchema(pool);
  const now = await readModels.status();
  const [server] = await query<{ server_version: string }>(pool, 'SHOW server_version');
  return {
    release: { version: release, readSchema: readModels.schema },
    servers: { postgres: server?.server_version ?? null },
    processes: await listProcesses(pool),
    readModels: { ...now, lagEvents: await readModels.lagEvents() },
    schemas: await listReadSchemas(pool, readModels.schema),
    relay: isRelayed ? await relayStatus({ ...platform, name: RELAY_NAME }) : null,
    notifier: await lookAtNotifier(channels, reminders),
    sweeps: await platform.sweepReports.all(),
    sizes: { ...(await databaseSizes(pool)), files: await fileSizes(fileStore) },
    backup: await lastBackup(pool),
  };
}

async function lookAtNotifier(
  channels: readonly NoticeChannel[],
  reminders: Pick<Reminders, 'progress'>,
): Promise<NotifierLook> {
  const asked = channels.map(async (port) => ({
    channel: port.channel,
    isThere: await port.isThere(),
  }));
  return {
    channels: await Promise.all(asked),
    progress: await reminders.progress().catch(() => null),
  };
}

export async function databaseSizes(pool: Pool): Promise<Pick<Sizes, 'database' | 'schemas'>> {
  const rows = await query<{ name: string; bytes: string; database: string }>(
    pool,
    `SELECT nspname AS name, sum(pg_total_relation_size(c.oid))::text AS bytes,
       pg_database_size(current_database())::text AS database
     FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'r'
     WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
     GROUP BY nspname ORDER BY sum(pg_total_relation_size(c.oid)) DESC`,
  );
  return {
    database: Number(rows[0]?.database ?? 0),
    schemas: Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)])),
  };
}

/** Milliseconds that files are counted for. */
const COUNTING_MS = 3_000;

/** Null when the store cannot be reached. */
async function fileSizes(store: Pick<FileStore, 'list'>): Promise<FileSizes | null> {
  const until = performance.now() + COUNTING_MS;
  let [count, bytes] = [0, 0];
  try {
    for await (const file of store.list('')) {
      count += 1;
      bytes += file.size;
      if (performance.now() > until) return { count, bytes, isComplete: false };
    }
  } catch {
    return null;
  }
  return { count, bytes, isComplete: true };
}
