import { statfs } from 'node:fs/promises';
import { type PoolUse, useOfPool } from '@insuremanager/services/platform/postgres/observedQueries';
import type { Pool } from '@insuremanager/services/platform/postgres/postgres';
import type { Relay } from '@insuremanager/services/platform/relay/relay';
import type { Scheduler } from '@insuremanager/services/platform/scheduler/scheduler';
import type { Gauges } from '@insuremanager/services/platform/telemetry/metrics';
import type { Notifier } from '@insuremanager/services/reminders/index';
import type { Services } from '../roles/openServices.js';

export interface Watched {
  readonly release: string;
  readonly roles: readonly string[];
  readonly services: Pick<Services, 'platform' | 'readModels' | 'relay'>;
  readonly notifier: Pick<Notifier, 'status'> | undefined;
  readonly scheduler: Pick<Scheduler, 'status'> | undefined;
  readonly identity: { hashesWaiting(): number };
  readonly gateway: { openStreams(): number } | undefined;
  readonly dataDir: string;
}

type ReadLevels = (gauges: Gauges) => Promise<void>;

/** The levels of a process: each part is read by itself, so that one that is away hides no other. */
export const levelsOf = (watched: Watched): readonly ReadLevels[] => {
  const { services, notifier, scheduler } = watched;
  const { platform, readModels, relay } = services;
  return [
    (gauges) => ofProcess(gauges, watched),
    (gauges) => ofReadModels(gauges, readModels),
    (gauges) => ofDatabase(gauges, platform.pool),
    (gauges) => ofBackups(gauges, platform.pool),
    (gauges) => ofDisk(gauges, watched.dataDir),
    ...(relay ? [(gauges: Gauges) => ofRelay(gauges, relay)] : []),
    ...(notifier ? [(gauges: Gauges) => ofNotifier(gauges, notifier)] : []),
    ...(scheduler ? [(gauges: Gauges) => ofScheduler(gauges, scheduler)] : []),
  ];
};

/** Prometheus's word for a level that nobody knows just now. */
const UNKNOWN = Number.NaN;
const flag = (isSo: boolean): number => (isSo ? 1 : 0);

async function ofProcess(gauges: Gauges, watched: Watched): Promise<void> {
  const { release, roles, services, identity, gateway } = watched;
  const { platform, readModels } = services;
  const build = { release, roles: roles.join('+'), node: process.version };
  gauges.set('insuremanager_build_info', build, 1);
  for (const use of [useOfPool(platform.pool), readModels.poolUse()]) ofPool(gauges, use);
  gauges.set('insuremanager_folded_streams_bytes', {}, platform.commands.cachedBytes());
  gauges.set('insuremanager_password_hashes_waiting', {}, identity.hashesWaiting());
  if (gateway) gauges.set('insuremanager_open_streams', {}, gateway.openStreams());
}

function ofPool(gauges: Gauges, { pool, used, idle, waiting }: PoolUse): void {
  gauges.set('insuremanager_postgres_connections', { pool, state: 'used' }, used);
  gauges.set('insuremanager_postgres_connections', { pool, state: 'idle' }, idle);
  gauges.set('insuremanager_postgres_waiting', { pool }, waiting);
}

async function ofReadModels(gauges: Gauges, readModels: Services['readModels']): Promise<void> {
  const [status, lagEvents] = await Promise.all([readModels.status(), readModels.lagEvents()]);
  gauges.set('insuremanager_read_model_lag_seconds', {}, status.lagSeconds ?? UNKNOWN);
  gauges.set('insuremanager_read_model_lag_events', {}, lagEvents ?? UNKNOWN);
  gauges.set('insuremanager_read_model_events_handled', {}, status.eventsHandled);
  gauges.set('insuremanager_read_model_events_per_second', {}, status.eventsPerSecond);
  gauges.set('insuremanager_read_model_progress_ratio', {}, status.progress);
  gauges.set('insuremanager_read_model_live', {}, flag(status.state === 'live'));
  gauges.set('insuremanager_read_model_stopped', {}, flag(status.state === 'stopped'));
  const setAside = status.setAside?.length ?? UNKNOWN;
  gauges.set('insuremanager_read_model_events_set_aside', {}, setAside);
}

