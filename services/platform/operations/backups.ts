import { type Pool, query } from '../postgres/postgres.js';

/** A backup that was completed and verified. */
export interface BackupRecord {
  readonly finishedAt: Date;
  /** What it holds: `all`, or one part of it, such as `postgres`. */
  readonly kind: string;
  readonly bytes: number;
  /** Of the log; null where that is not known. */
  readonly events: number | null;
}

/** Records a backup, for `status` and the alerts about its age. Schema `ops` must be there. */
export async function recordBackup(pool: Pool, backup: BackupRecord): Promise<void> {
  const { finishedAt, kind, bytes, events } = backup;
  await query(
    pool,
    `INSERT INTO ops.backups (finished_at, kind, bytes, events) VALUES ($1, $2, $3, $4)
     ON CONFLICT (finished_at) DO NOTHING`,
    [finishedAt, kind, bytes, events],
  );
}

/**
 * The newest backup of all: one of a part replaces none. Null when none was ever recorded. Schema
 * `ops` must be there.
 */
export async function lastBackup(pool: Pool): Promise<BackupRecord | null> {
  const [row] = await query<{
    finished_at: Date;
    kind: string;
    bytes: string;
    events: string | null;
  }>(pool, `SELECT * FROM ops.backups WHERE kind = 'all' ORDER BY finished_at DESC LIMIT 1`);
  if (!row) return null;
  const events = row.events === null ? null : Number(row.events);
  return { finishedAt: row.finished_at, kind: row.kind, bytes: Number(row.bytes), events };
}
