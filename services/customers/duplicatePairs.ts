import {
  DUPLICATE_REASONS,
  type DuplicatePair,
  type DuplicatePairs,
  type DuplicateReason,
  MOST_PAIRS,
  MOST_SHARING,
  REASON_SCORES,
} from '@insuremanager/contracts/customers/duplicates';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { customersTable, toldApartTable } from './customerTables.js';

/** What two share that makes them a pair, and where it stands: each has an index of its own. */
const SHARED = [
  { reason: 'aadhaarNumber', columns: ['aadhaar_fingerprint'] },
  { reason: 'panNumber', columns: ['pan_number'] },
  { reason: 'nameAndBirthday', columns: ['name_sound', 'date_of_birth'] },
  { reason: 'phone', columns: ['phone_digits'] },
  { reason: 'email', columns: ['email_key'] },
] as const satisfies readonly { reason: DuplicateReason; columns: readonly string[] }[];

interface PairRow {
  readonly first_id: number;
  readonly second_id: number;
  readonly first_name: string;
  readonly second_name: string;
  readonly score: number;
  readonly reasons: DuplicateReason[];
}

/**
 * Pairs of existing customers who share a value that few share. Values that are there more than once
 * are found by walking their indexes alone; then only those who have them are looked at. Names and
 * birthdays that are alike besides make a pair likelier, but no pair of their own.
 */
export async function duplicatePairs(
  tables: ReadTables,
  { offset }: { readonly offset: number },
): Promise<DuplicatePairs> {
  const customers = tables.relation(customersTable.name);
  const apart = tables.relation(toldApartTable.name);
  const found = SHARED.map(({ reason, columns }) => {
    const list = columns.join(', ');
    // Phones are never null, and may be empty; the others have an index of what is not null.
    const isThere = columns.map((column) =>
      column === 'phone_digits' ? `${column} <> ''` : `${column} IS NOT NULL`,
    );
    const same = columns.map((column) => `one.${column} = shared.${column}`);
    return `SELECT one.id AS first_id, another.id AS second_id, '${reason}' AS reason
      FROM (SELECT ${list} FROM ${customers} AS c WHERE ${isThere.join(' AND ')}
        GROUP BY ${list} HAVING count(*) BETWEEN 2 AND ${MOST_SHARING}) AS shared
      JOIN ${customers} AS one ON ${same.join(' AND ')}
      JOIN ${customers} AS another
        ON ${same.join(' AND ').replaceAll('one.', 'another.')} AND one.id < another.id`;
  });
  const scores = Object.entries(REASON_SCORES).map(
    ([reason, score]) => `WHEN '${reason}' THEN ${score}`,
  );
  const { rows } = await tables.knex.raw<{ rows: PairRow[] }>(
    `WITH pairs AS (
       SELECT first_id, second_id, array_agg(reason) AS reasons,
         sum(CASE reason ${scores.join(' ')} END) AS score
       FROM (${found.join(' UNION ALL ')}) AS found GROUP BY first_id, second_id
     ), judged AS (
       SELECT first_id, second_id, one.name AS first_name, another.name AS second_name,
         reasons || CASE WHEN 'nameAndBirthday' = ANY (reasons) THEN '{}'::text[] ELSE
           CASE WHEN one.name_sound = another.name_sound THEN ARRAY['name'] ELSE '{}' END ||
           CASE WHEN one.date_of_birth = another.date_of_birth THEN ARRAY['birthday'] ELSE '{}' END
         END AS reasons,
         score + CASE WHEN 'nameAndBirthday' = ANY (reasons) THEN 0 ELSE
           CASE WHEN one.name_sound = another.name_sound THEN ${REASON_SCORES.name} ELSE 0 END +
           CASE WHEN one.date_of_birth = another.date_of_birth THEN ${REASON_SCORES.birthday} ELSE 0 END
         END AS score
       FROM pairs
       JOIN ${customers} AS one ON one.id = first_id
       JOIN ${customers} AS another ON another.id = second_id
       WHERE NOT EXISTS (SELECT FROM ${apart} AS apart
         WHERE apart.first_id = pairs.first_id AND apart.second_id = pairs.second_id)
     )
     SELECT first_id, second_id, first_name, second_name, score::integer, reasons
     FROM judged ORDER BY score DESC, first_id, second_id LIMIT ${MOST_PAIRS + 1} OFFSET :offset`,
    { offset },
  );
  return {
    pairs: rows.slice(0, MOST_PAIRS).map(pairOf),
    hasMore: rows.length > MOST_PAIRS,
  };
}

const pairOf = (row: PairRow): DuplicatePair => ({
  ...{ firstId: row.first_id, firstName: row.first_name },
  ...{ secondId: row.second_id, secondName: row.second_name },
  score: row.score,
  reasons: DUPLICATE_REASONS.filter((reason) => row.reasons.includes(reason)),
});
