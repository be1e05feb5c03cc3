import '@insuremanager/deploy/testing/declaredPartners';
import { randomUUID } from 'node:crypto';
import { PERMISSIONS, type Role } from '@insuremanager/contracts/identity/permissions';
import type { HeldReport } from '@insuremanager/contracts/privacy/held';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInEachRole } from '@insuremanager/deploy/testing/roles';
import { type Call, signIn } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, describe, expect, it } from 'vitest';
import { maskedEventData } from '../access/maskedEvents.js';
import { openApiDocument } from '../openapi/document.js';
import { REST_ACCESS } from './restAccess.js';

// Records that the product does not have, and of which no face and no capability says anything by hand.

/** Half an hour before midnight in Kolkata. */
let now = new Date('2026-04-01T18:00:00Z');
const { gateway, send, ask, add } = gatewayFixture({ clock: { now: () => now } });
let cookies: Record<Role, string>;
beforeAll(async () => {
  cookies = await signInEachRole(gateway);
});
const as = (role: Role, more: Call = {}): Call => ({ cookie: cookies[role], ...more });

const FIELDS = 'id version name contact city kind share since createdAt';
const CREATE = `mutation($input: PartnerInput!, $commandId: ID!) {
  createPartner(input: $input, commandId: $commandId) { partner { ${FIELDS} } warnings { code } stale }
}`;
const LIST = `query($filter: PartnerFilter, $sort: PartnerSort, $first: Int, $after: String) {
  partners(filter: $filter, sort: $sort, direction: asc, first: $first, after: $after) {
    items { name } nextCursor count { count exact }
  }
}`;
const ONE = `query($id: Int!) { partner(id: $id) { ${FIELDS} } }`;

const partner = (fields: object = {}) => ({
  ...{ name: 'Asha Clinic', contact: 'Asha Nair', city: 'Kochi', kind: 'clinic' },
  ...{ share: '12.50', since: '2020-01-31', ...fields },
});

/** Of the two that the tests find: by GraphQL, and by REST. */
let clinic: number;
let garage: number;
beforeAll(async () => {
  const made = await ask(CREATE, { input: partner(), commandId: randomUUID() });
  clinic = Number(made.json.data?.createPartner?.partner?.id);
  const body = partner({ name: 'Élan Motors', kind: 'garage', share: 5, city: null });
  garage = await add('/api/partners', body);
});

