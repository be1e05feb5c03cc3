import { ensureSchema } from '../platform/postgres/ensureSchema.js';
import { type Pool, query } from '../platform/postgres/postgres.js';

/** The schema `notifications`, step by step. */
export const readMarkSteps = [
  `CREATE TABLE notifications.read_marks (
     user_id integer NOT NULL,
     key text NOT NULL,
     read_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (user_id, key)
   )`,
];

/** Nothing is notified of for so long. */
const KEPT = '1 year';

/** Which notifications each user has read. */
export interface ReadMarks {
  /** Those of the keys that the user has read, the last first. */
  among(userId: number, keys: readonly string[]): Promise<Set<string>>;
  add(userId: number, keys: readonly string[]): Promise<void>;
  remove(userId: number, keys: readonly string[]): Promise<void>;
}

/** Makes the schema `notifications` where it is missing. */
export async function openReadMarks(pool: Pool): Promise<ReadMarks> {
  await ensureSchema(pool, 'notifications', readMarkSteps);
  return {
    async among(userId, keys) {
      const read = await query<{ key: string }>(
        pool,
        `SELECT key FROM notifications.read_marks WHERE user_id = $1 AND key = ANY ($2::text[])
         ORDER BY read_at DESC`,
        [userId, keys],
      );
      return new Set(read.map(({ key }) => key));
    },

    async add(userId, keys) {
      await query(
        pool,
        `INSERT INTO notifications.read_marks (user_id, key)
         SELECT $1, key FROM unnest($2::text[]) AS key ON CONFLICT DO NOTHING`,
        [userId, keys],
      );
      await query(
        pool,
        `DELETE FROM notifications.read_marks
         WHERE user_id = $1 AND read_at < now() - interval '${KEPT}'`,
        [userId],
      );
    },

    async remove(userId, keys) {
      await query(
        pool,
        'DELETE FROM notifications.read_marks WHERE user_id = $1 AND key = ANY ($2::text[])',
        [userId, keys],
      );
    },
  };
}
