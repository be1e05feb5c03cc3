import type { Role } from '@insuremanager/contracts/identity/permissions';
import { rolesFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import type { Json } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';

const PERSON = {
  name: 'Ravi Kumar Varma',
  phone: '9876512345',
  email: 'ravi.varma@example.in',
  aadhaarNumber: '234123412346',
  panNumber: 'AAPPV1234K',
  dateOfBirth: '1980-02-01',
  occupation: 'Boatbuilder',
  address: '12 Harbour Road',
  city: 'Kochi',
  pincode: '682001',
};
const VEHICLE = {
  vehicleNumber: 'KL07ZZ9876',
  engineNumber: 'ENG445566',
  chassisNumber: 'CHS77889',
};
const NOMINEE = { nomineeName: 'Devaki Menon', nomineeBirthDate: '2011-11-11' };
const INSURED = { name: 'Unni Menon', relation: 'child', dateOfBirth: '2012-12-12' };
const SECOND_PAN = 'BBPPV5678L';
const NOTE = 'Call on the boat';

/** What of it an analyst must never be sent, in any spelling. */
const SECRETS = [
  'Ravi',
  'Varma',
  '9876512345',
  'ravi.varma',
  '12346',
  'AAPPV1234K',
  SECOND_PAN,
  '1980-02-01',
  'Boatbuilder',
  'Harbour',
  '682001',
  ...Object.values(VEHICLE),
  ...Object.values(NOMINEE),
  ...[INSURED.name, INSURED.dateOfBirth],
  NOTE,
];

const { send, add } = rolesFixture({ clock: testClock });
let customerId: number;
let policyId: number;
let healthId: number;
let quotationId: number;

const get = (role: Role, path: string) => send(role, 'GET', path);
const ask = async (role: Role, query: string): Promise<Json> =>
  (await send(role, 'POST', '/graphql', { query })).json;

beforeAll(async () => {
  const idOf = (path: string, body: object) => add('agent', path, body);
  customerId = await idOf('/api/customers', PERSON);
  await send('agent', 'PUT', `/api/customers/${customerId}`, { panNumber: SECOND_PAN });
  const policy = { ...samplePolicyInput('vehicle', customerId, 'MOT/2026/7'), ...VEHICLE };
  policyId = await idOf('/api/vehicle-policies', policy);
  const cover = { ...samplePolicyInput('health', customerId, 'H/2026/7'), ...NOMINEE };
  healthId = await idOf('/api/health-policies', { ...cover, endDate: '2027-12-31' });
  await send('agent', 'PUT', `/api/health-policies/${healthId}/insured`, {
    members: [{ customerId, relation: 'self' }, INSURED],
  });
  quotationId = await idOf('/api/quotations', {
    customerId,
    insuranceType: 'vehicle',
    vehicleType: 'car',
    vehicleNumber: VEHICLE.vehicleNumber,
    insuranceCompany: 'Star',
    sumAssured: '100000',
    premiumAmount: '9000',
    notes: NOTE,
  });
});

const leaked = (text: string): string[] => SECRETS.filter((secret) => text.includes(secret));

describe('an analyst', () => {
  it('reads lists and records by REST without the persons', async () => {
    const paths = [
      '/api/customers',
      `/api/customers/${customerId}`,
      '/api/vehicle-policies',
      `/api/vehicle-policies/${policyId}`,
      `/api/health-policies/${healthId}`,
      `/api/health-policies/${healthId}/insured`,
      '/api/quotations',
      `/api/quotations/${quotationId}`,
      '/api/dashboard/metrics',
    ];
    for (const path of paths) {
      const { status, text } = await get('analyst', path);
      expect([path, status, leaked(text)]).toEqual([path, 200, []]);
    }
    const { json } = await get('analyst', `/api/customers/${customerId}`);
    expect(json).toMatchObject({
      name: 'R. V.',
      phone: '•••',
      panNumber: 'BBPPVXXXXL',
      city: 'Kochi',
    });
    const insured = await get('analyst', `/api/health-policies/${healthId}/insured`);
    const unnamed = { dateOfBirth: null, customerId: null };
    expect(insured.json).toEqual([
      { ...unnamed, customerId, name: 'R. V.', relation: 'self' },
      { ...unnamed, name: 'U. M.', relation: 'child' },
    ]);
    const { json: members } = await get('auditor', `/api/health-policies/${healthId}/insured`);
    expect(members).toMatchObject([{ name: PERSON.name }, INSURED]);
  });

  it('reads them by GraphQL without the persons, wherever they are named', async () => {
    const queries = [
      `{ customers { items { name phone email aadhaarNumber panNumber dateOfBirth occupation address
         city pincode kycDocumentId } } }`,
      `{ customer(id: ${customerId}) { name phone email } }`,
      `{ insuredMembers(id: ${healthId}) { name dateOfBirth } }`,
      '{ policies { items { nomineeName nomineeBirthDate appointeeName customerId } } }',
      '{ policies { items { vehicleNumber engineNumber chassisNumber customer { name phone } } } }',
      `{ quotations { items { vehicleNumber notes customer { name phone } } } }`,
      '{ dashboard { recentCustomers { name phone } upcomingRenewals { customerName } } }',
      '{ upcomingRenewals { customerName } }',
    ];
    for (const query of queries) {
      const json = await ask('analyst', query);
      expect([query, json.errors, leaked(JSON.stringify(json))]).toEqual([query, undefined, []]);
    }
    const json = await ask('analyst', '{ upcomingRenewals { customerName policyNumber } }');
    expect(json.data?.upcomingRenewals).toEqual([
      { customerName: 'R. V.', policyNumber: 'MOT/2026/7' },
    ]);
  });

  it('cannot look for a person by a text, in no list', async () => {
    for (const path of ['customers', 'vehicle-policies', 'health-policies', 'quotations']) {
      const { status, json } = await get('analyst', `/api/${path}?search=varma`);
      expect([path, status, json.code]).toEqual([path, 403, 'forbidden']);
      expect((await get('analyst', `/api/${path}?search=`)).status).toBe(200);
    }
    for (const field of ['customers', 'policies', 'quotations']) {
      const json = await ask(
        'analyst',
        `{ ${field}(filter: { search: "varma" }) { items { id } } }`,
      );
      expect([field, json.errors?.[0]?.extensions?.code]).toEqual([field, 'FORBIDDEN']);
    }
    const json = await ask(
      'analyst',
      `{ policies(filter: { customerId: ${customerId} }) { items { id } } }`,
    );
    expect(json.data?.policies?.items).toEqual([{ id: healthId }, { id: policyId }]);
  });

  it('gets no PDF, which names its customer', async () => {
    expect((await get('analyst', `/api/quotations/${quotationId}/pdf`)).status).toBe(403);
  });
});

describe('an auditor', () => {
  it('reads persons by name, and no PAN, not even one that was changed', async () => {
    const answers = [
      (await get('auditor', '/api/customers')).text,
      (await get('auditor', `/api/customers/${customerId}?asOf=2026-06-15`)).text,
      (await get('auditor', `/api/customers/${customerId}/history`)).text,
      JSON.stringify(
        await ask(
          'auditor',
          `{ customerHistory(id: ${customerId}) { changes { field before after } }
             customerAsOf(id: ${customerId}, day: "2026-06-15") { name panNumber } }`,
        ),
      ),
    ];
    for (const answer of answers) {
      expect(answer).not.toContain(PERSON.panNumber);
      expect(answer).not.toContain(SECOND_PAN);
      expect(answer).toContain('BBPPVXXXXL');
    }
    expect(answers[0]).toContain(PERSON.name);
    expect(answers[2]).toContain('AAPPVXXXXK');
  });
});

describe('a PAN', () => {
  /** Where a text can be looked for, as the answers in which a customer would be seen. */
  const searched = async (role: Role, text: string): Promise<string[]> => {
    const q = encodeURIComponent(text);
    const paths = [
      `/api/customers?search=${q}`,
      `/api/vehicle-policies?search=${q}`,
      `/api/documents?search=${q}`,
      `/api/quotations?search=${q}`,
      `/api/reminders?search=${q}`,
      `/api/search?q=${q}`,
      `/api/exports/customers.csv?search=${q}`,
    ];
    const answers = await Promise.all(paths.map((path) => get(role, path)));
    const graphql = await ask(
      role,
      `{ search(query: "${text}") { customers { items { name } } } }`,
    );
    return [...answers.map(({ text }) => text), JSON.stringify(graphql)];
  };
  const names = (answers: readonly string[]) =>
    answers.filter((answer) => answer.includes(PERSON.name) || answer.includes('MOT/2026/7'));

  it.each(['BBPPV5', 'bbppv5678', 'BPPV5678L', '5678l', 'V5678'])(
    'is not found by a part of it, such as %s',
    async (part) => {
      for (const role of ['agent', 'manager', 'admin', 'auditor', 'analyst'] as const) {
        expect([role, names(await searched(role, part))]).toEqual([role, []]);
      }
    },
  );

  it('is found as a whole by who may read it, and by nobody else', async () => {
    for (const whole of [SECOND_PAN, 'bbppv 5678 l', 'BBPPV-5678-L']) {
      for (const role of ['agent', 'manager', 'admin'] as const) {
        const found = names(await searched(role, whole));
        expect([role, whole, found.length >= 4]).toEqual([role, whole, true]);
      }
      for (const role of ['auditor', 'analyst'] as const) {
        const answers = await searched(role, whole);
        expect([role, whole, names(answers)]).toEqual([role, whole, []]);
        for (const answer of answers) expect(answer.toLowerCase()).toContain('forbidden');
      }
    }
  });
});

describe('an agent', () => {
  it('reads what forms need', async () => {
    const { json } = await get('agent', `/api/customers/${customerId}`);
    expect(json).toMatchObject({ name: PERSON.name, panNumber: SECOND_PAN });
    expect(json.aadhaarNumber).toBe('XXXX XXXX 2346');
  });
});