describe('a record that is declared and no more', () => {
  it('is added, and a retry answers the same', async () => {
    const commandId = randomUUID();
    const first = await ask(CREATE, { input: partner({ name: 'Third' }), commandId });
    const saved = first.json.data?.createPartner;
    expect(saved).toMatchObject({
      partner: { name: 'Third', kind: 'clinic', share: '12.50', since: '2020-01-31', version: 0 },
      ...{ warnings: [], stale: false },
    });
    const again = await ask(CREATE, { input: partner({ name: 'Third' }), commandId });
    expect(again.json.data?.createPartner).toEqual(saved);

    const id = saved?.partner?.id;
    const headers = { 'If-Match': '"0"' };
    expect((await send('DELETE', `/api/partners/${id}`, { headers })).status).toBe(204);
    expect((await send('GET', `/api/partners/${id}`)).status).toBe(404);
    expect((await ask(ONE, { id })).json.data?.partner).toBeNull();
    const body = {
      query: 'query { auditLog(filter: { kinds: [deletion] }) { items { summary } } }',
    };
    expect((await send('POST', '/graphql', { body })).json).toMatchObject({
      data: { auditLog: { items: [{ summary: 'Deleted a partner' }] } },
    });
  });

  it('is refused where a field is not as it is declared, by its label', async () => {
    const body = partner({ name: ' ', kind: 'school' });
    const { status, json } = await send('POST', '/api/partners', { body });
    expect(status).toBe(400);
    expect(JSON.stringify(json.fields)).toMatch(/"name".*"kind"/);
  });

  it('is answered by REST with where it is and in which version', async () => {
    const { status, headers, json } = await send('GET', `/api/partners/${garage}`);
    expect(status).toBe(200);
    expect(headers.etag).toBe('"0"');
    expect(json).toMatchObject({ id: garage, name: 'Élan Motors', share: '5.00', city: null });
  });

  it.each([
    [{ search: 'elan' }, 'search=elan', ['Élan Motors']],
    [{ kinds: ['clinic'] }, 'kind=clinic', ['Asha Clinic']],
    [{ city: 'KOCHI' }, 'city=KOCHI', ['Asha Clinic']],
    [{ shareFrom: '5.01' }, 'shareFrom=5.01', ['Asha Clinic']],
    [{ cityUnknown: true }, 'cityUnknown=true', ['Élan Motors']],
    [{}, '', ['Asha Clinic', 'Élan Motors']],
  ])('is listed by %j', async (filter, query, names) => {
    const { json } = await ask(LIST, { filter, sort: 'name' });
    expect(json.errors).toBeUndefined();
    expect(json.data?.partners).toEqual({
      items: names.map((name) => ({ name })),
      nextCursor: null,
      count: { count: names.length, exact: true },
    });
    const listed = await send('GET', `/api/partners?${query}&sort=name&direction=asc`);
    expect(listed.json).toMatchObject(names.map((name) => ({ name })));
  });

  it('is listed page by page', async () => {
    const first = (await ask(LIST, { first: 1, sort: 'share' })).json.data?.partners;
    expect(first?.items).toEqual([{ name: 'Élan Motors' }]);
    const more = await ask(LIST, { first: 1, sort: 'share', after: first?.nextCursor });
    expect(more.json.data?.partners).toMatchObject({
      items: [{ name: 'Asha Clinic' }],
      nextCursor: null,
    });
    const { headers } = await send('GET', '/api/partners?limit=1');
    expect(headers.link).toMatch(/^<\/api\/partners\?.*>; rel="next"$/);
  });

  it('is changed as it was seen, told of in words, and shown as of a day', async () => {
    now = new Date('2026-04-01T19:00:00Z');
    const body = { city: 'Thrissur' };
    const put = (version: number) =>
      send('PUT', `/api/partners/${clinic}`, { body, headers: { 'If-Match': `"${version}"` } });
    expect((await put(0)).json).toMatchObject({ city: 'Thrissur', version: 1, warnings: [] });
    expect((await put(0)).status).toBe(412);
    const update = await ask(
      `mutation($id: Int!, $commandId: ID!) {
        updatePartner(id: $id, input: { share: "7" }, expectedVersion: 1, commandId: $commandId) {
          partner { share version }
        }
      }`,
      { id: clinic, commandId: randomUUID() },
    );
    expect(update.json.data?.updatePartner).toEqual({ partner: { share: '7.00', version: 2 } });

    const summaries = ['Partner added', 'City changed', 'Share changed'];
    const history = `query($id: Int!) {
      partnerHistory(id: $id) { summary }
      partnerAsOf(id: $id, day: "2026-04-01") { city share version }
    }`;
    expect((await ask(history, { id: clinic })).json.data).toEqual({
      partnerHistory: summaries.map((summary) => ({ summary })),
      partnerAsOf: { city: 'Kochi', share: '12.50', version: 0 },
    });
    expect((await send('GET', `/api/partners/${clinic}/history`)).json).toMatchObject(
      summaries.map((summary) => ({ summary })),
    );
    expect((await send('GET', `/api/partners/${clinic}?asOf=2026-04-01`)).json).toMatchObject({
      ...{ city: 'Kochi', version: 0 },
    });
  });

  it('is deleted by GraphQL', async () => {
    const body = partner({ name: 'Gone' });
    const id = await add('/api/partners', body);
    const remove = `mutation($id: Int!, $commandId: ID!) {
      deletePartner(id: $id, commandId: $commandId) { id stale }
    }`;
    const answer = await ask(remove, { id, commandId: randomUUID() });
    expect(answer.json.data?.deletePartner).toEqual({ id, stale: false });
  });

  it('is read and written by those roles alone that may', async () => {
    const statuses = async (role: Role) => {
      const asked = await ask(ONE, { id: garage }, as(role));
      const input = partner({ name: ' ' });
      const made = await ask(CREATE, { input, commandId: randomUUID() }, as(role));
      return [
        (await send('GET', `/api/partners/${garage}`, as(role))).status,
        (await send('POST', '/api/partners', as(role, { body: input }))).status,
        asked.json.errors?.[0]?.extensions?.code ?? asked.json.data?.partner?.id,
        made.json.errors?.[0]?.extensions?.code,
      ];
    };
    expect(await statuses('agent')).toEqual([403, 403, 'FORBIDDEN', 'FORBIDDEN']);
    expect(await statuses('analyst')).toEqual([200, 403, garage, 'FORBIDDEN']);
    expect(await statuses('manager')).toEqual([200, 400, garage, 'BAD_USER_INPUT']);
  });

  it('is masked as its fields say, by both faces and in its file', async () => {
    const masked = { name: 'Élan Motors', contact: '•••' };
    expect((await ask(ONE, { id: garage }, as('analyst'))).json.data?.partner).toMatchObject(
      masked,
    );
    const { json } = await send('GET', `/api/partners/${garage}`, as('analyst'));
    expect(json).toMatchObject(masked);
    const csv = '/api/exports/partners.csv?sort=name&direction=asc&columns=name,contact,kind';
    const lines = async (role: Role) =>
      (await send('GET', csv, as(role))).text.trim().split('\r\n');
    expect((await lines('analyst')).slice(1)).toEqual([
      'Asha Clinic,•••,clinic',
      'Élan Motors,•••,garage',
    ]);
    expect(await lines('manager')).toContain('Élan Motors,Asha Nair,garage');
  });

  it('is in no file of those who may not read it', async () => {
    const permissions = PERMISSIONS as unknown as Record<string, readonly Role[]>;
    const { 'partners.read': readers = [] } = permissions;
    try {
      permissions['partners.read'] = ['admin'];
      for (const [method, body] of [['GET'], ['POST', { ids: [garage] }]] as const) {
        const { status } = await send(method, '/api/exports/partners.csv', as('analyst', { body }));
        expect([method, status]).toEqual([method, 403]);
      }
    } finally {
      permissions['partners.read'] = readers;
    }
    expect(REST_ACCESS['GET /api/exports/partners.csv']).toEqual(['export', 'partners.read']);
  });

  it('is found by the search over everything, by whoever may read it', async () => {
    const found = { id: garage, name: 'Élan Motors', city: null };
    const search = 'query { search(query: "elan") { partners { items { id name city } count } } }';
    for (const [role, items] of [
      ['manager', [found]],
      ['agent', []],
    ] as const) {
      const { json } = await ask(search, {}, as(role));
      expect(json.data?.search).toEqual({ partners: { items, count: items.length } });
      expect((await send('GET', '/api/search?q=elan', as(role))).json).toMatchObject({
        partners: items,
      });
    }
  });

  it('is described by OpenAPI, with its limits', () => {
    const { paths, components } = openApiDocument();
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      path.startsWith('/api/partners')
        ? Object.entries(operations).map(([method, one]) => `${method} ${path} ${one.operationId}`)
        : [],
    );
    expect(described).toEqual([
      'get /api/partners listPartners',
      'post /api/partners createPartner',
      'get /api/partners/{id} getPartner',
      'put /api/partners/{id} updatePartner',
      'delete /api/partners/{id} deletePartner',
      'get /api/partners/{id}/history getPartnerHistory',
    ]);
    expect(components.schemas).toMatchObject({
      PartnerInput: { properties: { name: { maxLength: 100 } }, required: expect.any(Array) },
      PartnerPatch: {},
      Partner: { properties: { kind: { enum: ['garage', 'clinic'] } } },
      SavedPartner: { properties: { warnings: {} } },
    });
  });
});

