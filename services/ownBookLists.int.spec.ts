import { claimList } from '@insuremanager/contracts/claims/claimViews';
import { customerList } from '@insuremanager/contracts/customers/customerViews';
import { documentList } from '@insuremanager/contracts/documents/documentViews';
import { policyList } from '@insuremanager/contracts/policies/policyViews';
import { quotationList } from '@insuremanager/contracts/quotations/quotationViews';
import { reminderList } from '@insuremanager/contracts/reminders/reminderViews';
import { openImportFixture } from '@insuremanager/deploy/testing/importFixture';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';

const fixture = testFixture(async (backend) => {
  const opened = await openImportFixture(backend);
  await fillBooks(opened);
  return opened;
});

/** Of somebody else, each with a record of each kind. */
const OTHERS = 6_000;
/**
 * Of the agent, who have nothing. Postgres expects to read a tenth of what a limit that it does not
 * know bounds: with more of their own both ways to them would cost nearly the same here.
 */
const OWN = 60;
const AGENT = { ownerId: 7 };
/** Rows that a page may touch, of two kinds of policies or of a walk: not the 6,000 of the others. */
const MOST_ROWS = 3_000;

/** A book of many, beside one of a few customers without records. */
async function fillBooks({ platform, readModels }: Awaited<ReturnType<typeof openImportFixture>>) {
  const { schema } = readModels;
  for (const table of ['customers', 'documents', 'policies', 'quotations', 'reminders', 'claims']) {
    const { rows } = await platform.pool.query<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_schema = $1 AND table_name = $2 AND is_generated = 'NEVER'
         AND (is_nullable = 'NO' OR column_name IN ('owner_id', 'filed_under'))`,
      [schema, table],
    );
    const filledWith = ({ name, type }: { name: string; type: string }): string => {
      if (name === 'owner_id') return `CASE WHEN n <= ${OTHERS} THEN 8 ELSE 7 END`;
      if (name === 'kind') return `CASE WHEN n % 2 = 0 THEN 'health' ELSE 'vehicle' END`;
      if (type === 'date') return `'2026-01-01'::date + n % 300`;
      if (type.startsWith('timestamp'))
        return `'2026-01-01'::timestamptz + n * interval '1 minute'`;
      if (type === 'boolean') return 'false';
      if (type === 'jsonb') return `'{}'`;
      if (type === 'ARRAY') return `'{}'`;
      return type === 'text' ? `'x' || n` : 'n';
    };
    const last = table === 'customers' ? OTHERS + OWN : OTHERS;
    await platform.pool.query(
      `INSERT INTO ${schema}.${table} (${rows.map(({ name }) => name)})
       SELECT ${rows.map(filledWith)} FROM generate_series(1, ${last}) AS n`,
    );
    await platform.pool.query(`ANALYZE ${schema}.${table}`);
  }
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows that a statement reads from tables, also those that it leaves out. */
const rowsRead = (node: PlanNode): number =>
  (/Scan/.test(node['Node Type']) && !/CTE|Subquery|Function/.test(node['Node Type'])
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0) + (node.Plans ?? []).reduce((sum, below) => sum + rowsRead(below), 0);

/** Rows that the database touches while the product answers. */
async function touched(work: () => Promise<{ readonly items: readonly unknown[] }>) {
  const { readModels, platform } = fixture;
  const asked: { sql: string; bindings: unknown[] }[] = [];
  const capture = (query: (typeof asked)[number]): void => void asked.push(query);
  readModels.knex.on('query', capture);
  const { items } = await work().finally(() => readModels.knex.off('query', capture));
  let rows = 0;
  for (const { sql, bindings } of asked) {
    const explained = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`;
    const plan = await platform.pool.query(explained, [...bindings]);
    rows += rowsRead(plan.rows[0]['QUERY PLAN'][0].Plan);
  }
  return { items, rows };
}

const LISTS = {
  customers: customerList,
  documents: documentList,
  policies: policyList,
  quotations: quotationList,
  reminders: reminderList,
  claims: claimList,
} as const;
const CASES = Object.entries(LISTS).flatMap(([name, { sorts }]) =>
  sorts.flatMap((sort) =>
    (['asc', 'desc'] as const).map((direction) => ({ name, sort, direction })),
  ),
);

describe('a page of a book that has nothing of a kind', () => {
  it.each(CASES)('reads no rows of other books: $name by $sort, $direction', async (one) => {
    const { name, sort, direction } = one;
    const service = fixture[name as 'documents'].within(AGENT);
    const asked = { filter: {}, sort: sort as 'size', direction, limit: 50 };
    const { items, rows } = await touched(() => service.list(asked));
    expect(items).toHaveLength(name === 'customers' ? 50 : 0);
    expect(rows).toBeLessThan(MOST_ROWS);
  });

  it('is found by a walk in order where the reader has many', async () => {
    const many = fixture.quotations.within({ ownerId: 8 });
    const asked = { filter: {}, sort: 'total', direction: 'asc', limit: 50 } as const;
    // What was filled in makes rows, and no quotations.
    const { rows } = await touched(() => many.list(asked).catch(() => ({ items: [] })));
    expect(rows).toBeGreaterThan(50);
    expect(rows).toBeLessThan(MOST_ROWS);
  });
});
