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

export async function planOf(pool: Pool, { text, values }: BareQuery): Promise<QueryPlan> {
  const explained = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`;
  const { rows } = await pool.query(explained, [...values]);
  const nodes = nodesBelow(rows[0]['QUERY PLAN'][0].Plan as PlanNode);
  // A search plans a way that it does not go when the first rows fill the page.
  const scansAll = (node: PlanNode): boolean =>
    node['Node Type'] === 'Seq Scan' &&
    node['Actual Loops'] > 0 &&
    RECORDS.some((name) => name === node['Relation Name']);
  const words = nodes.map(({ 'Node Type': type, 'Index Name': index }) =>
    index ? `${type} (${index})` : type,
  );
  return { words: words.join(' < '), scansAll: nodes.some(scansAll) };
}

/** Tables that grow with the business; totals are small and are read whole. */
const RECORDS = [
  ...['customers', 'policies', 'documents', 'quotations'],
  ...['tasks', 'claims', 'reminders', 'renewal_cards', 'day_items'],
];

const nodesBelow = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(nodesBelow),
];
