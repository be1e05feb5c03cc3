import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { createRecordingBus } from '@insuremanager/services/platform/bus/testing/recordingBus';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, signIn, startTestGateway, type TestGateway } from '../testing/testGateway.js';
import type { Tracing } from './openTelemetry.js';
import { startTracing } from './tracing.js';

const ORIGIN = { Origin: 'http://localhost:4000' };

/** A span as OTLP has it in JSON. */
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly traceId: string }[];
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const spans: SentSpan[] = [];
const bodies: string[] = [];
let collector: Server;
let gateway: TestGateway;
let tracing: Tracing | undefined;
let cookie: string;

/** Takes what OpenTelemetry's exporter sends over HTTP. */
async function startCollector(): Promise<string> {
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    bodies.push(body);
    const { resourceSpans } = JSON.parse(body) as Sent;
    for (const { scopeSpans } of resourceSpans)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
}

/** A customer with an email address, and a policy that ends in ten days. */
async function insured(): Promise<void> {
  const { customers, policies, readModels } = gateway.services;
  const context = () => ({
    commandId: randomUUID(),
    actor: { userId: 1, username: 'anitha', role: 'agent' },
    correlationId: 'spec',
  });
  const input = { name: 'Anitha Nair', phone: '9876543210', email: 'anitha@example.com' };
  const { record: customer } = await customers.create(CustomerInput.parse(input), context());
  const today = kolkataDay(new Date());
  const policy = policyInputOf('health').parse({
    customerId: customer.id,
    policyNumber: 'H/2026/1',
    insuranceCompany: 'Star Health',
    policyType: 'family',
    sumAssured: '500000',
    premiumAmount: '12000',
    premiumFrequency: 'yearly',
    startDate: formatDay(addDays(today, -300)),
    endDate: formatDay(addDays(today, 10)),
  });
  const { position } = await policies.issue('health', policy, context());
  if (position) await readModels.waitFor(position, 60_000);
}

beforeAll(async () => {
  const endpoint = await startCollector();
  const take = (...taken: Parameters<Tracing['takeBrowserSpans']>) =>
    tracing?.takeBrowserSpans(...taken);
  gateway = await startTestGateway({
    bus: createRecordingBus(),
    isNotifier: true,
    takeBrowserSpans: take,
  });
  await insured();
  cookie = await signIn(gateway.url);
  tracing = await startTracing({ endpoint, release: 'test', roles: ['all'] });
});

