import { batched } from '../batched.js';
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

/** Numbers by the commands that they are drawn for. */
type Allocate = (commandIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** The schema `ids`, step by step. */
export const idSteps = [
  `CREATE TABLE ids.allocation (
     command_id uuid NOT NULL, kind text NOT NULL, id integer NOT NULL,
     PRIMARY KEY (command_id, kind))`,
];

/**
 * The numbers of some commands, in their order, in one statement; no row for a command that another
 * call is ahead of us with. Rows are made in one order everywhere, so that no two processes wait for
 * each other.
 */
const ALLOCATE = (sequence: string) => `
  WITH asked AS (
    SELECT command_id, n FROM unnest($1::uuid[]) WITH ORDINALITY AS one (command_id, n)),
  earlier AS (
    SELECT command_id, id FROM ids.allocation WHERE command_id = ANY ($1) AND kind = $2),
  numbered AS MATERIALIZED (
    SELECT command_id, nextval('${sequence}') AS id FROM (
      SELECT command_id FROM asked WHERE command_id NOT IN (SELECT command_id FROM earlier)
      ORDER BY n) AS missing),
  drawn AS (
    INSERT INTO ids.allocation (command_id, kind, id)
    SELECT command_id, $2, id FROM numbered ORDER BY command_id
    ON CONFLICT DO NOTHING RETURNING command_id, id)
  SELECT command_id, id FROM earlier UNION ALL SELECT command_id, id FROM drawn`;

export async function openIds({ pool }: { pool: Pool }): Promise<Ids> {
  await ensureSchema(pool, 'ids', idSteps);
  const known = new Map<string, Promise<Allocate>>();

  /** Draws numbers of a kind; what is asked for at once goes in one statement. */
  const drawer = async (kind: string, step?: number): Promise<Allocate> => {
    const text = ALLOCATE(await ensureSequence(pool, kind, step));
    const allocate = { name: `allocate ${kind}`, text };
    return batched(async (commandIds: readonly string[]) => {
      const asked = [...new Set(commandIds)];
      const rows = await query<{ command_id: string; id: number }>(pool, allocate, [asked, kind]);
      return new Map(rows.map(({ command_id, id }) => [command_id, id]));
    });
  };
  const drawerOf = (kind: string, step?: number): Promise<Allocate> => {
    const name = `${kind} ${step}`;
    const ready = known.get(name) ?? drawer(kind, step);
    known.set(name, ready);
    ready.catch(() => known.delete(name));
    return ready;
  };

  return {
    async allocateId(kind, commandId, step = 1) {
      const allocate = await drawerOf(kind, step);
      // As Postgres writes it.
      const key = commandId.toLowerCase();
      for (;;) {
        const id = (await allocate([key])).get(key);
        if (id !== undefined) return id;
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
      const sequence = await ensureSequence(pool, kind);
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
