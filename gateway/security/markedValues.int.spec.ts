import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { call, TEST_ADMIN } from '@insuremanager/deploy/testing/testGateway';
import { samplePdf } from '@insuremanager/services/documents/testing/sampleFiles';
import { createRecordingBus } from '@insuremanager/services/platform/bus/testing/recordingBus';
import type { StoredEvent } from '@insuremanager/services/platform/eventLog/eventLog';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput } from '../testing/policyFixture.js';
import { sampleQuotationInput } from '../testing/quotationFixture.js';
import { fieldParts, filePart, formOf, sendForm } from '../testing/uploading.js';

// Values that stand nowhere else are typed into every field, through every door, with success and
// without; then everything that operators and other systems see is searched for them.

const CUSTOMER = {
  name: 'Qzname Marked',
  phone: '9812347659',
  email: 'qzmail@marked.example',
  aadhaarNumber: '234123412346',
  panNumber: 'QZXPM7391K',
  occupation: 'Qzoccupation',
  address: 'Qzaddress 12',
  city: 'Qzcity',
  state: 'Qzstate',
};
const POLICY = {
  policyNumber: 'QZPOL/7391/88',
  insuranceCompany: 'Qzinsurer Ltd',
  vehicleNumber: 'KL39QZ7391',
  engineNumber: 'QZENGINE7391',
  chassisNumber: 'QZCHASSIS7391',
  vehicleMake: 'Qzmake',
  vehicleModel: 'Qzmodel',
};
const TYPED = {
  ...CUSTOMER,
  ...POLICY,
  phoneStored: '+919812347659',
  note: 'Qznote of a cancellation',
  notes: 'Qznotes of a quotation',
  message: 'Qzmessage of an email',
  file: 'Qzfile of theirs.pdf',
  searched: 'qzsearched words',
  wrongUsername: 'qzusername',
  wrongPassword: 'qzpassword 7391',
  password: TEST_ADMIN.password,
  key: 'qzkey-7391',
  idempotencyKey: 'qzidempotency-7391',
  broken: 'qzbroken json',
  header: 'qzheader-7391',
};

const bus = createRecordingBus();
const { fixture, gateway } = gatewayFixture({ bus, logLevel: 'debug' });
beforeAll(async () => {
  await everythingByRest();
  await everythingByGraphql();
  await everythingWrong();
});

const headers = () => ({
  'Idempotency-Key': `${TYPED.idempotencyKey}-${Math.random()}`,
  Authorization: `Bearer ${TYPED.key}`,
  'User-Agent': TYPED.header,
});
const send = (method: string, path: string, body?: unknown) =>
  call(gateway.url, path, { method, cookie: fixture.cookie, headers: headers(), body });
const graphql = (query: string, variables: object) =>
  call(gateway.url, '/graphql', {
    ...{ method: 'POST', cookie: fixture.cookie, headers: headers(), body: { query, variables } },
  });

const policyOf = (customerId: number, policyNumber = POLICY.policyNumber) => ({
  ...samplePolicyInput('vehicle', customerId, policyNumber),
  ...POLICY,
  policyNumber,
});

async function everythingByRest(): Promise<void> {
  const added = await send('POST', '/api/customers', CUSTOMER);
  expect(added.status, added.text).toBe(201);
  const customerId = Number(added.json.id);
  const issued = await send('POST', '/api/vehicle-policies', policyOf(customerId));
  expect(issued.status, issued.text).toBe(201);
  const path = `/api/vehicle-policies/${issued.json.id}`;
  await send('PUT', path, { vehicleModel: `${POLICY.vehicleModel} 2` });
  await send('POST', `${path}/cancel`, { reason: 'other', note: TYPED.note });
  await send('POST', `${path}/reinstate`, { note: TYPED.note });
  const quoted = await send('POST', '/api/quotations', {
    ...sampleQuotationInput('vehicle', customerId),
    insuranceCompany: POLICY.insuranceCompany,
    vehicleNumber: POLICY.vehicleNumber,
    notes: TYPED.notes,
  });
  expect(quoted.status, quoted.text).toBe(201);
  const mail = { to: CUSTOMER.email, message: TYPED.message };
  expect((await send('POST', `/api/quotations/${quoted.json.id}/email`, mail)).status).toBe(200);
  const fields = fieldParts({ customerId, documentType: 'kyc' });
  const form = formOf([...fields, filePart(samplePdf(), TYPED.file)]);
  expect((await sendForm(gateway.url, form, { cookie: fixture.cookie })).status).toBe(201);
  for (const text of Object.values(TYPED)) {
    const query = encodeURIComponent(text);
    await send('GET', `/api/search?q=${query}`);
    await send('GET', `/api/customers?search=${query}&city=${query}&cursor=${query}`);
    await send('GET', `/api/vehicle-policies?insurer=${query}&endsFrom=${query}`);
    await send('GET', `/api/${query}`);
    await send('GET', `/${query}`);
  }
}

