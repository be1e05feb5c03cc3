import type { Role } from '@insuremanager/contracts/identity/permissions';
import type { SweepRefusal } from '@insuremanager/contracts/privacy/retention';
import type { CommandContext } from '../platform/commands/command.js';
import { conflict } from '../platform/errors.js';
import { inTransaction, type Pool, query } from '../platform/postgres/postgres.js';

/** The schema `retention`, step by step. Who was erased, and by whom, is in the log. */
export const sweepSteps = [
  `CREATE TABLE retention.sweeps (
     id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
     command_id uuid NOT NULL UNIQUE,
     user_id integer NOT NULL,
     username text NOT NULL,
     role text NOT NULL,
     correlation_id text NOT NULL,
     -- Somebody typed it: null once it is not needed any more.
     reason text,
     asked_at timestamptz NOT NULL,
     finished_at timestamptz);
   CREATE UNIQUE INDEX ON retention.sweeps ((true)) WHERE finished_at IS NULL;
   CREATE TABLE retention.swept_customers (
     sweep_id integer NOT NULL REFERENCES retention.sweeps,
     customer_id integer NOT NULL,
     -- waiting, erased or refused
     state text NOT NULL DEFAULT 'waiting',
     why text,
     PRIMARY KEY (sweep_id, customer_id));
   CREATE INDEX ON retention.swept_customers (sweep_id, state, customer_id)`,
];

export interface SweepRow {
  readonly id: number;
  readonly user_id: number;
  readonly username: string;
  readonly role: Role;
  readonly correlation_id: string;
  readonly reason: string | null;
  readonly asked_at: Date;
  readonly finished_at: Date | null;
}

/** One that goes on has its reason. */
export interface OpenSweep extends SweepRow {
  readonly reason: string;
}

export interface SweepProgress {
  readonly total: number;
  readonly erased: number;
  readonly refused: number;
}

export const sweepQueue = (pool: Pool) => ({
  findAsked: async (commandId: string): Promise<SweepRow | null> =>
    (
      await query<SweepRow>(pool, 'SELECT * FROM retention.sweeps WHERE command_id = $1', [
        commandId,
      ])
    ).at(0) ?? null,

  last: async (): Promise<SweepRow | null> =>
    (await query<SweepRow>(pool, 'SELECT * FROM retention.sweeps ORDER BY id DESC LIMIT 1')).at(
      0,
    ) ?? null,

  open: (): Promise<OpenSweep[]> =>
    query<OpenSweep>(pool, 'SELECT * FROM retention.sweeps WHERE finished_at IS NULL ORDER BY id'),

  /**
   * @param record writes down that it was asked for, before anybody can go on with it
   * @throws conflict `sweep-running`
   */
  begin: (
    { customerIds, reason, now }: { customerIds: readonly number[]; reason: string; now: Date },
    { commandId, actor, correlationId }: CommandContext,
    record: (sweepId: number) => Promise<void>,
  ): Promise<SweepRow> =>
    inTransaction(pool, async (client) => {
      const [row] = await query<SweepRow>(
        client,
        `INSERT INTO retention.sweeps
           (command_id, user_id, username, role, correlation_id, reason, asked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING *`,
        [commandId, actor.userId, actor.username, actor.role, correlationId, reason, now],
      );
      if (!row) throw sweepRunning();
      await record(row.id);
      await query(
        client,
        `INSERT INTO retention.swept_customers (sweep_id, customer_id)
         SELECT $1, unnest($2::integer[]) ON CONFLICT DO NOTHING`,
        [row.id, customerIds],
      );
      return row;
    }),

  /** The next ones behind a customer, by their numbers. */
  async waiting(sweepId: number, after: number, limit: number): Promise<number[]> {
    const rows = await query<{ customer_id: number }>(
      pool,
      `SELECT customer_id FROM retention.swept_customers
       WHERE sweep_id = $1 AND state = 'waiting' AND customer_id > $2
       ORDER BY customer_id LIMIT $3`,
      [sweepId, after, limit],
    );
    return rows.map(({ customer_id }) => customer_id);
  },

  async end(sweepId: number, customerId: number, why: SweepRefusal | null): Promise<void> {
    await query(
      pool,
      `UPDATE retention.swept_customers SET state = $3, why = $4
       WHERE sweep_id = $1 AND customer_id = $2 AND state = 'waiting'`,
      [sweepId, customerId, why === null ? 'erased' : 'refused', why],
    );
  },

  /** Once nobody waits any more. */
  async finish(sweepId: number, now: Date): Promise<void> {
    await query(
      pool,
      `UPDATE retention.sweeps SET finished_at = $2, reason = NULL
       WHERE id = $1 AND finished_at IS NULL AND NOT EXISTS (
         SELECT FROM retention.swept_customers WHERE sweep_id = $1 AND state = 'waiting')`,
      [sweepId, now],
    );
  },

  async progress(sweepId: number): Promise<SweepProgress> {
    const [row] = await query<SweepProgress>(
      pool,
      `SELECT count(*)::integer AS total,
         (count(*) FILTER (WHERE state = 'erased'))::integer AS erased,
         (count(*) FILTER (WHERE state = 'refused'))::integer AS refused
       FROM retention.swept_customers WHERE sweep_id = $1`,
      [sweepId],
    );
    return row ?? { total: 0, erased: 0, refused: 0 };
  },

  refused: (sweepId: number, limit: number) =>
    query<{ customer_id: number; why: SweepRefusal }>(
      pool,
      `SELECT customer_id, why FROM retention.swept_customers
       WHERE sweep_id = $1 AND state = 'refused' ORDER BY customer_id LIMIT $2`,
      [sweepId, limit],
    ),
});

const sweepRunning = () =>
  conflict('sweep-running', 'Customers are being erased already. Wait until that has ended.');
