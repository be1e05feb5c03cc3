import { randomUUID } from 'node:crypto';
import { EXPORT_FORMATS, type ExportFormat } from '@insuremanager/contracts/exports/exportedLists';
import type { ExportInput, ExportView } from '@insuremanager/contracts/exports/exportViews';
import { readSchemaOf } from '@insuremanager/services/platform/readModels/schema';
import pg from 'pg';
import type { Client } from '../harness/client.js';
import { type Figure, figuresOf, repeated, timed, timingsOf } from '../harness/figures.js';
import { residentMemory } from '../harness/processes.js';
import { keepLooking, until } from '../harness/waiting.js';
import { projectors } from '../roles/openServices.js';
import type { Bench } from './part.js';

const x = figuresOf('x');

/** How often it is asked how far an export is, and looked at memory. Milliseconds. */
const LOOK_MS = 100;
/** Agents who look at lists meanwhile. */
const READERS = 4;
const READ_ALONE_MS = 5_000;

/** How long the list is, one after the other, and what the longest may take. */
const LENGTHS = [30_000, 100_000, 300_000];
const AIM = { atMost: 60_000 };

/** What of a copy is its own: a number that no record has, and nothing that only searches need. */
const COPIED: Readonly<Record<string, string>> = {
  id: '-row_number() OVER ()',
  search_text: `''`,
};

/** The whole list of customers as a file, and what those notice who are at work meanwhile. */
export async function measureExports(bench: Bench): Promise<Figure[]> {
  const client = await bench.client();
  const lengths = new Set(LENGTHS.map((rows) => Math.max(rows, bench.versions.customers)));
  const idle = await residentMemory('app');
  const made: Made[] = [];
  try {
    for (const rows of lengths) {
      bench.say(`Copying customers until there are ${rows} …`);
      await copyCustomers(bench, rows);
      for (const format of EXPORT_FORMATS) made.push(await measureExport(client, format));
    }
    return [
      ...made.flatMap((one) => figuresOfExport(one, idle)),
      ...(await measureReaders(client)),
    ];
  } finally {
    await onTable(bench, removeCopies);
  }
}

/** Rows past the log: what is exported is read from the list, whoever wrote it there. */
const copyCustomers = (bench: Bench, length: number): Promise<void> =>
  onTable(bench, async (on, customers) => {
    await removeCopies(on, customers);
    const { rows } = await on.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [customers],
    );
    const names = rows.map(({ name }) => name);
    const values = names.map((name) => COPIED[name] ?? name);
    const copies = length - bench.versions.customers;
    await on.query(
      `INSERT INTO ${customers} (${names}) SELECT ${values}
       FROM generate_series(0, ${copies / bench.versions.customers}) AS n, ${customers}
       LIMIT ${copies}`,
    );
    await on.query(`ANALYZE ${customers}`);
  });

const removeCopies = async (on: pg.Client, customers: string): Promise<void> => {
  await on.query(`DELETE FROM ${customers} WHERE id < 0`);
};

async function onTable(
  { servers }: Bench,
  work: (client: pg.Client, customers: string) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: servers.databaseUrl });
  await client.connect();
  try {
    await work(client, `${readSchemaOf(projectors).name}.customers`);
  } finally {
    await client.end();
  }
}

/** What those notice who look at lists while the longest is exported. */
async function measureReaders(client: Client): Promise<Figure[]> {
  const page = async () => (await client.send('/api/customers?limit=50', 200)).millis;
  const alone: number[] = [];
  await repeated({ workers: READERS, millis: READ_ALONE_MS }, async () => {
    alone.push(await page());
  });
  const { made, beside } = await whileExporting(client, page);
  return [
    x(`page of 50, ${READERS} clients, p95`, timingsOf(alone).p95, 'ms'),
    x(`page of 50, ${READERS} clients, while customers are exported, p95`, beside.p95, 'ms'),
    x('customers exported beside them', made, 'ms'),
  ];
}

/** An export, and the most memory that the app had meanwhile, MiB. */
interface Made {
  readonly format: ExportFormat;
  readonly rows: number;
  readonly millis: number;
  readonly size: number;
  readonly peak: number;
}

async function measureExport(client: Client, format: ExportFormat): Promise<Made> {
  let peak = 0;
  const watch = keepLooking(LOOK_MS, async () => {
    peak = Math.max(peak, await residentMemory('app'));
  });
  const { millis, result } = await timed(() => exported(client, format));
  await watch.stop();
  const { bytes } = await client.send(`/api/exports/${result.id}/file`, 200);
  if (bytes.length !== result.size) throw new Error(`${result.size} bytes came as ${bytes.length}`);
  return { format, rows: result.rows, millis, size: bytes.length, peak };
}

const figuresOfExport = ({ format, rows, millis, size, peak }: Made, idle: number): Figure[] => {
  const what = `customers, ${format}, ${rows} rows`;
  return [
    x(what, millis, 'ms', AIM),
    x(`${what}, size`, size / 1024 / 1024, 'MiB'),
    x(`${what}, memory above that before all`, peak - idle, 'MiB', { atMost: 100 }),
  ];
};

/** Until its file is ready. */
async function exported(client: Client, format: ExportFormat): Promise<ExportView> {
  const sending = {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    body: { list: 'customers', format } satisfies Partial<ExportInput>,
  };
  const { id } = (await client.send('/api/exports', 202, sending)).json as unknown as ExportView;
  let last: ExportView | undefined;
  await until(
    async () => {
      last = (await client.send(`/api/exports/${id}`, 200)).json as unknown as ExportView;
      if (last.state === 'failed') throw new Error(`Export ${id} failed: ${last.reason}`);
      return last.state === 'ready';
    },
    `export ${id}`,
    undefined,
    LOOK_MS,
  );
  return last as ExportView;
}

async function whileExporting(client: Client, page: () => Promise<number>) {
  const durations: number[] = [];
  let isOver = false;
  const readers = Array.from({ length: READERS }, async () => {
    while (!isOver) durations.push(await page());
  });
  const { millis: made } = await timed(() => exported(client, 'xlsx'));
  isOver = true;
  await Promise.all(readers);
  return { made, beside: timingsOf(durations) };
}