async function ofRelay(gauges: Gauges, relay: Pick<Relay, 'status'>): Promise<void> {
  const status = await relay.status();
  gauges.set('insuremanager_relay_lag_events', {}, status.lagEvents ?? UNKNOWN);
  gauges.set('insuremanager_relay_lag_seconds', {}, status.lagSeconds ?? UNKNOWN);
  gauges.set('insuremanager_relay_events_handled', {}, status.eventsHandled);
  gauges.set('insuremanager_relay_parked_events', {}, status.parked?.events ?? UNKNOWN);
  gauges.set('insuremanager_relay_live', {}, flag(status.state === 'live'));
  gauges.set('insuremanager_relay_stopped', {}, flag(status.state === 'stopped'));
}

async function ofNotifier(gauges: Gauges, notifier: Pick<Notifier, 'status'>): Promise<void> {
  const { problem, channels, progress } = await notifier.status();
  gauges.set('insuremanager_notifier_due_notices', {}, progress?.due ?? UNKNOWN);
  gauges.set('insuremanager_notifier_waits', {}, flag(problem !== null));
  for (const { channel, away } of channels)
    gauges.set('insuremanager_notifier_channel_away', { channel }, flag(away !== null));
  gauges.set('insuremanager_notifier_open_notices', {}, progress?.open ?? UNKNOWN);
  const failed = progress?.failedInADay ?? UNKNOWN;
  gauges.set('insuremanager_notifier_failed_reminders', {}, failed);
  for (const [state, count] of Object.entries(progress?.byStatus ?? {}))
    gauges.set('insuremanager_reminders', { state }, count);
}

async function ofScheduler(gauges: Gauges, scheduler: Pick<Scheduler, 'status'>): Promise<void> {
  const { state, jobs } = scheduler.status();
  gauges.set('insuremanager_scheduler_active', {}, flag(state === 'active'));
  for (const { name: job, lastRun, failuresInARow } of jobs) {
    gauges.set('insuremanager_job_failures_in_a_row', { job }, failuresInARow);
    if (!lastRun) continue;
    const seconds = lastRun.at.getTime() / 1000;
    gauges.set('insuremanager_job_last_run_timestamp_seconds', { job }, seconds);
  }
}

async function ofDatabase(gauges: Gauges, pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ size: string }>(
    'SELECT pg_database_size(current_database())::text AS size',
  );
  gauges.set('insuremanager_database_size_bytes', {}, Number(rows[0]?.size));
}

interface BackupRow {
  readonly kind: string;
  readonly finished: number;
  readonly bytes: number;
}

/** Nothing until the first backup, which makes the table. */
async function ofBackups(gauges: Gauges, pool: Pool): Promise<void> {
  const { rows: tables } = await pool.query<{ found: boolean }>(
    `SELECT to_regclass('ops.backups') IS NOT NULL AS found`,
  );
  if (!tables[0]?.found) return;
  const { rows } = await pool.query<BackupRow>(
    `SELECT DISTINCT ON (kind) kind, bytes::float8 AS bytes,
       extract(epoch FROM finished_at)::float8 AS finished
     FROM ops.backups ORDER BY kind, finished_at DESC`,
  );
  for (const { kind, finished, bytes } of rows) {
    gauges.set('insuremanager_backup_finished_timestamp_seconds', { kind }, finished);
    gauges.set('insuremanager_backup_size_bytes', { kind }, bytes);
  }
}

async function ofDisk(gauges: Gauges, dataDir: string): Promise<void> {
  const { bsize, blocks, bavail } = await statfs(dataDir);
  gauges.set('insuremanager_data_folder_free_bytes', {}, bavail * bsize);
  gauges.set('insuremanager_data_folder_size_bytes', {}, blocks * bsize);
}
