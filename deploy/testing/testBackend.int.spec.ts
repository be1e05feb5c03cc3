import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from './testBackend.js';

let first: TestBackend;
let second: TestBackend;

beforeAll(async () => {
  [first, second] = await Promise.all([startTestBackend(), startTestBackend()]);
});
afterAll(() => Promise.all([first.stop(), second.stop()]));

async function tablesNamed(databaseUrl: string, name: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const found = await client.query('SELECT FROM pg_tables WHERE tablename = $1', [name]);
    return found.rowCount ?? 0;
  } finally {
    await client.end();
  }
}

describe('a test backend', () => {
  it('shares nothing with another one', async () => {
    const client = new pg.Client({ connectionString: first.databaseUrl });
    await client.connect();
    await client.query('CREATE TABLE mine ()');
    await client.end();

    expect(await tablesNamed(first.databaseUrl, 'mine')).toBe(1);
    expect(await tablesNamed(second.databaseUrl, 'mine')).toBe(0);
  });
});
