import { randomUUID } from 'node:crypto';
import { forEachLimit } from '@insuremanager/services/platform/forEachLimit';
import { type Client, uploadForm } from '../harness/client.js';
import { type Figure, figuresOf, timingsOf } from '../harness/figures.js';
import { residentMemory } from '../harness/processes.js';
import { keepLooking } from '../harness/waiting.js';
import type { Bench } from './part.js';

/** Of each of policies, quotations and documents. */
const EACH = 100;
/** A user gets 60 an hour, of both together. */
const ASKED = 20;
const AT_ONCE = 8;
/** Memory goes up and down: it is looked at so often, in milliseconds. */
const LOOK_EVERY_MS = 50;

/** What is held about a person with 300 records, as JSON and as a letter to them. */
export async function measureHeldData({ client }: Bench): Promise<Figure[]> {
  const user = await client();
  const customerId = await withManyRecords(user);
  const p = figuresOf('p');
  const figures: Figure[] = [];
  for (const format of ['json', 'pdf'] as const) {
    const path = `/api/privacy/people/${customerId}/held.${format}`;
    const idle = await residentMemory('app');
    let peak = idle;
    const watch = keepLooking(LOOK_EVERY_MS, async () => {
      peak = Math.max(peak, await residentMemory('app'));
    });
    const durations: number[] = [];
    for (let nth = 0; nth < ASKED; nth += 1) durations.push((await user.send(path, 200)).millis);
    await watch.stop();
    const { p50, p95 } = timingsOf(durations);
    const of = `${3 * EACH} records as ${format.toUpperCase()}`;
    figures.push(
      p(`${of}, p50`, p50, 'ms'),
      p(`${of}, p95`, p95, 'ms', { atMost: 10_000 }),
      p(`${of}, memory above that before`, peak - idle, 'MiB'),
    );
  }
  return figures;
}

/** The number of a customer who has them, by the commands of the product. */
async function withManyRecords({ send }: Client): Promise<number> {
  const post = async (path: string, body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const sending = { method: 'POST', headers, body: JSON.stringify(body) };
    return Number((await send(path, 201, sending)).json.id);
  };
  const person = { name: 'ലക്ഷ്മി നായർ', phone: '9847012345', email: 'lakshmi@example.in' };
  const customerId = await post('/api/customers', { ...person, panNumber: 'ABCPN1234K' });
  const amounts = { sumAssured: '500000', premiumAmount: '12500.50' };
  const offered = { customerId, insuranceCompany: 'Malabar General', ...amounts };
  const policy = { ...offered, policyType: 'family', premiumFrequency: 'yearly' };
  const days = { startDate: '2026-01-01', endDate: '2026-12-31' };
  await forEachLimit([...Array(EACH).keys()], { atOnce: AT_ONCE }, async (nth) => {
    await post('/api/health-policies', { ...policy, ...days, policyNumber: `HELD/${nth}` });
    await post('/api/quotations', { ...offered, notes: `Asked for the ${nth}th time` });
    const form = new Response(uploadForm(customerId, Buffer.from('%PDF-1.7\nx\n%%EOF\n')));
    const type = form.headers.get('content-type') ?? '';
    const body = Buffer.from(await form.arrayBuffer());
    const headers = { 'content-type': type, 'idempotency-key': randomUUID() };
    await send('/api/documents/upload', 201, { method: 'POST', headers, body });
  });
  return customerId;
}
