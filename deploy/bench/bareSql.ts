import type { CustomerListRequest } from '@insuremanager/contracts/customers/customerViews';
import type { Pool } from '@insuremanager/services/platform/postgres/postgres';
import type { Services } from '../roles/openServices.js';

/** A page as the product asks the database for it. */
export interface BarePage {
  /** Null for the first page. */
  readonly cursor: string | null;
  readonly text: string;
  readonly values: readonly unknown[];
}

interface CapturedQuery {
  sql: string;
  bindings: readonly unknown[];
}

/** The first pages of a list, with the very SQL that the product makes of them. */
export async function barePages(
  { customers, readModels: { knex } }: Services,
  request: CustomerListRequest,
  most: number,
): Promise<BarePage[]> {
  const pages: BarePage[] = [];
  let cursor: string | null = null;
  let captured: CapturedQuery | undefined;
  const capture = (query: CapturedQuery): void => {
    captured = query;
  };
  knex.on('query', capture);
  try {
    do {
      const { nextCursor } = await customers.list({ ...request, cursor });
      if (!captured) throw new Error('A list was answered without a query');
      pages.push({ cursor, text: captured.sql, values: captured.bindings });
      cursor = nextCursor;
    } while (cursor !== null && pages.length < most);
  } finally {
    knex.off('query', capture);
  }
  return pages;
}

export const askBare = async (pool: Pool, { text, values }: BarePage): Promise<number> =>
  (await pool.query(text, [...values])).rows.length;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

export interface PagePlan {
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
  { text, values }: BarePage,
  columns: ReadonlyMap<string, string>,
): Promise<PagePlan> {
  const { rows } = await pool.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
  const nodes = nodesBelow(rows[0]['QUERY PLAN'][0].Plan as PlanNode);
  return {
    words: nodes.map((node) => inWords(node, columns)).join(' < '),
    scansAll: nodes.some(
      (node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'customers',
    ),
  };
}

const nodesBelow = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(nodesBelow),
];

const inWords = (node: PlanNode, columns: ReadonlyMap<string, string>): string => {
  const index = node['Index Name'];
  return index ? `${node['Node Type']} (${columns.get(index) ?? index})` : node['Node Type'];
};
