import type pg from 'pg';
import { isPaired, pairsSelect } from './pairs.js';
import type { Table } from './projector.js';
import { groupsOf, summarySelect, totalsOf } from './summaries.js';

/**
 * The names of the summaries, and of the pairs, that do not equal their lists. Both are read at the
 * same moment.
 */
export async function differingSummaries(
  on: Pick<pg.ClientBase, 'query'>,
  schema: string,
  tables: Iterable<Table>,
): Promise<string[]> {
  const differing: string[] = [];
  const compare = async (name: string, columns: readonly string[], counted: string) => {
    const { rows } = await on.query(
      `WITH kept AS (SELECT ${columns.join(', ')} FROM ${schema}.${name}), counted AS (${counted})
       (TABLE kept EXCEPT ALL TABLE counted) UNION ALL (TABLE counted EXCEPT ALL TABLE kept)`,
    );
    if (rows.length > 0) differing.push(name);
  };
  for (const table of tables) {
    for (const summary of table.summaries ?? []) {
      const counted = summarySelect((name) => `${schema}.${name}`, table, summary);
      await compare(summary.name, [...groupsOf(summary), ...totalsOf(summary)], counted);
    }
    if (isPaired(table)) {
      const columns = ['first_id', 'second_id', 'score', 'reasons'];
      await compare(table.pairs.name, columns, pairsSelect(`${schema}.${table.name}`, table));
    }
  }
  return differing;
}
