import type pg from 'pg';
import type { Table } from '../projector.js';
import { tallySelect } from '../tallies.js';

/** The names of the tallies that do not equal their lists. Both are read at the same moment. */
export async function talliesThatDiffer(
  on: Pick<pg.ClientBase, 'query'>,
  schema: string,
  tables: Iterable<Table>,
): Promise<string[]> {
  const differing: string[] = [];
  for (const table of tables) {
    for (const tally of table.tallies ?? []) {
      const kept = `SELECT ${[...tally.by, 'count', ...(tally.sums ?? [])].join(', ')}
        FROM ${schema}.${tally.name}`;
      const counted = tallySelect(schema, table, tally);
      const { rows } = await on.query(
        `WITH kept AS (${kept}), counted AS (${counted})
         (TABLE kept EXCEPT ALL TABLE counted) UNION ALL (TABLE counted EXCEPT ALL TABLE kept)`,
      );
      if (rows.length > 0) differing.push(tally.name);
    }
  }
  return differing;
}
