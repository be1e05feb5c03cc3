import type { Pool } from '@insuremanager/services/platform/postgres/postgres';
import type { Services } from '../roles/openServices.js';

/** One statement as the product sends it to the database. */
export interface BareQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface CapturedQuery {
  sql: string;
  bindings: readonly unknown[];
}

/** Everything that the product asks the read models while it does `work`. */
export async function captured<Result>(
  { readModels: { knex } }: Pick<Services, 'readModels'>,
  work: () => Promise<Result>,
): Promise<{ result: Result; bare: BareQuery[] }> {
  const bare: BareQuery[] = [];
  const capture = ({ sql, bindings }: CapturedQuery): void => {
    bare.push({ text: sql, values: bindings });
  };
  knex.on('query', capture);
  try {
    const result = await work();
    return { result, bare };
  } finally {
    knex.off('query', capture);
  }
}

/** The same statements without the product, all at once as it sends them. */
export const askBare = (pool: Pool, queries: readonly BareQuery[]): Promise<unknown> =>
  Promise.all(queries.map(({ text, values }) => pool.query(text, [...values])));

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

export interface QueryPlan {
  /** Node types from the top, with the indexes they use. */
  readonly words: string;
  readonly scansAll: boolean;
}

/** What each index is on, by its name. */
export async function indexColumns(pool: Pool, schema: string): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `SELECT indexname AS name, substring(indexdef from 'USING (.*)') AS columns
     FROM pg_indexes WHERE schemaname = $1`,
    [schema],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns.replace(/^btree \((.*)\)/, '$1')]));
}

export async function planOf(
  pool: Pool,
  { text, values }: BareQuery,
  columns: ReadonlyMap<string, string>,
): Promise<QueryPlan> {
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, [
    ...values,
  ]);
  const nodes = nodesBelow(rows[0]['QUERY PLAN'][0].Plan as PlanNode);
  return {
    words: nodes.map((node) => inWords(node, columns)).join(' < '),
    scansAll: nodes.some(
      (node) =>
        node['Node Type'] === 'Seq Scan' &&
        // A search plans a way that it does not go when the first rows fill the page.
        node['Actual Loops'] > 0 &&
        RECORDS.some((name) => name === node['Relation Name']),
    ),
  };
}

/** Tables that grow with the business; totals are small and are read whole. */
const RECORDS = ['customers', 'policies', 'documents', 'quotations'] as const;

const nodesBelow = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(nodesBelow),
];

const inWords = (node: PlanNode, columns: ReadonlyMap<string, string>): string => {
  const index = node['Index Name'];
  return index ? `${node['Node Type']} (${columns.get(index) ?? index})` : node['Node Type'];
};