afterAll(async () => {
  await gateway?.stop();
  await tracing?.stop();
  await new Promise((resolve) => collector.close(resolve));
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const BROWSER_SPAN = '00f067aa0ba902b7';

/** Names of the spans of the trace, with those above them. */
const paths = (): string[] => {
  const mine = new Map(
    spans.filter(({ traceId }) => traceId === TRACE).map((span) => [span.spanId, span]),
  );
  const pathOf = (span: SentSpan): string => {
    const parent = mine.get(span.parentSpanId ?? '');
    return parent ? `${pathOf(parent)} > ${span.name}` : span.name;
  };
  return [...mine.values()].map(pathOf);
};

describe('reminders that are requested in a browser', () => {
  it('are one trace, from the browser to the mail server', async () => {
    const answer = await call(gateway.url, '/api/reminders/bulk', {
      ...{ method: 'POST', cookie, body: {} },
      headers: { ...ORIGIN, traceparent: `00-${TRACE}-${BROWSER_SPAN}-01` },
    });
    expect(answer.status).toBe(202);
    expect(answer.headers.traceresponse).toMatch(new RegExp(`^00-${TRACE}-[\\da-f]{16}-01$`));
    const browserSpan = {
      ...{ traceId: TRACE, spanId: BROWSER_SPAN, name: 'SendBulkReminders' },
      ...{ startedAt: Date.now() - 50, lasted: 50, failed: false },
    };
    const reported = await call(gateway.url, '/traces', {
      ...{ method: 'POST', cookie, headers: ORIGIN, body: { spans: [browserSpan] } },
    });
    expect(reported.status).toBe(204);

    const request = 'SendBulkReminders > POST /api/reminders/bulk';
    const asked = `${request} > command RequestNotice`;
    const handled = `${asked} > send notice`;
    await expect
      .poll(paths)
      .toEqual(
        expect.arrayContaining([
          'SendBulkReminders',
          request,
          `${request} > command StartBulk > event store append`,
          `${asked} > event store append`,
          `${asked} > publish ReminderNoticeRequested`,
          handled,
          `${handled} > command StartNotice > event store append`,
          `${handled} > mail send`,
          `${handled} > command RecordAttempt > event store append`,
        ]),
      );
    await expect
      .poll(() => spans.filter(({ name }) => name === 'project batch'))
      .toContainEqual(
        expect.objectContaining({
          links: expect.arrayContaining([expect.objectContaining({ traceId: TRACE })]),
        }),
      );
  });

  it('leave nothing personal with the collector', () => {
    expect(bodies.join('\n')).not.toMatch(/Anitha|98765|anitha|example\.com|H\/2026|SELECT/i);
  });
});

describe('a line of the log', () => {
  it('of a request holds the trace, also once its body was read', async () => {
    const { pool } = gateway.platform;
    const { schema } = gateway.readModels;
    const query = '{ customers(first: 1) { items { id } } }';
    const traceparent = `00-${'5'.repeat(32)}-${BROWSER_SPAN}-01`;
    await pool.query(`ALTER TABLE ${schema}.customers RENAME TO customers_gone`);
    await call(gateway.url, '/graphql', {
      ...{ method: 'POST', cookie, body: { query } },
      headers: { ...ORIGIN, traceparent },
    });
    await pool.query(`ALTER TABLE ${schema}.customers_gone RENAME TO customers`);
    const lines = gateway.logged.filter((line) => line.includes('5'.repeat(32)));
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 'error', correlationId: expect.any(String) }),
    );
  });
});

describe('a GraphQL operation', () => {
  it('is named by its field, not by what the client calls it', async () => {
    const query = 'query AnithaNair { customers(first: 1) { items { id } } }';
    await call(gateway.url, '/graphql', {
      method: 'POST',
      cookie,
      headers: ORIGIN,
      body: { query },
    });
    await expect.poll(() => spans.map(({ name }) => name)).toContain('query customers');
    expect(spans.map(({ name }) => name)).not.toContain('AnithaNair');
  });
});

describe('reports of browsers', () => {
  it.each([
    ['a name that is none', { name: 'Anitha Nair' }],
    ['an id that is none', { spanId: 'x' }],
    ['an id of zeros', { traceId: '0'.repeat(32) }],
    ['a time that no collector can count to', { startedAt: 8.64e15 }],
    ['what nobody asked for', { attributes: { name: 'Anitha' } }],
  ])('with %s are refused', async (_case, changes) => {
    const span = {
      ...{ traceId: TRACE, spanId: BROWSER_SPAN, name: 'Save' },
      ...{ startedAt: Date.now(), lasted: 1, failed: false, ...changes },
    };
    const body = { spans: [span] };
    const answer = await call(gateway.url, '/traces', {
      method: 'POST',
      cookie,
      headers: ORIGIN,
      body,
    });
    expect(answer.status).toBe(400);
  });

  it('are taken so many times a minute of one user', async () => {
    const report = () =>
      call(gateway.url, '/traces', {
        ...{ method: 'POST', cookie, headers: ORIGIN, body: { spans: [] } },
      });
    const answers = await Promise.all(Array.from({ length: 80 }, report));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('are taken of nobody who is not signed in', async () => {
    const body = { spans: [] };
    const answer = await call(gateway.url, '/traces', { method: 'POST', headers: ORIGIN, body });
    expect(answer.status).toBe(401);
  });
});
