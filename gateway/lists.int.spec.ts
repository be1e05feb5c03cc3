import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import type { Answer, Json } from '@insuremanager/deploy/testing/testGateway';
import { samplePdf } from '@insuremanager/services/documents/testing/sampleFiles';
import { waitForProjection } from '@insuremanager/services/platform/testing/serviceFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from './testing/policyFixture.js';
import { sampleQuotationInput } from './testing/quotationFixture.js';
import { fieldParts, filePart, formOf, sendForm } from './testing/uploading.js';

// What both faces add to every list: its form, its pages, and how it refuses. What a list finds is
// proved in services/*/*List.int.spec.ts, what may be asked in listQueries.unit.spec.ts.

const { fixture, send, ask } = gatewayFixture({ clock: testClock });

const RECORDS = 3;
beforeAll(async () => {
  const add = async (list: string, body: object): Promise<number> => {
    const answer = await send('POST', `/api/${list}`, { body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return Number(answer.json.id);
  };
  for (let i = 1; i <= RECORDS; i += 1) {
    const person = { name: `Asha ${i}`, phone: `987654321${i}`, email: 'asha@example.in' };
    const customerId = await add('customers', person);
    const kyc = { body: { kycStatus: 'rejected' } };
    expect((await send('PUT', `/api/customers/${customerId}/kyc`, kyc)).status).toBe(200);
    const policyId = await add(
      'health-policies',
      samplePolicyInput('health', customerId, `H/${i}`),
    );
    await add('vehicle-policies', samplePolicyInput('vehicle', customerId, `V/${i}`));
    await add('quotations', sampleQuotationInput('health', customerId));
    await add('reminders/send', { customerId, policyId, policyType: 'health' });
    const fields = fieldParts({ customerId, documentType: 'kyc' });
    const form = formOf([...fields, filePart(samplePdf(String(i)))]);
    const { cookie, gateway } = fixture;
    expect((await sendForm(gateway.url, form, { cookie })).status).toBe(201);
  }
  // What is recorded of the session stands in the audit log, too, but no answer waits for it.
  const { identity, readModels, platform } = fixture.gateway;
  await identity.close();
  await waitForProjection(readModels)({ position: await platform.eventLog.head() });
});

const REST = [
  ...['customers', 'health-policies', 'vehicle-policies', 'documents', 'quotations'],
  ...['reminders', 'audit'],
];
const GRAPHQL = ['customers', 'policies', 'documents', 'quotations', 'reminders', 'auditLog'];

const idsOf = (rows: unknown): unknown[] => (rows as { id: unknown }[]).map(({ id }) => id);

describe.each(REST)('the list of %s by REST', (list) => {
  const get = (query: string) => send('GET', `/api/${list}?${query}`);
  const nextOf = ({ headers }: Answer) =>
    /^<\/api\/[\w-]+\?([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];

  it('is a plain array, which ends without a Link', async () => {
    const { json, headers } = await get('');
    expect(idsOf(json).length).toBeGreaterThanOrEqual(RECORDS);
    expect(headers.link).toBeUndefined();
  });

  it('goes on where its Link leads, with everything else as it was asked', async () => {
    const found: unknown[] = [];
    let query: string | undefined = 'direction=asc&limit=2';
    while (query) {
      const page = await get(query);
      expect(idsOf(page.json).length).toBeLessThanOrEqual(2);
      found.push(...idsOf(page.json));
      query = nextOf(page);
    }
    expect(found).toEqual(idsOf((await get('direction=asc')).json));
    expect(new Set(found).size).toBe(found.length);
  });

  it('hands on what it is filtered by', async () => {
    const nothing = list === 'audit' ? 'userId=999999' : 'search=no+such+thing';
    expect((await get(nothing)).json).toEqual([]);
  });

  it.each(['sort=nonsense', 'direction=up', 'limit=0', 'cursor=made-up'])(
    'refuses ?%s, naming it and saying what is wrong',
    async (query) => {
      const answer = await get(query);
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(answer).toMatchObject({ status: 400, json: { code: 'invalid-input' } });
      expect(answer.json.fields).toMatchObject([
        { field: query.split('=')[0], message: expect.stringMatching(/\w+ \w+/) },
      ]);
    },
  );

  it('refuses a cursor of another list', async () => {
    const other = list === 'customers' ? 'documents' : 'customers';
    const { headers } = await send('GET', `/api/${other}?limit=1`);
    const cursor = /cursor=([^&>]+)/.exec(String(headers.link))?.[1];
    expect(cursor).toBeDefined();
    expect((await get(`cursor=${cursor}`)).status).toBe(400);
  });
});

describe.each(GRAPHQL)('%s by GraphQL', (field) => {
  const page = async (variables: object): Promise<Answer> =>
    ask(
      `query ($first: Int, $after: String) {
        page: ${field}(first: $first, after: $after, direction: asc) {
          items { id } nextCursor count { count exact }
        }
      }`,
      variables,
    );
  const pageOf = ({ json }: Answer): Json => {
    expect(json.errors).toBeUndefined();
    return json.data?.page as Json;
  };

  it('goes on where its cursor leads, and says how many there are', async () => {
    const all = pageOf(await page({}));
    expect(all.nextCursor).toBeNull();
    const found: unknown[] = [];
    let after: unknown;
    do {
      const part = pageOf(await page({ first: 2, after }));
      expect(part.count).toEqual(all.count);
      found.push(...idsOf(part.items));
      after = part.nextCursor;
    } while (after);
    expect(found).toEqual(idsOf(all.items));
    expect(all.count).toEqual({ count: found.length, exact: true });
    expect(found.length).toBeGreaterThanOrEqual(RECORDS);
  });

  it('hands on what it is filtered by', async () => {
    const nothing = field === 'auditLog' ? 'userId: 999999' : 'search: "no such thing"';
    const { json } = await ask(`{ page: ${field}(filter: { ${nothing} }) { items { id } } }`);
    expect(json).toEqual({ data: { page: { items: [] } } });
    const long = field === 'auditLog' ? 'from: "2026-02-30"' : `search: "${'x'.repeat(201)}"`;
    const refused = await ask(`{ ${field}(filter: { ${long} }) { nextCursor } }`);
    expect(refused.text).toContain(long.startsWith('search') ? '"field":"search"' : '2026-02-30');
  });

  it.each([{ first: 0 }, { first: 201 }, { first: -5 }])('refuses a page of %j', async (wrong) => {
    const { json } = await page(wrong);
    expect(json.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', problem: { fields: [{ field: 'first' }] } } },
    ]);
  });

  it('refuses a cursor that it did not give out, and a sort that it does not have', async () => {
    const made = await page({ after: 'made-up' });
    expect(made.json.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    const sorted = await ask(`{ ${field}(sort: nonsense) { nextCursor } }`);
    expect(sorted.status).toBe(400);
    expect(sorted.json.errors?.[0]?.extensions?.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });
});
