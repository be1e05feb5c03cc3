import {
  BREACH_STEPS,
  type BreachStep,
  type DataKind,
  type LetterState,
  stepDueAt,
} from '@insuremanager/contracts/privacy/breachKinds';
import type { LetterCounts } from '@insuremanager/contracts/privacy/breachViews';
import { customersTable } from '../customers/index.js';
import { FILED_UNDER } from '../platform/readModels/filing.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import type { OpenClock } from './breaches.js';
import {
  breachesTable,
  breachLettersTable,
  breachPersonsTable,
  confirmationsTable,
} from './breachTables.js';

type BreachRow = Readonly<Record<BreachStep, boolean>> & {
  readonly id: number;
  readonly aware_at: Date;
};

export interface ConcernedPerson {
  readonly customerId: number;
  readonly data: readonly DataKind[];
  readonly letter: LetterState;
  /** The number in whose stream the letter stands: of a customer who was merged since, maybe. */
  readonly letterOf: number;
}

interface PersonRow {
  readonly customer_id: number;
  readonly data: string;
  readonly state: LetterState;
  readonly letter_of: number | null;
}

/** A letter that was deferred is tried again after so long, */
const DEFERRED_REST = '10 minutes';

/** What lists and clocks need of breaches, of those concerned and their letters. */
export const breachQueries = ({ knex, relation, from }: ReadTables) => {
  const rowsOf = async <Row>(sql: string, values: object): Promise<Row[]> =>
    ((await knex.raw(sql, values as never)) as { rows: Row[] }).rows;

  /** Those who are confirmed, each once: `customer_id`, `data`, whether they get a letter now. */
  const concerned = `
    SELECT person.customer_id,
      string_agg(DISTINCT kind, ',' ORDER BY kind) AS data,
      bool_or(confirmation.revision <= breach.letters_revision) AS is_asked
    FROM ${relation(breachesTable.name)} AS breach
    JOIN ${relation(confirmationsTable.name)} AS confirmation
      ON confirmation.breach_id = breach.id AND confirmation.revision > breach.cleared_revision
    JOIN ${relation(breachPersonsTable.name)} AS person
      ON person.breach_id = breach.id AND person.confirmation_id = confirmation.id
    CROSS JOIN unnest(string_to_array(person.data, ',')) AS kind
    WHERE breach.id = :id AND person.customer_id > :after
    GROUP BY person.customer_id`;

  /**
   * With how the letter to them stands: of several under numbers that lead to one person, the one
   * that was sent, or else the last.
   */
  const persons = `
    SELECT concerned.customer_id, concerned.data, concerned.is_asked, letter.state AS letter_state,
      letter.at AS letter_at, letter.${FILED_UNDER} AS letter_of, customer.id IS NOT NULL AS is_there,
      CASE
        WHEN letter.state IN ('sent', 'sending', 'refused', 'failed', 'not_known')
          THEN letter.state
        WHEN customer.id IS NULL THEN 'unreachable'
        WHEN customer.email IS NULL OR letter.state = 'no_address' THEN 'to_be_printed'
        ELSE 'waiting' END AS state
    FROM (${concerned}) AS concerned
    LEFT JOIN LATERAL (
      SELECT * FROM ${relation(breachLettersTable.name)} AS each
      WHERE each.breach_id = :id AND each.customer_id = concerned.customer_id
      ORDER BY each.state = 'sent' DESC, each.at DESC LIMIT 1
    ) AS letter ON true
    LEFT JOIN ${relation(customersTable.name)} AS customer
      ON customer.id = concerned.customer_id`;

  const personOf = ({ customer_id, data, state, letter_of }: PersonRow): ConcernedPerson => ({
    customerId: customer_id,
    letterOf: letter_of ?? customer_id,
    data: data.split(',').filter(Boolean) as DataKind[],
    letter: state,
  });

  return {
    async ids(): Promise<number[]> {
      const rows: { id: number }[] = await from(breachesTable.name)
        .select('id')
        .orderBy('id', 'desc');
      return rows.map(({ id }) => id);
    },

    async openClocks(limit: number): Promise<OpenClock[]> {
      const rows: BreachRow[] = await from(breachesTable.name)
        .select('id', 'aware_at', ...BREACH_STEPS)
        .where({ is_closed: false });
      return rows
        .flatMap((row) =>
          BREACH_STEPS.filter((step) => !row[step]).map((step) => ({
            ...{ breachId: row.id, step, dueAt: stepDueAt(step, row.aware_at) },
          })),
        )
        .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || a.breachId - b.breachId)
        .slice(0, limit);
    },

    async persons(id: number, after: number, limit: number): Promise<ConcernedPerson[]> {
      const sql = `${persons} ORDER BY customer_id LIMIT :limit`;
      return (await rowsOf<PersonRow>(sql, { id, after, limit })).map(personOf);
    },

    /** In some states only. */
    async personsWith(
      id: number,
      states: readonly LetterState[],
      {
        after,
        limit,
        skip = 0,
      }: { readonly after: number; readonly limit: number; readonly skip?: number },
    ): Promise<ConcernedPerson[]> {
      const sql = `SELECT * FROM (${persons}) AS every WHERE state = ANY (:states)
        ORDER BY customer_id LIMIT :limit OFFSET :skip`;
      return (await rowsOf<PersonRow>(sql, { id, after, limit, skip, states })).map(personOf);
    },

    async person(id: number, customerId: number): Promise<ConcernedPerson | null> {
      const sql = `SELECT * FROM (${persons}) AS every WHERE customer_id = :customerId`;
      const [row] = await rowsOf<PersonRow>(sql, { id, after: customerId - 1, customerId });
      return row ? personOf(row) : null;
    },

    async letterCounts(id: number): Promise<{ counts: LetterCounts; data: DataKind[] }> {
      const rows = await rowsOf<{ state: LetterState; n: number; data: string | null }>(
        `SELECT state, count(*)::integer AS n, string_agg(DISTINCT data, ',') AS data
         FROM (${persons}) AS every GROUP BY state`,
        { id, after: 0 },
      );
      const of = (...states: LetterState[]) =>
        rows.reduce((sum, { state, n }) => (states.includes(state) ? sum + n : sum), 0);
      const data = new Set(rows.flatMap((row) => row.data?.split(',') ?? []));
      return {
        counts: {
          persons: rows.reduce((sum, { n }) => sum + n, 0),
          ...{ unreachable: of('unreachable'), toBePrinted: of('to_be_printed') },
          ...{ waiting: of('waiting'), sending: of('sending'), sent: of('sent') },
          failed: of('refused', 'failed', 'not_known'),
        },
        data: [...data].sort() as DataKind[],
      };
    },

    /** Breaches with letters that may be sent. */
    async lettersRequested(): Promise<number[]> {
      const rows: { id: number }[] = await from(breachesTable.name)
        .select('id')
        .where('letters_revision', '>=', 0)
        .orderBy('id');
      return rows.map(({ id }) => id);
    },

    /** To whom a letter is to be sent now. */
    async waiting(
      id: number,
      now: Date,
      { after, limit }: { readonly after: number; readonly limit: number },
    ): Promise<ConcernedPerson[]> {
      const sql = `SELECT * FROM (${persons}) AS every
        WHERE state = 'waiting' AND is_asked
          AND (letter_state IS DISTINCT FROM 'deferred'
            OR letter_at < CAST(:now AS timestamptz) - interval '${DEFERRED_REST}')
        ORDER BY customer_id LIMIT :limit`;
      return (await rowsOf<PersonRow>(sql, { id, after, limit, now })).map(personOf);
    },
  };
};
