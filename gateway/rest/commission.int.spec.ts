import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInEachRole } from '@insuremanager/deploy/testing/roles';
import { signInAs } from '@insuremanager/deploy/testing/signInAs';
import { describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';

const { fixture, gateway, send, ask } = gatewayFixture({ clock: testClock });

const post = async (path: string, body: object) => {
  const { status, json } = await send('POST', path, { body });
  expect([path, status < 300 ? 'done' : json]).toEqual([path, 'done']);
  return json;
};
const upload = (id: unknown, text: string) => {
  const form = new FormData();
  form.set('file', new File([text], 'statement.csv', { type: 'text/csv' }));
  return fetch(`${gateway.url}/api/commissionStatements/${id}/lines`, {
    ...{ method: 'POST', body: form },
    headers: { cookie: fixture.cookie, 'sec-fetch-site': 'same-origin' },
  });
};

let insurers = 0;
/** A policy with ₹1,800.08 expected in May 2026, of a customer in the book of an agent. */
async function office() {
  insurers += 1;
  const insuranceCompany = `Insurer ${insurers}`;
  const agent = await signInAs(gateway, 'agent');
  const { id: customerId } = await post('/api/customers', {
    ...{ name: 'Devaki Amma', phone: '9847011111' },
  });
  const give = `mutation ($ids: [Int!]!, $ownerId: Int, $commandId: ID!) {
    reassignCustomers(customerIds: $ids, ownerId: $ownerId, commandId: $commandId) { __typename }
  }`;
  await ask(give, { ids: [customerId], ownerId: agent.userId, commandId: randomUUID() });
  const policyNumber = `${insuranceCompany}/1`;
  const policy = await post('/api/health-policies', {
    ...samplePolicyInput('health', Number(customerId), policyNumber),
    ...{ insuranceCompany, startDate: '2026-05-05', endDate: '2027-05-04' },
  });
  const rate = await post('/api/commissionRates', {
    ...{ insuranceCompany, product: 'family', validFrom: '2025-10-01', net: '15' },
  });
  const statement = await post('/api/commissionStatements', {
    insuranceCompany,
    month: '2026-05-31',
  });
  return { insuranceCompany, agent, customerId, policy, policyNumber, rate, statement };
}

describe('commission', () => {
  it('goes by REST from a rate to a report that ties out, and to the share of a sub-agent', async () => {
    const { insuranceCompany, agent, policyNumber, rate, statement } = await office();
    expect(rate).toMatchObject({ net: '15.00', ownDamage: '0.00', warnings: [] });
    await post('/api/commissionShares', {
      ...{ userId: agent.userId, percent: 40, validFrom: '2026-04-01' },
    });
    const { id } = statement;
    const file = `Policy No,Commission,TDS,GST\n${policyNumber},1800.08,36,324.01\nX/9,10,0,0`;
    const taken = await upload(id, file);
    expect([taken.status, await taken.json()]).toMatchObject([
      200,
      { lineCount: 2, paid: '1810.08' },
    ]);
    expect(taken.headers.get('etag')).toMatch(/^"\d+"$/);
    const path = `/api/commissionStatements/${id}`;
    expect((await send('GET', `${path}/lines`)).json).toMatchObject({
      ...{ expected: '1800.08', matched: 1, undecided: 1, unpaid: [] },
      lines: [
        { match: 'matched', policyNumber },
        { match: 'unknown', policyNumber: 'X/9' },
      ],
    });
    expect((await send('POST', `${path}/close`)).json).toMatchObject({ code: 'lines-undecided' });
    await post(`${path}/decide`, { line: 2, decision: 'disputed', note: 'Not ours' });
    expect(await post(`${path}/close`, {})).toMatchObject({
      ...{ status: 'closed', expected: '1800.08', received: '1800.08', disputed: '10.00' },
    });
    const query = `from=2026-05-01&to=2026-05-31&insuranceCompany=${encodeURIComponent(insuranceCompany)}`;
    expect((await send('GET', `/api/commission?${query}`)).json).toMatchObject([
      { month: '2026-05-01', status: 'closed', difference: '0.00', tds: '36.00', gst: '324.01' },
    ]);
    const shares = `userId=${agent.userId}&month=2026-05-01`;
    expect((await send('GET', `/api/commission/shares?${shares}`)).json).toEqual([
      {
        ...{ statementId: id, insuranceCompany, month: '2026-05-01', line: 1, policyNumber },
        ...{ commission: '1800.08', share: '720.03' },
      },
    ]);
    const pdf = await send('GET', `/api/commission/shares.pdf?${shares}`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.text.slice(0, 5)).toBe('%PDF-');
  });

  it('names the field of a file that cannot be read', async () => {
    const { statement } = await office();
    const answer = await upload(statement.id, 'Name,Phone\nA,1');
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { fields: [{ field: 'file', code: 'columns-unknown' }] },
    ]);
  });

  it('is for managers and admins: no list, history, report or file of it is anybody else’s', async () => {
    const { rate, statement } = await office();
    const paths = [
      '/api/commissionRates',
      `/api/commissionRates/${rate.id}`,
      `/api/commissionRates/${rate.id}/history`,
      `/api/commissionRates/${rate.id}?asOf=2026-06-15`,
      `/api/commissionStatements/${statement.id}/lines`,
      '/api/commission?from=2026-05-01&to=2026-05-31',
      '/api/commission/shares?userId=1&month=2026-05-01',
      '/api/commission/shares.pdf?userId=1&month=2026-05-01',
      '/api/exports/commissionStatements.csv',
    ];
    const documents = [
      '{ commissionReport(from: "2026-05-01", to: "2026-05-31") { expected } }',
      `{ commissionCheck(id: ${statement.id}) { expected } }`,
      `{ commissionRateHistory(id: ${rate.id}) { summary } }`,
      `{ commissionRateAsOf(id: ${rate.id}, day: "2026-06-15") { net } }`,
    ];
    for (const [role, cookie] of Object.entries(await signInEachRole(gateway))) {
      const mayRead = role === 'manager' || role === 'admin';
      for (const path of paths) {
        const { status } = await send('GET', path, { cookie });
        expect([role, path, status]).toEqual([role, path, mayRead ? 200 : 403]);
      }
      for (const document of documents) {
        const { json } = await ask(document, {}, { cookie });
        const code = (json.errors as { extensions: { code: string } }[] | undefined)?.[0]
          ?.extensions.code;
        expect([role, document, code]).toEqual([role, document, mayRead ? undefined : 'FORBIDDEN']);
      }
    }
  });

  it('leaves no trace of a person who is erased', async () => {
    const { customerId, policy, policyNumber, statement } = await office();
    await upload(statement.id, `Policy No,Commission\n${policyNumber},1800.08`);
    await post(`/api/commissionStatements/${statement.id}/close`, {});
    await send('PUT', `/api/health-policies/${policy.id}`, { body: { status: 'expired' } });
    const erase = `mutation ($id: Int!, $reason: String!, $commandId: ID!) {
      eraseCustomer(id: $id, reason: $reason, overridesRetention: true, commandId: $commandId) { __typename }
    }`;
    const input = { id: customerId, reason: 'Asked for it twice', commandId: randomUUID() };
    const { json } = await ask(erase, input);
    expect(json.errors).toBeUndefined();
    const answers = await Promise.all(
      [
        `/api/commissionStatements/${statement.id}/lines`,
        `/api/commissionStatements/${statement.id}/history`,
      ].map((path) => send('GET', path)),
    );
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).not.toContain(policyNumber);
    }
    // The money stays.
    expect(answers[0]?.json).toMatchObject({
      expected: '1800.08',
      lines: [{ commission: '1800.08' }],
    });
  });
});
