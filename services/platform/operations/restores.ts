import { ensureSchema } from '../postgres/ensureSchema.js';
import { type Pool, type Queryable, query } from '../postgres/postgres.js';

/** A restore into this database that has begun. */
export interface Restore {
  readonly backupId: string;
  /** Null until it has ended. */
  readonly finishedAt: Date | null;
}

const steps = [
  `CREATE TABLE restores.restores (
     backup_id uuid PRIMARY KEY,
     parts text NOT NULL,
     begun_at timestamptz NOT NULL DEFAULT now(),
     finished_at timestamptz)`,
];

/** Makes the schema `restores` where it is missing. */
export const ensureRestores = (pool: Pool): Promise<void> => ensureSchema(pool, 'restores', steps);

const UNDEFINED_TABLE = '42P01';

/** The restore that this database comes from; null when there was none. */
export async function findRestore(pool: Pool): Promise<Restore | null> {
  try {
    const [row] = await query<{ backup_id: string; finished_at: Date | null }>(
      pool,
      `SELECT backup_id, finished_at FROM restores.restores
       ORDER BY begun_at DESC LIMIT 1`,
    );
    if (!row) return null;
    return { backupId: row.backup_id, finishedAt: row.finished_at };
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return null;
    throw error;
  }
}

/** Also once more: into a database that was emptied since. */
export const recordRestoreBegun = (on: Queryable, backupId: string): Promise<unknown> =>
  query(
    on,
    `INSERT INTO restores.restores (backup_id, parts) VALUES ($1, 'all')
     ON CONFLICT (backup_id)
     DO UPDATE SET begun_at = now(), finished_at = NULL`,
    [backupId],
  );

export const recordRestoreFinished = (on: Queryable, backupId: string): Promise<unknown> =>
  query(on, 'UPDATE restores.restores SET finished_at = now() WHERE backup_id = $1', [backupId]);

/**
 * Half of what is restored must not be worked on: what a process adds would be in the way of the
 * rest. @throws an Error with a sentence for the operator.
 */
export async function refuseHalfRestored(pool: Pool): Promise<void> {
  const restore = await findRestore(pool);
  if (!restore || restore.finishedAt) return;
  throw new Error(
    'A restore into this database was begun and has not ended. Run the same restore again: it goes ' +
      'on where it was broken off.',
  );
}
