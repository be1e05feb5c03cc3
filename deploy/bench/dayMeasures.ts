import { readSchemaOf } from '@insuremanager/services/platform/readModels/schema';
import pg from 'pg';
import { type Figure, figuresOf, repeated, timed, timingsOf } from '../harness/figures.js';
import { projectors } from '../roles/openServices.js';
import { askBare, captured, planOf } from './bareSql.js';
import type { Bench } from './part.js';

const ROUNDS = 110;
const WARM_UP = 10;
const LONGEST_MS = 120_000;
/** Items that the screen asks for at first. */
const SHOWN = 50;

interface Answer {
  readonly myDay: { readonly counts: readonly { readonly count: number }[] };
}

const v = figuresOf('v');

/** Whose day is asked for: the team’s, that of an owner of one customer in twenty. */
const DAYS: readonly (readonly [whose: string, userId: number | null])[] = [
  ['the team', null],
  ['an agent', 7],
];

/** The day as its screen asks for it, by turns with the first page of customers. */
export async function measureDays(bench: Bench): Promise<Figure[]> {
  const client = await bench.client();
  const { MyDay = '', CustomerList = '' } = bench.documents;
  const page = { filter: {}, sort: 'added', direction: 'desc', first: 50, withCount: true };
  await onTables(bench, fill);
  try {
    const figures: Figure[] = [];
    for (const [whose, userId] of DAYS) {
      const { bare, scans } = await statements(bench, whose, userId);
      const days: number[] = [];
      const lists: number[] = [];
      const bares: number[] = [];
      let items = 0;
      await repeated({ workers: 1, millis: LONGEST_MS, most: ROUNDS }, async (_, round) => {
        const day = await client.ask<Answer>(MyDay, { userId, first: SHOWN });
        const list = await client.ask<unknown>(CustomerList, page);
        const { millis } = await timed(() => askBare(bench.services.platform.pool, bare));
        if (round < WARM_UP) return;
        items = day.data.myDay.counts.reduce((sum, { count }) => sum + count, 0);
        days.push(day.millis);
        lists.push(list.millis);
        bares.push(millis);
      });
      const [day, list] = [timingsOf(days), timingsOf(lists)];
      figures.push(
        v(`items of the day of ${whose}`, items, ''),
        v(`day of ${whose}, p50`, day.p50, 'ms'),
        v(`day of ${whose}, p95`, day.p95, 'ms', { atMost: 50 }),
        v(`its SQL alone, p50`, timingsOf(bares).p50, 'ms'),
        v(`first page of customers between, p50`, list.p50, 'ms'),
        v(`day of ${whose} against that page, p50`, day.p50 / list.p50, '×'),
        v(`statements of the day of ${whose} that read every record`, scans, '', { atMost: 0 }),
      );
    }
    return figures;
  } finally {
    await onTables(bench, empty);
  }
}

/** What the product asks the database for a day, each with its plan. */
async function statements({ services, say }: Bench, whose: string, userId: number | null) {
  const { bare } = await captured(services, () => services.myDay.list(userId));
  const { pool } = services.platform;
  let scans = 0;
  say(`  the day of ${whose}: ${bare.length} statements`);
  for (const query of bare) {
    const { words, scansAll } = await planOf(pool, query);
    const { millis } = await timed(() => askBare(pool, [query]));
    if (scansAll) scans += 1;
    say(`    ${millis.toFixed(1)} ms${scansAll ? ', SEQ SCAN' : ''}: ${words}`);
  }
  return { bare, scans };
}

type Work = (client: pg.Client, table: (name: string) => string) => Promise<void>;

async function onTables({ servers }: Bench, work: Work): Promise<void> {
  const client = new pg.Client({ connectionString: servers.databaseUrl });
  const { name: schema } = readSchemaOf(projectors);
  await client.connect();
  try {
    await work(client, (name) => `${schema}.${name}`);
  } finally {
    await client.end();
  }
}

/** What a column holds of which nothing is said here. */
const ANYTHING: Readonly<Record<string, string>> = {
  integer: '0',
  bigint: '0',
  boolean: 'false',
  date: 'current_date',
  'timestamp with time zone': 'now()',
  jsonb: `'{}'`,
};

/**
 * Rows past the log, as after some years: what a day is made of is read from the lists, whoever wrote
 * it there. Their numbers are negative, which no record has.
 */
