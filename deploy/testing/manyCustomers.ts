import type { TestGateway } from './testGateway.js';

/** Rows of a customer again, by the numbers 1001, 1002 and so on, in that order by name. */
export async function manyCustomers(
  { platform: { pool }, readModels: { schema } }: Pick<TestGateway, 'platform' | 'readModels'>,
  customerId: number,
  more: number,
): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = $1 AND table_name = 'customers' AND is_generated = 'NEVER'`,
    [schema],
  );
  const changed: Record<string, string> = { id: '1000 + n', name_key: `lpad(n::text, 6, '0')` };
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) => changed[name] ?? name);
  await pool.query(
    `INSERT INTO ${schema}.customers (${columns}) SELECT ${values}
     FROM ${schema}.customers, generate_series(1, ${more}) AS n WHERE id = ${customerId}`,
  );
}