describe('a record of customers that is declared and no more', () => {
  const NAME = 'Temple necklace';
  const PLACE = 'Locker 7, Federal Bank';
  let customerId: number;
  let id: number;
  const made = async (path: string, body: object) => await add(path, body);
  const asked = async (query: string, variables: object = {}, more: Call = {}) => {
    const { json } = await ask(query, variables, more);
    expect(json.errors).toBeUndefined();
    return Object.values(json.data as object)[0];
  };

  beforeAll(async () => {
    customerId = await made('/api/customers', { name: 'Asha Menon', phone: '9847012345' });
    id = await made('/api/valuables', { customerId, name: 'Necklace', keptAt: PLACE });
    const body = { name: NAME };
    expect((await send('PUT', `/api/valuables/${id}`, { body })).status).toBe(200);
    const sold = await made('/api/valuables', { customerId, name: 'Sold ring' });
    expect((await send('DELETE', `/api/valuables/${sold}`)).status).toBe(204);
  });

  it('is replayed, and found by its number and its name', async () => {
    const replay = `query($id: Int!) {
      replay(record: valuable, id: $id) { name stream isDeleted events { type } }
    }`;
    expect(await asked(replay, { id }, as('auditor'))).toEqual({
      ...{ name: NAME, stream: `valuable-${id}`, isDeleted: false },
      events: [{ type: 'ValuableAdded' }, { type: 'ValuableChanged' }],
    });
    const before = `query($id: Int!) {
      recordAsOf(record: valuable, id: $id, version: 0) { fields { label before after } }
    }`;
    expect(await asked(before, { id }, as('auditor'))).toEqual({
      fields: [
        { label: 'Customer', before: String(customerId), after: String(customerId) },
        { label: 'Name', before: 'Necklace', after: NAME },
        { label: 'Kept at', before: PLACE, after: PLACE },
      ],
    });
    const find = 'query($query: String!) { recordsToReplay(query: $query) { record id name } }';
    for (const query of [`valuable ${id}`, 'temple']) {
      const found = { record: 'valuable', id, name: NAME };
      expect(await asked(find, { query }, as('auditor'))).toEqual([found]);
    }
    const deleted = await asked('query { deletedRecords { record name } }', {}, as('auditor'));
    expect(deleted).toContainEqual({ record: 'valuable', name: 'Sold ring' });
  });

  it('is masked in its events as in its views', () => {
    const data = { valuableId: id, personal: { name: NAME, keptAt: PLACE, key: 'k' } };
    expect(maskedEventData('analyst', data)).toMatchObject({
      personal: { name: expect.any(String), keptAt: '•••', key: '•••' },
    });
    expect(maskedEventData('manager', data)).toMatchObject({
      personal: { name: NAME, keptAt: PLACE, key: '•••' },
    });
  });

  it('has a dossier', async () => {
    const { status, json } = await send('GET', `/api/audit/dossiers/valuable-${id}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ stream: `valuable-${id}`, events: { length: 2 } });
    expect(JSON.stringify(json)).not.toContain('Federal');
    expect((await send('GET', `/api/audit/dossiers/valuable-${id}/pdf`)).status).toBe(200);
  });

  it('is told to whoever asks what is held about them, with why', async () => {
    const { json } = await send('GET', `/api/privacy/people/${customerId}/held.json`);
    const { holdings, accesses } = json as unknown as HeldReport;
    const held = holdings.find(({ kind }) => kind === 'valuable');
    expect(held).toMatchObject({ title: 'Valuables', purpose: 'To insure what you own.' });
    expect(
      held?.items.map(({ title, state, facts }) => [title, state, facts.map(({ text }) => text)]),
    ).toEqual([
      [`Valuable ${NAME}`, 'existing', expect.arrayContaining([NAME, PLACE])],
      ['Valuable Sold ring', 'deleted', expect.arrayContaining(['Sold ring'])],
    ]);
    const seen = accesses.filter(({ record }) => record === 'valuable');
    expect(seen.map(({ summary }) => summary)).toContain('Name changed');
  });

  it('is in a file with its customer', async () => {
    const { text } = await send('GET', '/api/exports/valuables.csv?columns=name,customer,keptAt');
    expect(text.trim().split('\r\n').slice(1)).toEqual([`${NAME},Asha Menon,"${PLACE}"`]);
  });

  it('concerns its customer where somebody has looked at it, exported or deleted it', async () => {
    const stretch = (kinds: string[]) =>
      asked(
        `query($stretch: StretchInput!) {
          breachStretch(stretch: $stretch) { persons { customerId data } }
        }`,
        {
          stretch: { userIds: [], from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z', kinds },
        },
      );
    for (const kinds of [['records_replayed'], ['lists_exported'], ['changes']]) {
      const { persons } = (await stretch(kinds)) as unknown as { persons: object[] };
      expect(persons).toContainEqual(expect.objectContaining({ customerId }));
    }
  });

  it('is counted among what goes with a customer, and goes with them for ever', async () => {
    const check = `query($customerId: Int!) {
      erasureCheck(customerId: $customerId) { valuables policies claims retainedUntil }
    }`;
    // Ten years from when it was sold, which no lists show any more.
    expect(await asked(check, { customerId })).toEqual({
      ...{ valuables: 1, policies: 0, claims: 0, retainedUntil: '2036-04-02' },
    });
    const erase = `mutation($id: Int!, $commandId: ID!) {
      eraseCustomer(
        id: $id, reason: "They asked us to", overridesRetention: true, commandId: $commandId
      ) { isComplete }
    }`;
    expect(await asked(erase, { id: customerId, commandId: randomUUID() })).toEqual({
      isComplete: true,
    });
    expect((await send('GET', `/api/valuables/${id}`)).status).toBe(404);
    expect((await send('GET', '/api/exports/valuables.csv')).text).not.toContain(NAME);
    const events = await gateway.platform.commands.readHistory(`valuable-${id}`);
    expect(events.map(({ type }) => type)).toEqual([
      ...['ValuableAdded', 'ValuableChanged', 'ValuableDeleted'],
    ]);
    for (const path of [
      `/api/valuables/${id}/history`,
      `/api/privacy/people/${customerId}/held.json`,
    ]) {
      const { text } = await send('GET', path);
      expect(text).toMatch(/[Vv]aluable/);
      for (const personal of [NAME, 'Necklace', 'Federal', 'Asha'])
        expect(text).not.toContain(personal);
    }
  });

  it('is counted where the retention of its customer has ended', async () => {
    const other = await made('/api/customers', { name: 'Ravi Menon', phone: '9847012346' });
    await made('/api/valuables', { customerId: other, name: 'Veena' });
    now = new Date('2036-05-01T06:00:00Z');
    const cookie = await signIn(gateway.url);
    const ended = `query {
      endedRetentions(list: waiting) { items { customerId valuables lastTransaction } }
    }`;
    expect(await asked(ended, {}, { cookie })).toEqual({
      items: [{ customerId: other, valuables: 1, lastTransaction: '2026-04-02' }],
    });
  });
});
