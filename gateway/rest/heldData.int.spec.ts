import { randomUUID } from 'node:crypto';
import type { HeldReport, Holding } from '@insuremanager/contracts/privacy/held';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInAs } from '@insuremanager/deploy/testing/signInAs';
import { samplePdf } from '@insuremanager/services/documents/testing/sampleFiles';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import { waitForProjection } from '@insuremanager/services/platform/testing/serviceFixture';
import { hasPoppler, infoOf, textOf } from '@insuremanager/services/printing/testing/poppler';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput } from '../testing/policyFixture.js';
import { fieldParts, filePart, formOf, sendForm } from '../testing/uploading.js';

const { fixture, gateway, send, ask } = gatewayFixture();

const PERSON = {
  name: 'ശ്രീദേവി നായർ',
  phone: '9876512345',
  email: 'sreedevi@example.in',
  aadhaarNumber: '234123412346',
  panNumber: 'ABCPN1234K',
  dateOfBirth: '1980-02-01',
  address: '12 Harbour Road',
  city: 'Kochi',
  reminderEmailConsent: 'given',
};

let customerId: number;
let otherId: number;
let healthId: number;
let quotationId: number;

async function made(method: string, path: string, body?: object) {
  const answer = await send(method, path, { body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
}
const idOf = async (path: string, body: object) => Number((await made('POST', path, body)).id);

const held = async (id: number) => {
  const answer = await send('GET', `/api/privacy/people/${id}/held.json`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as unknown as HeldReport;
};
const heldPdf = async (path: string): Promise<Buffer> => {
  const { gateway, cookie } = fixture;
  const answer = await fetch(new URL(path, gateway.url), { headers: { cookie } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

const holding = ({ holdings }: HeldReport, kind: string): Holding => {
  const found = holdings.find((one) => one.kind === kind);
  if (!found) throw new Error(`Nothing of ${kind}`);
  return found;
};
const valuesOf = (one: Holding): Record<string, unknown>[] =>
  one.items.map(({ title, state, facts }) => ({
    ...{ title, state },
    ...Object.fromEntries(facts.map(({ field, value }) => [field, value])),
  }));

const projected = async () => {
  const { gateway } = fixture;
  await waitForProjection(gateway.readModels)({ position: await gateway.platform.eventLog.head() });
};

beforeAll(async () => {
  customerId = await idOf('/api/customers', PERSON);
  otherId = await idOf('/api/customers', { name: 'Ravi Menon', phone: '9876500000' });
  await made('PUT', `/api/customers/${customerId}`, {
    phone: '9876512399',
  });
  await made('POST', `/api/customers/${customerId}/consents`, {
    reminderEmailConsent: 'withdrawn',
  });
  healthId = await idOf(
    '/api/health-policies',
    samplePolicyInput('health', customerId, 'H/2026/1'),
  );
  await made('PUT', `/api/health-policies/${healthId}`, {
    ...{ nomineeName: 'Sudha', nomineeRelation: 'Sister' },
  });
  await made('PUT', `/api/health-policies/${healthId}/insured`, {
    members: [
      { customerId, relation: 'self' },
      { customerId: otherId, relation: 'child' },
      { name: 'Devaki', relation: 'parent', dateOfBirth: '1950-01-31' },
    ],
  });
  const vehicleId = await idOf(
    '/api/vehicle-policies',
    samplePolicyInput('vehicle', customerId, 'MOT/2026/7'),
  );
  await made('DELETE', `/api/vehicle-policies/${vehicleId}`);
  quotationId = await idOf('/api/quotations', {
    ...{ customerId, insuranceType: 'health', insuranceCompany: 'Niva Bupa' },
    ...{ sumAssured: '1234567', premiumAmount: '9000', notes: 'Knee operation in 2020' },
  });
  const moved = await idOf('/api/quotations', {
    ...{ customerId, insuranceType: 'health', insuranceCompany: 'HDFC Ergo' },
    ...{ sumAssured: '100000', premiumAmount: '7000', notes: 'Asked by phone' },
  });
  await made('POST', `/api/quotations/${moved}/email`, { to: 'son@example.in' });
  await made('PUT', `/api/quotations/${moved}`, { premiumAmount: '7100' });
  await made('PUT', `/api/quotations/${moved}`, { customerId: otherId, notes: 'For Ravi' });
  await made('POST', `/api/quotations/${quotationId}/email`, {
    ...{ to: 'daughter@example.in', message: 'As we spoke' },
  });
  const { gateway, cookie } = fixture;
  const form = formOf([...fieldParts({ customerId, documentType: 'kyc' }), filePart(samplePdf())]);
  const uploaded = await sendForm(gateway.url, form, { cookie });
  expect(uploaded.status).toBe(201);
  await ask(
    `mutation ($commandId: ID!) { setRenewalFollowUp(termId: ${healthId}, input: { note: "Wants a floater" },
       commandId: $commandId) { stale } }`,
    { commandId: randomUUID() },
  );
  await made('POST', `/api/customers/${customerId}/nominees`, {
    ...{ name: 'Meera', relation: 'Daughter', phone: '9876512377', recordedOn: '2026-01-05' },
  });
  await made('POST', `/api/customers/${customerId}/household`, {
    ...{ memberId: otherId, relation: 'child' },
  });
  await ask(
    `mutation ($commandId: ID!) { placeLegalHold(customerId: ${customerId}, matter: "OP 12 of 2026",
       commandId: $commandId) { stale } }`,
    { commandId: randomUUID() },
  );
  const { personRequests } = gateway.services;
  const asked = await personRequests.receive(
    {
      ...{ customerId, right: 'correction', channel: 'letter', receivedOn: '2026-01-05' },
      words: 'My pincode is another one',
    },
    { commandId: randomUUID(), actor: systemActor, correlationId: 'test' },
  );
  await personRequests.close(
    asked.record.id,
    { outcome: 'done', answer: 'It is corrected' },
    { commandId: randomUUID(), actor: systemActor, correlationId: 'test' },
  );
  await projected();
});

describe('what is held about a person', () => {
  it('is given out by administrators alone', async () => {
    for (const role of ['agent', 'manager', 'auditor', 'analyst'] as const) {
      const { cookie } = await signInAs(gateway, role);
      for (const path of ['held.json', 'held.pdf']) {
        const { status } = await send('GET', `/api/privacy/people/${customerId}/${path}`, {
          cookie,
        });
        expect([role, path, status]).toEqual([role, path, 403]);
      }
      const { json } = await ask(`{ person(customerId: ${customerId}) { name } }`, {}, { cookie });
      expect(json.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    }
  });

  it('holds all of it, whole, deleted records too', async () => {
    const report = await held(customerId);
    expect(report).toMatchObject({
      format: 'insuremanager-held/1',
      person: { customerId, name: PERSON.name, state: 'existing', endedAt: null },
    });
    const [details] = valuesOf(holding(report, 'customer'));
    expect(details).toMatchObject({
      ...{ name: PERSON.name, phone: '+919876512399', aadhaarNumber: '234123412346' },
      ...{ panNumber: 'ABCPN1234K', dateOfBirth: '1980-02-01', kycStatus: 'pending' },
    });
    expect(valuesOf(holding(report, 'formerDetails'))).toMatchObject([{ phone: '+919876512345' }]);
    expect(holding(report, 'consent').items.map(({ title }) => title)).toEqual([
      'Reminders by email: given',
      'Reminders by email: withdrawn',
    ]);
    expect(valuesOf(holding(report, 'policy'))).toMatchObject([
      { title: 'Health policy H/2026/1', state: 'existing', premiumAmount: '12000.50' },
      { title: 'Vehicle policy MOT/2026/7', state: 'deleted', vehicleNumber: 'KL07AB1234' },
    ]);
    expect(valuesOf(holding(report, 'policy'))[0]).toMatchObject({ nomineeName: 'Sudha' });
    const insured = `Customer ${customerId} (self), Customer ${otherId} (child), Devaki (parent, born 31/01/1950)`;
    expect(valuesOf(holding(report, 'insured'))).toMatchObject([
      { title: 'Insured by policy H/2026/1', insured },
    ]);
    const member = holding(await held(otherId), 'insured');
    expect(valuesOf(member)).toMatchObject([{ relation: 'child', insurer: 'Star Health' }]);
    expect(JSON.stringify(member)).not.toMatch(/Devaki|H\/2026/);
    expect(valuesOf(holding(report, 'renewal'))).toMatchObject([{ note: 'Wants a floater' }]);
    expect(valuesOf(holding(report, 'quotation'))).toMatchObject([
      { state: 'existing', notes: 'Knee operation in 2020' },
      { state: 'moved', notes: 'Asked by phone' },
    ]);
    expect(valuesOf(holding(report, 'quotationEmail'))).toMatchObject([
      { to: 'daughter@example.in', message: 'As we spoke' },
      { to: 'son@example.in' },
    ]);
    expect(report.accesses).toContainEqual(
      expect.objectContaining({
        ...{ record: 'quotation', summary: 'Premium amount changed' },
        changes: [expect.objectContaining({ before: '₹7,000.00', after: '₹7,100.00' })],
      }),
    );
    expect(valuesOf(holding(report, 'document'))).toMatchObject([{ fileName: 'aadhaar.pdf' }]);
    expect(valuesOf(holding(report, 'nominee'))).toMatchObject([
      { title: 'Nominee Meera', relation: 'Daughter', phone: '+919876512377' },
    ]);
    expect(valuesOf(holding(report, 'household'))).toMatchObject([{ relation: 'head' }]);
    expect(valuesOf(holding(report, 'request'))).toMatchObject([
      { words: 'My pincode is another one', outcome: 'done', answer: 'It is corrected' },
    ]);
    expect(holding(report, 'legalHold').items).toHaveLength(1);
    expect(JSON.stringify(report)).not.toContain('OP 12 of 2026');
    expect(report.recipients.map(({ name }) => name)).toEqual([
      ...['Star Health', 'Niva Bupa', 'HDFC Ergo'],
    ]);
    expect(report.kept.years).toBe(10);
    // What was entered later of somebody else's quotation is theirs, and what was before is not.
    expect(JSON.stringify(report)).not.toContain('For Ravi');
    const others = JSON.stringify(await held(otherId));
    expect(others).toContain('For Ravi');
    expect(others).not.toMatch(/Asked by phone|son@example.in|7,000/);
  });

  it('is an access in the audit log and in the history, with the numbers that it held whole', async () => {
    await held(customerId);
    await projected();
    const { json } = await send('GET', `/api/audit?customerId=${customerId}&kind=reveal`);
    expect(json).toContainEqual(
      expect.objectContaining({
        type: 'HeldDataReported',
        recordId: customerId,
        summary:
          'Took out all that is held about a customer as JSON, with the whole Aadhaar number and PAN',
      }),
    );
    const { accesses } = await held(customerId);
    expect(accesses.map(({ summary }) => summary)).toEqual(
      expect.arrayContaining([
        'Customer added',
        'All that is held taken out as JSON, with Aadhaar number and PAN',
      ]),
    );
    const taken = accesses.filter(({ summary }) => summary.startsWith('All that is held'));
    const told = accesses.filter(({ summary }) => summary.startsWith('Took out'));
    expect([taken.length > 0, told.length]).toEqual([true, 0]);
    const replay = await ask(
      `{ replay(record: customer, id: ${customerId}) { events { type isAccess } } }`,
    );
    expect(JSON.stringify(replay.json)).toContain('HeldDataReported');
  });

  it('names who got a dossier of a record of theirs', async () => {
    await made('GET', `/api/audit/dossiers/policy-${healthId}`);
    await projected();
    const { accesses } = await held(customerId);
    expect(accesses).toContainEqual(
      expect.objectContaining({
        record: 'policy',
        recordId: healthId,
        summary: 'Made a dossier of a policy',
      }),
    );
    expect((await held(otherId)).accesses.map(({ summary }) => summary)).not.toContain(
      'Made a dossier of a policy',
    );
  });

  it('tells of a policy that went to somebody else as it was while it was theirs', async () => {
    const id = await idOf('/api/customers', { name: 'Latha Das', phone: '9876500002' });
    const policy = samplePolicyInput('vehicle', id, 'MOT/2026/9');
    const policyId = await idOf('/api/vehicle-policies', policy);
    await made('PUT', `/api/vehicle-policies/${policyId}`, { customerId: otherId });
    await made('PUT', `/api/vehicle-policies/${policyId}`, { vehicleNumber: 'KL 08 ZZ 9' });
    const report = await held(id);
    expect(valuesOf(holding(report, 'policy'))).toMatchObject([
      { title: 'Vehicle policy MOT/2026/9', state: 'moved', vehicleNumber: 'KL07AB1234' },
    ]);
    expect(JSON.stringify(report)).not.toContain('KL08ZZ9');
    // The change that took it away is the last that is told of it.
    const told = report.accesses.filter(({ record }) => record === 'policy');
    expect(told).toHaveLength(2);
    expect(valuesOf(holding(await held(otherId), 'policy'))).toMatchObject([
      { state: 'existing', vehicleNumber: 'KL08ZZ9' },
    ]);
  });

  it('is not there of a customer who never was', async () => {
    for (const path of ['held.json', 'held.pdf'])
      expect((await send('GET', `/api/privacy/people/99999/${path}`)).status).toBe(404);
  });

  it('is limited for one user', async () => {
    const { cookie } = await signInAs(gateway, 'admin');
    const report = (id: number) => send('GET', `/api/privacy/people/${id}/held.json`, { cookie });
    // Who is nobody counts, too, and costs less than a report.
    for (let n = 0; n < 59; n += 1) expect((await report(99999)).status).toBe(404);
    expect((await report(otherId)).status).toBe(200);
    const { status, headers } = await report(otherId);
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  });

  it.skipIf(!hasPoppler())('is a letter that its reader understands', async () => {
    const pdf = await heldPdf(`/api/privacy/people/${customerId}/held.pdf`);
    const text = textOf(pdf);
    for (const words of [
      ...['What we hold about you', 'section 11 of the Digital Personal Data Protection Act, 2023'],
      ...['ശ്രീദേവി', '2341 2341 2346', 'ABCPN1234K', '₹12,34,567', '₹12,000.50', 'H/2026/1'],
      ...['Deleted', 'Now in another person', 'aadhaar.pdf', 'Star Health'],
      ...[
        'daughter@example.in',
        '30/06/2026',
        'Customer added',
        'Premium amount before: ₹7,000.00',
      ],
    ])
      expect(text).toContain(words);
    expect(infoOf(pdf).get('Page size')).toContain('A4');
    // Programs show and index it.
    expect(infoOf(pdf).get('Title')).toBe('What we hold about you');
    const pages = Number(infoOf(pdf).get('Pages'));
    expect(text).toContain(`Page ${pages} of ${pages}`);
  });
});

describe('persons are found', () => {
  const found = async (query: string) => {
    const { json } = await ask(
      'query ($query: String!) { people(query: $query) { customerId name state detail } }',
      { query },
    );
    expect(json.errors).toBeUndefined();
    return json.data?.people as unknown as { customerId: number; state: string; detail: string }[];
  };

  it.each([
    ['a number', () => String(customerId)],
    ['a part of a name', () => 'ശ്രീദേവി'],
    ['a phone', () => '98765 12399'],
    ['an email', () => 'sreedevi@'],
    ['a policy number', () => 'H/2026/1'],
    ['a PAN', () => 'abcpn1234k'],
    ['an Aadhaar number', () => '2341 2341 2346'],
  ])('by %s', async (_by, query) => {
    expect((await found(query())).map((one) => one.customerId)).toContain(customerId);
  });

  it('by a plate in any spelling', async () => {
    expect(await found('kl-08-zz-9')).toMatchObject([{ customerId: otherId }]);
  });

  it('by an identity number only on the record', async () => {
    await projected();
    const { json } = await send('GET', `/api/audit?customerId=${customerId}&kind=reveal`);
    expect(JSON.stringify(json)).toContain('IdentityNumberLookedUp');
  });

  it('also when they were deleted, by number and name, and when erased, by number', async () => {
    const id = await idOf('/api/customers', { name: 'Gopal Pillai', phone: '9876500001' });
    await idOf('/api/quotations', {
      ...{ customerId: id, insuranceType: 'health', insuranceCompany: 'Bajaj' },
      ...{ sumAssured: '100000', premiumAmount: '7000', notes: 'Diabetic' },
    });
    await made('DELETE', `/api/customers/${id}`);
    await projected();
    expect(await found(`customer ${id}`)).toMatchObject([{ customerId: id, state: 'deleted' }]);
    expect(await found('gopal')).toMatchObject([{ customerId: id, state: 'deleted' }]);
    const report = await held(id);
    expect(report.person).toMatchObject({ name: 'Gopal Pillai', state: 'deleted' });
    expect(report.person.endedAt).not.toBeNull();

    const { json } = await ask(
      `mutation ($commandId: ID!) { eraseCustomer(id: ${id}, reason: "Asked for it",
         overridesRetention: true, commandId: $commandId) { isComplete } }`,
      { commandId: randomUUID() },
    );
    expect(json.data?.eraseCustomer).toEqual({ isComplete: true });
    expect(await found(String(id))).toMatchObject([
      { customerId: id, name: null, state: 'erased' },
    ]);
    const left = await held(id);
    expect(left.person).toMatchObject({ name: null, state: 'erased' });
    expect(JSON.stringify(left)).not.toMatch(/Gopal|9876500001|Diabetic/);
    const [quotation] = valuesOf(holding(left, 'quotation'));
    expect(quotation).toMatchObject({ state: 'erased', insuranceCompany: 'Bajaj' });
    expect(left.kept.reason).toContain('erased');
  });
});

describe('the overview of a person', () => {
  it('counts what the report holds', async () => {
    const { json } = await ask(
      `{ person(customerId: ${customerId}) { name state phone accesses
           counts { kind count deleted } kept { until years } } }`,
    );
    const report = await held(customerId);
    const person = json.data?.person as unknown as {
      counts: { kind: string; count: number; deleted: number }[];
    };
    expect(person.counts).toEqual(
      report.holdings.map(({ kind, items }) => ({
        ...{ kind, count: items.length },
        deleted: items.filter(({ state }) => state !== 'existing').length,
      })),
    );
    expect(person).toMatchObject({
      name: PERSON.name,
      state: 'existing',
      kept: report.kept && { years: 10 },
    });
  });
});
