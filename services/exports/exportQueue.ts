import type { ExportedList, ExportFormat } from '@insuremanager/contracts/exports/exportedLists';
import type { ExportState, ExportView } from '@insuremanager/contracts/exports/exportViews';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import { type Pool, query } from '../platform/postgres/postgres.js';

/** The schema `exports`, step by step. What was said of them that lasts is in the log. */
export const exportSteps = [
  `CREATE TABLE exports.exports (
     id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
     command_id uuid NOT NULL UNIQUE,
     user_id integer NOT NULL,
     role text NOT NULL,
     list text NOT NULL,
     format text NOT NULL,
     -- It may name a person who is searched for: null once it is not needed any more.
     query text,
     state text NOT NULL DEFAULT 'waiting',
     attempts integer NOT NULL DEFAULT 0,
     -- Of the attempt that is under way, or of the file that is ready.
     file_key text,
     rows integer NOT NULL DEFAULT 0,
     total integer,
     size bigint,
     reason text,
     asked_at timestamptz NOT NULL,
     finished_at timestamptz,
     expires_at timestamptz);
   CREATE INDEX ON exports.exports (user_id, id);
   CREATE INDEX ON exports.exports (state, id);
   CREATE UNIQUE INDEX ON exports.exports (user_id) WHERE state = 'running'`,
];

export interface ExportRow {
  id: number;
  user_id: number;
  role: Role;
  list: ExportedList;
  format: ExportFormat;
  query: string | null;
  state: ExportState;
  attempts: number;
  file_key: string | null;
  rows: number;
  total: number | null;
  size: string | null;
  reason: string | null;
  asked_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
}

export const viewOfExport = (row: ExportRow): ExportView => ({
  id: row.id,
  list: row.list,
  format: row.format,
  state: row.state,
  rows: row.rows,
  total: row.total,
  size: row.size === null ? null : Number(row.size),
  reason: row.reason,
  askedAt: row.asked_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
});

/** One attempt to make an export. Once another one has begun, or it was cancelled, it changes nothing. */
export interface Attempt extends ExportRow {
  readonly query: string;
  readonly file_key: string;
}

type AttemptRef = Pick<Attempt, 'id' | 'file_key'>;

/** One that has ended its process so often is not tried again. */
const MOST_BROKEN_OFF = 3;
const BROKEN_OFF =
  'It was broken off several times. Narrow the list down and export it again; tell an administrator if that fails, too.';

/** What the exporter, of which there is one at a time, does with the exports that were asked for. */
export const exportQueue = (pool: Pool) => ({
  /** Those that another exporter had under way are begun anew, or have failed. */
  async takeUpBrokenOff(now: Date): Promise<void> {
    const failed = 'attempts >= $1';
    await query(
      pool,
      `UPDATE exports.exports SET
         state = CASE WHEN ${failed} THEN 'failed' ELSE 'waiting' END,
         reason = CASE WHEN ${failed} THEN $2 END,
         query = CASE WHEN ${failed} THEN NULL ELSE query END,
         finished_at = CASE WHEN ${failed} THEN $3::timestamptz END
       WHERE state = 'running'`,
      [MOST_BROKEN_OFF, BROKEN_OFF, now],
    );
  },

  /** The one that was asked for first by a user of whom none is under way; null: there is none. */
  async begin(fileKey: string): Promise<Attempt | null> {
    const [row] = await query<ExportRow>(
      pool,
      `UPDATE exports.exports SET state = 'running', attempts = attempts + 1, file_key = $1,
         rows = 0, total = NULL
       WHERE id = (SELECT id FROM exports.exports waiting WHERE state = 'waiting'
         AND NOT EXISTS (SELECT FROM exports.exports running
           WHERE running.user_id = waiting.user_id AND running.state = 'running')
         ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING *`,
      [fileKey],
    );
    return (row as Attempt | undefined) ?? null;
  },

  /** False: it is not to be gone on with. */
  progress: ({ id, file_key }: AttemptRef, rows: number, total: number): Promise<boolean> =>
    changed(pool, id, file_key, 'rows = $3, total = $4', [rows, total]),

  finish: (
    { id, file_key }: AttemptRef,
    { rows, size, now, expiresAt }: { rows: number; size: number; now: Date; expiresAt: Date },
  ): Promise<boolean> =>
    changed(
      pool,
      id,
      file_key,
      `state = 'ready', query = NULL, rows = $3, total = $3, size = $4, finished_at = $5,
       expires_at = $6`,
      [rows, size, now, expiresAt],
    ),

  fail: ({ id, file_key }: AttemptRef, reason: string, now: Date): Promise<boolean> =>
    changed(pool, id, file_key, `state = 'failed', query = NULL, reason = $3, finished_at = $4`, [
      reason,
      now,
    ]),

  /** It waits again. `counts`: the attempt is one of those that it is given. */
  giveBack: ({ id, file_key }: AttemptRef, { counts }: { counts: boolean }): Promise<boolean> =>
    changed(pool, id, file_key, `state = 'waiting', attempts = attempts - $3`, [counts ? 0 : 1]),
});

export type ExportQueue = ReturnType<typeof exportQueue>;

async function changed(
  pool: Pool,
  id: number,
  fileKey: string,
  set: string,
  values: readonly unknown[],
): Promise<boolean> {
  const rows = await query(
    pool,
    `UPDATE exports.exports SET ${set}
     WHERE id = $1 AND file_key = $2 AND state = 'running' RETURNING id`,
    [id, fileKey, ...values],
  );
  return rows.length > 0;
}
