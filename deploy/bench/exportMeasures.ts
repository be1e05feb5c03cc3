import { randomUUID } from 'node:crypto';
import type { ExportInput, ExportView } from '@insuremanager/contracts/exports/exportViews';
import type { Client } from '../harness/client.js';
import { type Figure, figuresOf, repeated, timed, timingsOf } from '../harness/figures.js';
import { residentMemory } from '../harness/processes.js';
import { keepLooking, until } from '../harness/waiting.js';
import type { Bench } from './part.js';

const x = figuresOf('x');

/** How often it is asked how far an export is, and looked at memory. Milliseconds. */
const LOOK_MS = 100;
/** Agents who look at lists meanwhile. */
const READERS = 4;
const READ_ALONE_MS = 5_000;

/** Lists as files: their number of rows, or more, is what the aim is for. */
const AIM = { rows: 300_000, millis: 60_000 };

/** Whole lists as files in the background, and what those notice who are at work meanwhile. */
export async function measureExports(bench: Bench): Promise<Figure[]> {
  const client = await bench.client();
  const page = async () => (await client.send('/api/customers?limit=50', 200)).millis;
  const alone: number[] = [];
  await repeated({ workers: READERS, millis: READ_ALONE_MS }, async () => {
    alone.push(await page());
  });
  const figures = [x(`page of 50, ${READERS} clients, p95`, timingsOf(alone).p95, 'ms')];
  for (const list of ['customers', 'vehicle-policies'] as const) {
    for (const format of ['csv', 'xlsx'] as const) {
      figures.push(...(await measureExport(client, { list, format, query: '' })));
    }
  }
  const { made, beside } = await whileExporting(client, page);
  figures.push(
    x(`page of 50, ${READERS} clients, while customers are exported, p95`, beside.p95, 'ms'),
    x('customers exported beside them', made, 'ms'),
  );
  return figures;
}

async function measureExport(client: Client, input: ExportInput): Promise<Figure[]> {
  const idle = await residentMemory('app');
  let peak = idle;
  const watch = keepLooking(LOOK_MS, async () => {
    peak = Math.max(peak, await residentMemory('app'));
  });
  const { millis, result } = await timed(() => exported(client, input));
  await watch.stop();
  const { bytes } = await client.send(`/api/exports/${result.id}/file`, 200);
  if (bytes.length !== result.size) throw new Error(`${result.size} bytes came as ${bytes.length}`);
  const { list, format } = input;
  const what = `${list}, ${format}, ${result.rows} rows`;
  const isAimed = result.rows >= AIM.rows;
  return [
    x(what, millis, 'ms', isAimed ? { atMost: (AIM.millis * result.rows) / AIM.rows } : undefined),
    x(`${what}, size`, bytes.length / 1024 / 1024, 'MiB'),
    x(`${what}, memory above that before`, peak - idle, 'MiB', { atMost: 100 }),
  ];
}

/** Until its file is ready. */
async function exported(client: Client, input: ExportInput): Promise<ExportView> {
  const sending = {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    body: { ...input },
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
  const { millis: made } = await timed(() =>
    exported(client, { list: 'customers', format: 'xlsx', query: '' }),
  );
  isOver = true;
  await Promise.all(readers);
  return { made, beside: timingsOf(durations) };
}
