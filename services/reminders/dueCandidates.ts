import { CUSTOMER_REASONS, TERM_REASONS } from '@insuremanager/contracts/reminders/reminderKinds';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Knex } from 'knex';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { type CoverEnd, coverEnds } from '../policies/index.js';
import { decisionsTable } from './reminderTables.js';

/** Terms of a customer about which something may have to be decided; the streams say what. */
export interface Candidate {
  readonly customerId: number;
  readonly termIds: readonly number[];
}

export interface CandidateRequest {
  readonly today: Day;
  /** Behind this customer. */
  readonly after: number;
  readonly limit: number;
}

/** Finds candidates by rows, in the order of customers. */
export const dueCandidates = (tables: ReadTables) => {
  const { knex } = tables;

  const pageOf = async (
    ends: Knex.QueryBuilder,
    { after, limit }: CandidateRequest,
  ): Promise<Candidate[]> => {
    const rows: { customer_id: number; term_ids: number[] }[] = await ends
      .where('ends.customer_id', '>', after)
      .groupBy('ends.customer_id')
      .orderBy('ends.customer_id')
      .limit(limit)
      .select('ends.customer_id', knex.raw('array_agg(DISTINCT ends.term_id) AS term_ids'));
    return rows.map((row) => ({ customerId: row.customer_id, termIds: row.term_ids }));
  };

  return {
    /**
     * Those with an end that is within some days and of which nothing was decided since it came
     * within them; or what stood in its way of the term itself does not any more.
     * @param days before the end on which the calendar asks.
     * @param isSecondLook also what was in the way of the customer, which rows do not tell.
     */
    due(
      request: CandidateRequest,
      days: readonly number[],
      isSecondLook: boolean,
    ): Promise<Candidate[]> {
      const { today } = request;
      const last = addDays(today, Math.max(...days));
      const smallestFirst = [...days].sort((a, b) => a - b);
      // The day on which the end came within the fewest of the days that it is within.
      const since = knex.raw(
        `ends.due_date - CASE ${smallestFirst.map(() => 'WHEN ends.due_date <= ?::date THEN ?::integer').join(' ')} END`,
        smallestFirst.flatMap((count) => [addDays(today, count), count]),
      );
      const anew = isSecondLook ? [...TERM_REASONS, ...CUSTOMER_REASONS] : TERM_REASONS;
      const ends = knex
        .from(coverEnds(tables, today, last).as('ends'))
        .joinRaw(
          `LEFT JOIN ${tables.relation(decisionsTable.name)} AS decision ON decision.term_id = ends.term_id
             AND decision.cover = ends.cover AND decision.due_date = ends.due_date
             AND decision.customer_id = ends.customer_id
             AND decision.due_date BETWEEN ? AND ?`,
          [today, last],
        )
        .where((some) => {
          some
            .whereNull('decision.end_key')
            .orWhereRaw('decision.decided_on < ?', [since])
            .orWhere((open) => open.whereIn('decision.suppression', [...anew]).whereRaw(OPEN));
        });
      return pageOf(ends, request);
    },

    /** Those with an active term that ends within some days, today included. */
    renewing: (request: CandidateRequest, within: number): Promise<Candidate[]> =>
      pageOf(
        knex
          .from(coverEnds(tables, request.today, addDays(request.today, within)).as('ends'))
          .where({ cover: 'policy', status: 'active' } satisfies Partial<CoverEnd>),
        request,
      ),
  };
};

/** Third-party cover may go on when the rest has ended. */
const OPEN = `(ends.status = 'active' OR (ends.cover = 'third_party' AND ends.status = 'expired'))`;
