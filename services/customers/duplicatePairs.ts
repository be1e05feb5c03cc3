import {
  DUPLICATE_REASONS,
  type DuplicatePair,
  type DuplicatePairs,
  type DuplicateReason,
  type DuplicatesQuery,
  MOST_PAIRS,
  type ToldApartPairs,
  type ToldApartQuery,
} from '@insuremanager/contracts/customers/duplicates';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { CUSTOMER_PAIRS, customersTable, toldApartTable } from './customerTables.js';

interface PairRow {
  readonly first_id: number;
  readonly second_id: number;
  readonly first_name: string;
  readonly second_name: string;
  readonly score: number;
  readonly reasons: DuplicateReason[];
}

/** A page of the pairs that the database keeps, of whom nobody said that they are two. */
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
     WHERE NOT EXISTS (SELECT FROM ${tables.relation(toldApartTable.name)} AS apart
       WHERE apart.first_id = pairs.first_id AND apart.second_id = pairs.second_id
         AND apart.is_apart)
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
  readonly told_at: Date;
  readonly told_by: string;
}

/** A page of existing customers who were told apart, the last first. */
export async function toldApartPairs(
  tables: ReadTables,
  { offset }: ToldApartQuery,
): Promise<ToldApartPairs> {
  const customers = tables.relation(customersTable.name);
  const { rows } = await tables.knex.raw<{ rows: ApartRow[] }>(
    `SELECT first_id, second_id, one.name AS first_name, another.name AS second_name,
       told_at, told_by
     FROM ${tables.relation(toldApartTable.name)} AS apart
     JOIN ${customers} AS one ON one.id = first_id
     JOIN ${customers} AS another ON another.id = second_id
     WHERE is_apart ORDER BY told_at DESC, pair LIMIT ${MOST_PAIRS + 1} OFFSET :offset`,
    { offset },
  );
  const pairs = rows.slice(0, MOST_PAIRS).map((row) => ({
    ...bothOf(row),
    ...{ toldAt: row.told_at.toISOString(), toldBy: row.told_by },
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