async function everythingByGraphql(): Promise<void> {
  const create = `mutation ($input: NewCustomerInput!, $commandId: ID!) {
    createCustomer(input: $input, commandId: $commandId) { customer { id } }
  }`;
  const input = { ...CUSTOMER, phone: '9812347658', email: null, panNumber: null };
  await graphql(create, { input: { ...input, aadhaarNumber: null }, commandId: TYPED.key });
  // The same identity number, the same command, and what is nothing of the kind.
  await graphql(create, { input: CUSTOMER, commandId: `${TYPED.key}-2` });
  await graphql(create, { input, commandId: TYPED.key });
  await graphql(create, { input: { ...input, dateOfBirth: TYPED.note }, commandId: 'c' });
  await graphql(create, { input: TYPED.note, commandId: TYPED });
  for (const text of Object.values(TYPED)) {
    const quoted = JSON.stringify(text);
    await graphql(`{ search(query: ${quoted}) { nothing } }`, {});
    await graphql(
      `{ customers(filter: { search: ${quoted}, kycStatuses: [${quoted}] }) { items { id } } }`,
      {},
    );
    await graphql(`query ($id: Int!) { customer(id: $id) { id } }`, { id: text });
    await graphql(`{ ${text} `, {});
  }
}

async function everythingWrong(): Promise<void> {
  const { wrongUsername, wrongPassword, password, broken } = TYPED;
  const login = (username: string, secret: string) =>
    call(gateway.url, '/api/auth/login', {
      ...{ method: 'POST', headers: headers(), body: { username, password: secret } },
    });
  await login(wrongUsername, password);
  await login(TEST_ADMIN.username, wrongPassword);
  // As people do who type too fast.
  await login(password, '');
  const type = { 'Content-Type': 'application/json' };
  for (const path of ['/api/customers', '/api/auth/login', '/graphql']) {
    const body = `{"name": "${broken}`;
    await call(gateway.url, path, { method: 'POST', cookie: fixture.cookie, headers: type, body });
  }
  await send('POST', '/api/vehicle-policies', policyOf(1));
  await send('POST', '/api/vehicle-policies', { ...policyOf(1), premiumAmount: TYPED.note });
  await send('POST', '/api/vehicle-policies', policyOf(999_999, `${POLICY.policyNumber}/2`));
  await send('PUT', '/api/customers/1', { ...CUSTOMER, email: TYPED.note });
  await call(gateway.url, '/api/auth/me', { headers: { Cookie: `${fixture.cookie}${TYPED.key}` } });
  await whileTablesAreGone(async () => {
    expect((await send('GET', `/api/customers?search=${TYPED.searched}`)).status).toBe(500);
    await send('POST', '/api/customers', { ...CUSTOMER, phone: '9812347657' });
    await graphql('query ($q: String!) { search(query: $q) { customers { count } } }', {
      q: TYPED.searched,
    });
  });
}

/** A database that fails in the middle of what it was asked. */
async function whileTablesAreGone(work: () => Promise<void>): Promise<void> {
  const { pool } = gateway.platform;
  const table = `${gateway.readModels.schema}.customers`;
  await pool.query(`ALTER TABLE ${table} RENAME TO customers_gone`);
  try {
    await work();
  } finally {
    await pool.query(`ALTER TABLE ${table}_gone RENAME TO customers`);
  }
}