const ROWS: readonly (readonly [table: string, values: Record<string, string>, from: string])[] = [
  [
    // Two of each customer, a quarter of them open, most of these overdue.
    'tasks',
    {
      ...{ id: '-n', kind: `'task'`, repeats: `'never'`, text: `'Ring about ' || n` },
      ...{ is_done: 'n % 4 > 0', due_on: 'current_date + n % 400 - 300', customer_id: 'id' },
      ...{ assignee_id: 'owner_id', on_record: `'customer'`, on_id: 'id' },
    },
    '(SELECT CAST(row_number() OVER () AS integer) AS n, id, owner_id FROM :customers, generate_series(1, 2)) AS found',
  ],
  [
    // Of one policy in thirty; three in ten are open, two in three of these lack documents.
    'claims',
    {
      ...{ id: '-n', customer_id: 'customer_id', policy_id: 'id', policy_kind: 'kind' },
      ...{ stage: `CASE WHEN n % 10 < 3 THEN 'intimated' ELSE 'settled' END` },
      ...{
        missing_documents: 'n % 3',
        claim_number: `'CL-' || n`,
        created_at: `now() - n * '1 min'::interval`,
      },
    },
    '(SELECT CAST(row_number() OVER () AS integer) AS n, id, customer_id, kind FROM :policies WHERE customer_id % 30 = 0) AS found',
  ],
  [
    // One for each policy; one in a hundred failed, over a year.
    'reminders',
    {
      ...{ id: '-n', customer_id: 'customer_id', term_id: 'id', policy_type: 'kind' },
      ...{ cover: `'policy'`, due_date: 'end_date', is_done: 'true' },
      email_sent_at: 'CASE WHEN n % 100 > 0 THEN now() END',
      attempted_at: `now() - (n % 365) * '1 day'::interval`,
    },
    '(SELECT CAST(row_number() OVER () AS integer) AS n, id, customer_id, kind, end_date FROM :policies) AS found',
  ],
  [
    // Of active policies: one in four was talked about, of one in four it was said when to come back,
    // ten days before the end.
    'renewal_cards',
    {
      ...{ term_id: 'id', owner_id: 'owner_id', is_over: 'false' },
      contacted_at: 'CASE WHEN customer_id % 4 = 0 THEN now() END',
      follow_up_on: 'CASE WHEN customer_id % 4 = 1 THEN end_date - 10 END',
    },
    `(SELECT p.id, p.end_date, p.customer_id, c.owner_id FROM :policies p JOIN :customers c ON c.id = p.customer_id
      WHERE p.status = 'active' AND p.customer_id % 4 < 2 ORDER BY p.id) AS found`,
  ],
  [
    // Two offers in three that there ever were, and so those of the week; of claims every other one.
    'day_items',
    { key: 'key' },
    `(SELECT 'quotation:' || id || ':' || to_char(valid_until, 'YYYY-MM-DD') AS key
      FROM :quotations WHERE id % 3 > 0
      UNION ALL SELECT 'claim_documents:' || id || ':' || missing_documents
      FROM :claims WHERE id % 2 = 0) AS found`,
  ],
];

const fill: Work = async (client, table) => {
  await empty(client, table);
  for (const [name, values, from] of ROWS) {
    const { rows } = await client.query<{ name: string; type: string }>(
      `SELECT attname AS name, atttypid::regtype::text AS type FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
         AND attnotnull`,
      [table(name)],
    );
    const needed = rows.map((row) => [row.name, ANYTHING[row.type] ?? `''`] as const);
    const all = { ...Object.fromEntries(needed), ...values };
    const source = from.replaceAll(/:(\w+)/g, (_, of) => table(of));
    await client.query(
      `INSERT INTO ${table(name)} (${Object.keys(all)}) SELECT ${Object.values(all)} FROM ${source}`,
    );
    await client.query(`ANALYZE ${table(name)}`);
  }
};

const empty: Work = async (client, table) => {
  for (const name of ['tasks', 'claims', 'reminders']) {
    await client.query(`DELETE FROM ${table(name)} WHERE id < 0`);
  }
  // All of their rows are of this measure.
  await client.query(`TRUNCATE ${table('renewal_cards')}, ${table('day_items')}`);
};
