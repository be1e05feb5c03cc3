import type pg from 'pg';
import type { Table } from './projector.js';
import { groupsOf, summarySelect, totalsOf } from './summaries.js';

/** The names of the summaries that do not equal their lists. Both are read at the same moment. */
export async function differingSummaries(
  on: Pick<pg.ClientBase, 'query'>,
  schema: string,
  tables: Iterable<Table>,
): Promise<string[]> {
  const differing: string[] = [];
  for (const table of tables) {
    for (const summary of table.summaries ?? []) {
      const kept = `SELECT ${[...groupsOf(summary), ...totalsOf(summary)].join(', ')}
        FROM ${schema}.${summary.name}`;
      const counted = summarySelect((name) => `${schema}.${name}`, table, summary);
      const { rows } = await on.query(
        `WITH kept AS (${kept}), counted AS (${counted})
         (TABLE kept EXCEPT ALL TABLE counted) UNION ALL (TABLE counted EXCEPT ALL TABLE kept)`,
      );
      if (rows.length > 0) differing.push(summary.name);
    }
  }
  return differing;
}