/** The values that stand in a text, in any letter case or encoding of an address. */
function foundIn(text: string, more: Record<string, string> = {}): string[] {
  const lower = text.toLowerCase();
  return Object.entries({ ...TYPED, ...more })
    .filter(([, value]) =>
      [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)].some((form) =>
        lower.includes(form.toLowerCase()),
      ),
    )
    .map(([name]) => name);
}

/** Of an insurer or a model of a car there are many customers: events hold them in the clear. */
const OF_NOBODY = ['insuranceCompany', 'vehicleMake', 'vehicleModel'];
const ofSomebody = (name: string): boolean => !OF_NOBODY.includes(name);

const secretsOfSession = () => ({ token: fixture.cookie.split('=')[1] ?? fixture.cookie });

async function everyEvent(): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  const caughtUp = new AbortController();
  const all = gateway.platform.eventLog.subscribe({
    after: null,
    maxBatch: 1000,
    signal: caughtUp.signal,
    onCaughtUp: () => caughtUp.abort(),
  });
  for await (const batch of all) events.push(...batch);
  return events;
}

describe('nothing of what was typed stands', () => {
  it('in the log, at its most talkative', () => {
    expect(gateway.logged.length).toBeGreaterThan(3);
    expect(gateway.logged.join('\n')).toContain('unforeseen');
    expect(foundIn(gateway.logged.join('\n'), secretsOfSession())).toEqual([]);
  });

  it('in the figures, which name routes and not addresses', async () => {
    const { text } = await call(gateway.opsUrl, '/metrics');
    expect(text).toContain('route="/api/customers"');
    expect(foundIn(text, secretsOfSession())).toEqual([]);
  });

  it('in what operators read of its health', async () => {
    const { text } = await call(gateway.opsUrl, '/health/ready');
    expect(foundIn(text, secretsOfSession())).toEqual([]);
  });

  it('in messages for other systems', async () => {
    await expect.poll(() => bus.stored.length).toBeGreaterThan(5);
    const found = foundIn(JSON.stringify(bus.stored), secretsOfSession());
    expect(found.filter(ofSomebody)).toEqual([]);
  });

  it('in the log of events: types, streams, metadata, nor in the clear in what they say', async () => {
    const events = await everyEvent();
    expect(events.length).toBeGreaterThan(5);
    const plain = events.map(({ id, stream, type, metadata }) => ({ id, stream, type, metadata }));
    expect(foundIn(JSON.stringify(plain), secretsOfSession())).toEqual([]);
    const found = foundIn(JSON.stringify(events.map(({ data }) => data)));
    expect(found.filter(ofSomebody)).toEqual([]);
  });

  it('in the refusals that others get', async () => {
    const answers = await Promise.all([
      call(gateway.url, '/api/customers/1'),
      call(gateway.url, '/api/nothing', { cookie: fixture.cookie }),
      call(gateway.url, '/api/customers/999999', { cookie: fixture.cookie }),
      call(gateway.url, '/api/customers', { method: 'POST', cookie: fixture.cookie, body: {} }),
      call(gateway.url, '/graphql', {
        method: 'POST',
        cookie: fixture.cookie,
        body: { query: '{ x }' },
      }),
    ]);
    for (const { text, headers: answered } of answers) {
      expect(foundIn(text + JSON.stringify(answered), secretsOfSession())).toEqual([]);
    }
  });

  it('in the tables of sign-ins, but for names of accounts', async () => {
    const { rows } = await gateway.platform.pool.query<{ table_name: string }>(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'identity'",
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { table_name } of rows) {
      const { rows: all } = await gateway.platform.pool.query(
        `SELECT * FROM identity.${table_name}`,
      );
      const found = foundIn(JSON.stringify(all), secretsOfSession());
      // Of guesses it is counted for which name they were; a device is called by its browser.
      const known = ['wrongUsername', 'password', 'header'];
      expect(found.filter((name) => !known.includes(name))).toEqual([]);
    }
  });
});
