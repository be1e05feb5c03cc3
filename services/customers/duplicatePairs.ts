import {
  type DistinctPairs,
  type DistinctQuery,
  DUPLICATE_REASONS,
  type DuplicatePair,
  type DuplicatePairs,
  type DuplicateReason,
  type DuplicatesQuery,
  MOST_PAIRS,
} from '@insuremanager/contracts/customers/duplicates';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { CUSTOMER_PAIRS, customersTable, distinctTable } from './customerTables.js';

interface PairRow {
  readonly first_id: number;
  readonly second_id: number;
  readonly first_name: string;
  readonly second_name: string;
  readonly score: number;
  readonly reasons: DuplicateReason[];
}

/** A page of the pairs that the database keeps, whom nobody marked as distinct. */
export async function duplicatePairs(
  tables: ReadTables,
  { offset, customerId }: DuplicatesQuery,
): Promise<DuplicatePairs> {
  const customers = tables.relation(customersTable.name);
  const { rows } = await tables.knex.raw<{ rows: PairRow[] }>(
    `SELECT first_id, second_id, one.name AS first_name, another.name AS second_name,
       score, reasons
     FROM ${tables.relation(CUSTOMER_PAIRS)} AS pairs
     JOIN ${customers} AS one ON one.id = first_id
     JOIN ${customers} AS another ON another.id = second_id
     WHERE NOT EXISTS (SELECT FROM ${tables.relation(distinctTable.name)} AS marked
       WHERE marked.first_id = pairs.first_id AND marked.second_id = pairs.second_id
         AND marked.is_distinct)
     ${customerId === undefined ? '' : 'AND (first_id = :customerId OR second_id = :customerId)'}
     ORDER BY score DESC, first_id, second_id LIMIT ${MOST_PAIRS + 1} OFFSET :offset`,
    omitUndefined({ offset, customerId }),
  );
  return {
    pairs: rows.slice(0, MOST_PAIRS).map(pairOf),
    hasMore: rows.length > MOST_PAIRS,
  };
}

interface ApartRow extends Pick<PairRow, 'first_id' | 'second_id' | 'first_name' | 'second_name'> {
  readonly marked_at: Date;
  readonly marked_by: string;
}

/** A page of existing customers who are marked as distinct, the last first. */
export async function distinctPairs(
  tables: ReadTables,
  { offset }: DistinctQuery,
): Promise<DistinctPairs> {
  const customers = tables.relation(customersTable.name);
  const { rows } = await tables.knex.raw<{ rows: ApartRow[] }>(
    `SELECT first_id, second_id, one.name AS first_name, another.name AS second_name,
       marked_at, marked_by
     FROM ${tables.relation(distinctTable.name)} AS marked
     JOIN ${customers} AS one ON one.id = first_id
     JOIN ${customers} AS another ON another.id = second_id
     WHERE is_distinct ORDER BY marked_at DESC, pair LIMIT ${MOST_PAIRS + 1} OFFSET :offset`,
    { offset },
  );
  const pairs = rows.slice(0, MOST_PAIRS).map((row) => ({
    ...bothOf(row),
    ...{ markedAt: row.marked_at.toISOString(), markedBy: row.marked_by },
  }));
  return { pairs, hasMore: rows.length > MOST_PAIRS };
}

const bothOf = (row: Pick<PairRow, 'first_id' | 'second_id' | 'first_name' | 'second_name'>) => ({
  ...{ firstId: row.first_id, firstName: row.first_name },
  ...{ secondId: row.second_id, secondName: row.second_name },
});

const pairOf = (row: PairRow): DuplicatePair => ({
  ...bothOf(row),
  score: row.score,
  reasons: DUPLICATE_REASONS.filter((reason) => row.reasons.includes(reason)),
});
