import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from '../logger.js';
import { pause } from '../pauses.js';
import { type Pool, query } from '../postgres/postgres.js';

/** What a process does in each of its roles, such as `active`, `live` or `standby`. */
export type RoleStates = Readonly<Record<string, string>>;

export interface ProcessFacts {
  readonly release: string;
  readonly readSchema: string;
  /** Ids of the master keys that it was given. */
  readonly masterKeyIds: readonly string[];
}

export interface RunningProcess extends ProcessFacts {
  readonly host: string;
  readonly pid: number;
  readonly roles: RoleStates;
  readonly startedAt: Date;
  readonly seenAt: Date;
}

export interface Heartbeat {
  /** Takes the process off the list. */
  stop(): Promise<void>;
}

interface HeartbeatParts extends ProcessFacts {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly roles: () => Promise<RoleStates>;
}

const BEAT_MS = 5_000;
/** A process that was not heard of for so long does not run any more. */
const SILENT_SECONDS = 20;

/**
 * Writes down, now and every five seconds, that this process runs and what it does. A database that
 * is away is no failure: the process is on the list again with the next beat.
 */
export async function startHeartbeat(parts: HeartbeatParts): Promise<Heartbeat> {
  const { pool, logger, release, readSchema, masterKeyIds } = parts;
  const id = randomUUID();
  const startedAt = new Date();
  const stopped = new AbortController();
  const beat = async (): Promise<void> => {
    try {
      const facts = [release, readSchema, masterKeyIds, startedAt];
      const roles = JSON.stringify(await parts.roles());
      await query(pool, BEAT, [id, hostname(), process.pid, roles, ...facts]);
    } catch (error) {
      logger.warn({}, 'That this process runs could not be written down', error);
    }
  };
  await beat();
  const beating = (async () => {
    for (;;) {
      await pause(BEAT_MS, stopped.signal);
      if (stopped.signal.aborted) return;
      await beat();
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await beating;
      const gone = query(pool, 'DELETE FROM ops.processes WHERE process_id = $1', [id]);
      await gone.catch(() => undefined);
    },
  };
}

/** Those that run, by their start. Schema `ops` must be there. */
export async function listProcesses(pool: Pool): Promise<RunningProcess[]> {
  const rows = await query<ProcessRow>(
    pool,
    `SELECT * FROM ops.processes WHERE seen_at > now() - interval '${SILENT_SECONDS} seconds'
     ORDER BY started_at, process_id`,
  );
  return rows.map((row) => ({
    host: row.host,
    pid: row.pid,
    roles: row.roles,
    release: row.release,
    readSchema: row.read_schema,
    masterKeyIds: row.master_keys,
    startedAt: row.started_at,
    seenAt: row.seen_at,
  }));
}

interface ProcessRow {
  host: string;
  pid: number;
  roles: RoleStates;
  release: string;
  read_schema: string;
  master_keys: string[];
  started_at: Date;
  seen_at: Date;
}

/** By the clock of the database, which all share. Processes that died are removed on the way. */
const BEAT = `
  WITH dead AS (
    DELETE FROM ops.processes WHERE seen_at < now() - interval '1 day')
  INSERT INTO ops.processes (process_id, host, pid, roles, release, read_schema, master_keys,
    started_at, seen_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now())
  ON CONFLICT (process_id) DO UPDATE SET roles = excluded.roles, seen_at = now()`;
