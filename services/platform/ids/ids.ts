import { ensureSchema } from '../postgres/ensureSchema.js';
import { inTransaction, type Pool, query } from '../postgres/postgres.js';

/** Numbers for new records: `customer` 1, 2, 3, … Gaps are possible, a number is never given twice. */
export interface Ids {
  /**
   * The number for the record that this command creates; a retry of the command gets the same.
   * @param within the record in whose stream the new one lies, where it has none of its own.
   */
  allocateId(kind: string, commandId: string, within?: number): Promise<number>;
  /** The number that was drawn for this command; null when none was. Draws none. */
  find(kind: string, commandId: string): Promise<number | null>;
  /**
   * The number of the record in whose stream this one lies: mostly its own. Null when it was drawn
   * elsewhere, such as in a database that was lost.
   */
  streamIdOf(kind: string, id: number): Promise<number | null>;
  /** Notes anew which number was drawn for a command, where that was lost. The log has to say so. */
  note(kind: string, commandId: string, id: number): Promise<void>;
  /** Makes sure that the next number of a kind is above every one seen in the log. */
  lift(kind: string, highestSeen: number): Promise<void>;
}

const steps = [
  `CREATE TABLE ids.allocation (
     command_id uuid NOT NULL, kind text NOT NULL, id integer NOT NULL,
     stream_id integer NOT NULL,
     PRIMARY KEY (command_id, kind));
   CREATE INDEX ON ids.allocation (kind, id)`,
];

/** One statement and one round trip; no row when another call with the same command is ahead of us. */
const ALLOCATE = (sequence: string) => `
  WITH earlier AS (SELECT id FROM ids.allocation WHERE command_id = $1 AND kind = $2),
  next AS (SELECT nextval('${sequence}')::int AS id WHERE NOT EXISTS (SELECT FROM earlier)),
  drawn AS (
    INSERT INTO ids.allocation (command_id, kind, id, stream_id)
    SELECT $1, $2, id, coalesce($3, id) FROM next
    ON CONFLICT DO NOTHING RETURNING id)
  SELECT id FROM earlier UNION ALL SELECT id FROM drawn`;

export async function openIds({ pool }: { pool: Pool }): Promise<Ids> {
  await ensureSchema(pool, 'ids', steps);
  const known = new Map<string, Promise<string>>();

  const sequenceOf = (kind: string): Promise<string> => {
    const ready = known.get(kind) ?? ensureSequence(pool, kind);
    known.set(kind, ready);
    ready.catch(() => known.delete(kind));
    return ready;
  };

  return {
    async allocateId(kind, commandId, within) {
      const sql = ALLOCATE(await sequenceOf(kind));
      for (;;) {
        const [row] = await query<{ id: number }>(pool, sql, [commandId, kind, within ?? null]);
        if (row) return row.id;
      }
    },

    async find(kind, commandId) {
      const sql = 'SELECT id FROM ids.allocation WHERE command_id = $1 AND kind = $2';
      const [row] = await query<{ id: number }>(pool, sql, [commandId, kind]);
      return row?.id ?? null;
    },

    async streamIdOf(kind, id) {
      const sql = 'SELECT stream_id FROM ids.allocation WHERE kind = $1 AND id = $2';
      const [row] = await query<{ stream_id: number }>(pool, sql, [kind, id]);
      return row?.stream_id ?? null;
    },

    async note(kind, commandId, id) {
      const sql = `INSERT INTO ids.allocation (command_id, kind, id, stream_id)
         VALUES ($1, $2, $3, $3)
         ON CONFLICT (command_id, kind) DO UPDATE SET id = excluded.id, stream_id = excluded.id`;
      await query(pool, sql, [commandId, kind, id]);
    },

    async lift(kind, highestSeen) {
      const sequence = await sequenceOf(kind);
      await inTransaction(pool, async (client) => {
        await lock(client, kind);
        await client.query(
          `SELECT setval('${sequence}', $1) FROM ${sequence}
           WHERE CASE WHEN is_called THEN last_value ELSE 0 END < $1`,
          [highestSeen],
        );
      });
    },
  };
}

/** The quoted name of the kind's sequence, which exists by then. */
async function ensureSequence(pool: Pool, kind: string): Promise<string> {
  if (!/^[a-z][A-Za-z0-9]*$/.test(kind)) throw new Error(`Not a kind of record: ${kind}`);
  const sequence = `ids."${kind}"`;
  await inTransaction(pool, async (client) => {
    await lock(client, kind);
    await client.query(`CREATE SEQUENCE IF NOT EXISTS ${sequence} AS integer`);
  });
  return sequence;
}

const lock = (
  client: { query(sql: string, parameters: string[]): Promise<unknown> },
  kind: string,
) => client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`ids ${kind}`]);
