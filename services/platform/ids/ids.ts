import { ensureSchema } from '../postgres/ensureSchema.js';
import { inTransaction, type Pool, query } from '../postgres/postgres.js';

/**
 * Numbers for new records: `customer` 1, 2, 3, … Gaps are possible, a number is never given twice.
 */
export interface Ids {
  /**
   * The number for the record that this command creates; a retry of the command gets the same.
   * @param step between the numbers of a kind, always the same; more than 1 leaves room for others.
   */
  allocateId(kind: string, commandId: string, step?: number): Promise<number>;
  /** The number that was drawn for this command; null when none was. Draws none. */
  find(kind: string, commandId: string): Promise<number | null>;
  /** All numbers of a kind that were drawn for commands, whatever became of them. */
  drawn(kind: string): Promise<number[]>;
  /**
   * Records again which number was drawn for a command, where that was lost. The log has to say so.
   */
  record(kind: string, commandId: string, id: number): Promise<void>;
  /** Makes sure that the next number of a kind is above every one seen in the log. */
  lift(kind: string, highestSeen: number): Promise<void>;
}

/** The schema `ids`, step by step. */
export const idSteps = [
  `CREATE TABLE ids.allocation (
     command_id uuid NOT NULL, kind text NOT NULL, id integer NOT NULL,
     PRIMARY KEY (command_id, kind))`,
];

/**
 * One statement and one round trip; no row when another call with the same command is ahead of us.
 */
const ALLOCATE = (sequence: string) => `
  WITH earlier AS (SELECT id FROM ids.allocation WHERE command_id = $1 AND kind = $2),
  drawn AS (
    INSERT INTO ids.allocation (command_id, kind, id)
    SELECT $1, $2, nextval('${sequence}') WHERE NOT EXISTS (SELECT FROM earlier)
    ON CONFLICT DO NOTHING RETURNING id)
  SELECT id FROM earlier UNION ALL SELECT id FROM drawn`;

export async function openIds({ pool }: { pool: Pool }): Promise<Ids> {
  await ensureSchema(pool, 'ids', idSteps);
  const known = new Map<string, Promise<string>>();

  const sequenceOf = (kind: string, step?: number): Promise<string> => {
    const name = `${kind} ${step}`;
    const ready = known.get(name) ?? ensureSequence(pool, kind, step);
    known.set(name, ready);
    ready.catch(() => known.delete(name));
    return ready;
  };

  return {
    async allocateId(kind, commandId, step = 1) {
      const sql = ALLOCATE(await sequenceOf(kind, step));
      for (;;) {
        const [row] = await query<{ id: number }>(pool, sql, [commandId, kind]);
        if (row) return row.id;
      }
    },

    async find(kind, commandId) {
      const sql = 'SELECT id FROM ids.allocation WHERE command_id = $1 AND kind = $2';
      const [row] = await query<{ id: number }>(pool, sql, [commandId, kind]);
      return row?.id ?? null;
    },

    async drawn(kind) {
      const sql = 'SELECT id FROM ids.allocation WHERE kind = $1 ORDER BY id';
      return (await query<{ id: number }>(pool, sql, [kind])).map(({ id }) => id);
    },

    async record(kind, commandId, id) {
      const sql = `INSERT INTO ids.allocation (command_id, kind, id) VALUES ($1, $2, $3)
         ON CONFLICT (command_id, kind) DO UPDATE SET id = excluded.id`;
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

/**
 * The quoted name of the kind's sequence, which exists by then, and counts in steps where one is
 * set.
 */
async function ensureSequence(pool: Pool, kind: string, step?: number): Promise<string> {
  if (!/^[a-z][A-Za-z0-9]*$/.test(kind)) throw new Error(`Not a kind of record: ${kind}`);
  const sequence = `ids."${kind}"`;
  await inTransaction(pool, async (client) => {
    await lock(client, kind);
    await client.query(`CREATE SEQUENCE IF NOT EXISTS ${sequence} AS integer START ${step ?? 1}`);
    if (step !== undefined && step > 1)
      await client.query(`ALTER SEQUENCE ${sequence} INCREMENT BY ${step}`);
  });
  return sequence;
}

const lock = (
  client: { query(sql: string, parameters: string[]): Promise<unknown> },
  kind: string,
) => client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`ids ${kind}`]);
