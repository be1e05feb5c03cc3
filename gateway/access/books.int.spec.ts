import { randomUUID } from 'node:crypto';
import { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import { isAllowed, type Permission, ROLES } from '@insuremanager/contracts/identity/permissions';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInAs, type TestUser } from '@insuremanager/deploy/testing/signInAs';
import { call, type Json } from '@insuremanager/deploy/testing/testGateway';
import type { GraphQLField } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { graphqlSchema } from '../graphql/schema.js';
import {
  addRecords,
  GRAPHQL_ARGUMENTS,
  liftIds,
  NO_RECORDS,
  type Records,
  restLists,
  restRequest,
} from '../testing/bookRecords.spec.js';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';
import { REST_ACCESS } from '../testing/restAccess.js';
import { routesOf } from '../testing/routesOf.js';
import { fieldParts, filePart, formOf, sendForm } from '../testing/uploading.js';
import { wholeAnswer } from '../testing/wholeAnswer.js';
import { type Access, mayAsk } from './access.js';
import { GRAPHQL_ACCESS } from './graphqlAccess.js';

// Two agents who see their own books only. Whatever one of them asks, by any field or route, is
// answered as it was before the other had any records, and as it is of records that do not exist.

const { fixture, gateway } = gatewayFixture({ clock: testClock });
let anu: TestUser;
let biju: TestUser;
let ofAnu: Records;
let ofBiju: Records;
/** What Biju was answered before Anu had anything, by what was asked. */
let before: ReadonlyMap<string, string>;

const PLATE = 'KL 11 ZZ 9876';
const SEARCH = 'zubeida';

beforeAll(async () => {
  await setOwnBook(true);
  anu = await signInAs(gateway, 'agent', 'anu');
  biju = await signInAs(gateway, 'agent', 'biju');
  ofBiju = await addRecords(gateway, biju.cookie, {
    ...{ name: 'Ramesh', phone: '9876500001', plate: 'KL 07 AB 1111' },
  });
  before = await askEverything(NO_RECORDS);
  await liftIds(gateway);
  ofAnu = await addRecords(gateway, anu.cookie, {
    ...{ name: 'Zubeida', phone: '9876500002', plate: PLATE },
  });
});

const setOwnBook = (ownBook: boolean) =>
  gateway.services.agency.change(AgencySettingsInput.parse({ ownBook }), {
    commandId: randomUUID(),
    actor: { userId: 1, username: 'admin', role: 'admin' },
    correlationId: 'test',
  });

const graphql = async (query: string, { cookie }: Pick<TestUser, 'cookie'>): Promise<Json> => {
  const answer = await call(gateway.url, '/graphql', { method: 'POST', cookie, body: { query } });
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.json;
};
const rest = (method: string, path: string, { cookie }: Pick<TestUser, 'cookie'>, body?: object) =>
  call(gateway.url, path, { method, cookie, body });

const isAgents = (access: Access | undefined): boolean =>
  access !== undefined && access !== 'public' && mayAsk('agent', access);

const RECORD_ARGUMENT = /^(input|ids?|\w+Ids?|query|prefix|probe)$/;

/** Every root field that agents may ask for. */
function agentsFields() {
  const schema = graphqlSchema();
  return [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).flatMap((field: GraphQLField<unknown, unknown>) => {
      const name = `${root?.name}.${field.name}`;
      return isAgents(GRAPHQL_ACCESS[name]) ? [{ name, field }] : [];
    }),
  );
}

function questionsOf(of: Records): { key: string; query: string }[] {
  return agentsFields().flatMap(({ name, field }) => {
    const isMutation = name.startsWith('Mutation');
    const named = GRAPHQL_ARGUMENTS[name];
    if (!named && (isMutation || field.args.some((one) => RECORD_ARGUMENT.test(one.name)))) {
      if (GRAPHQL_ACCESS[name] === 'account') return [];
      throw new Error(`With which record is ${name} asked for? Say it in GRAPHQL_ARGUMENTS.`);
    }
    const ways = named ? named(of, SEARCH) : [''];
    return ways.map((args, nth) => {
      const operation = isMutation ? 'mutation' : 'query';
      const call = `${field.name}${args === '' ? '' : `(${args})`}`;
      return {
        key: `${name} ${nth}`,
        query: `${operation} { ${call}${wholeAnswer(field.type)} }`,
      };
    });
  });
}

/** Everything that Biju can ask, with some records named where one can be: the answers. */
async function askEverything(
  of: Records,
  isWanted: (key: string) => boolean = () => true,
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const note = (key: string, text: string) => answers.set(key, neutral(text, of));
  for (const { key, query } of questionsOf(of)) {
    if (isWanted(key)) note(key, JSON.stringify(await graphql(query, biju)));
  }
  const lists = restLists(of, SEARCH);
  for (const [nth, { path }] of lists.entries()) {
    note(`list ${nth}`, (await rest('GET', path, biju)).text);
  }
  const routes = routesOf(gateway.app).filter(
    (name) => isAgents(REST_ACCESS[name]) && !ELSEWHERE.test(name),
  );
  for (const name of routes.filter(isWanted)) {
    const { method, path, body } = restRequest(name, of);
    const { status, text } = await rest(method, path, biju, body);
    note(name, `${status} ${text}`);
  }
  return answers;
}

/** Of an own account or day; asked for in other ways; or what would make something new of one's own. */
const ELSEWHERE =
  /\/(auth|agency|graphql)\b|POST \/api\/(customers|leads|documents\/upload|reminders\/bulk|my-day\/.*)$/;

/** Without what differs from answer to answer, and with records called by what they are. */
const neutral = (text: string, of: Records): string =>
  Object.entries(of).reduce(
    (some, [what, id]) => some.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), `<${what}>`),
    text.replace(/"(requestId|correlationId|instance)":"[^"]*"/g, ''),
  );

describe('an agent who sees the own book only', () => {
  it('is answered as if the records of another agent were not there', async () => {
    const after = await askEverything(ofAnu);
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [key, answer] of after)
      expect(`${key}: ${answer}`).toBe(`${key}: ${before.get(key)}`);
    expect(after.size).toBeGreaterThan(120);
  });

  it('changes nothing that does not exist, whatever is asked', () => {
    for (const [key, answer] of before) {
      if (!/^(Mutation|POST|PUT|DELETE)/.test(key)) continue;
      expect(`${key}: ${answer}`).toMatch(/not-found|(?:customer|policy)-unknown/);
    }
  });

  it('would be answered otherwise if they were there', async () => {
    await setOwnBook(false);
    const seen = await askEverything(ofAnu, isReading);
    await setOwnBook(true);
    const same = [...seen].filter(([key, answer]) => answer === before.get(key));
    expect(same.map(([key]) => key).sort()).toEqual([...WHOEVER_ASKS].sort());
  });

  it('has changed nothing of them by it', async () => {
    const { json } = await rest('GET', `/api/customers/${ofAnu.customer}/history`, anu);
    expect(json).toHaveLength(1);
    // Of the vehicle a premium was paid before.
    for (const [kind, entries] of [['health', 1] as const, ['vehicle', 2] as const]) {
      const path = `/api/${kind}-policies/${ofAnu[kind]}/history`;
      expect((await rest('GET', path, anu)).json).toHaveLength(entries);
    }
    const kept = [`documents/${ofAnu.document}`, `quotations/${ofAnu.accepted}`];
    for (const path of kept) expect((await rest('GET', `/api/${path}`, anu)).status).toBe(200);
  });

  it('finds what is their own, and each card equals its list', async () => {
    for (const user of [anu, biju]) {
      const { data } = await graphql(CARDS_AND_LISTS, user);
      expect(data).toMatchObject({
        dashboard: { totalCustomers: 1, activePolicies: 2, dueRenewals: 2 },
        health: { total: 1, active: 1, expiringSoon: 1 },
        quotationCards: { total: 2, pending: 1, accepted: 1 },
        documentCards: { total: 1, kyc: 1 },
        reminderCards: { total: 1, upcoming: 2 },
        customers: { count: { count: 1 } },
        policies: { count: { count: 2 } },
        quotations: { count: { count: 2 } },
        documents: { count: { count: 1 } },
        reminders: { count: { count: 1 } },
        bulkPreview: { renewals: 2 },
      });
      const due = data?.renewalBoard?.columns as unknown as { count: number }[];
      expect(due.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    }
  });

  it('uploads no document for a customer or a policy of another book', async () => {
    const upload = (fields: object) =>
      sendForm(gateway.url, formOf([...fieldParts(fields), filePart(PDF)]), {
        Cookie: biju.cookie,
      });
    const kyc = { documentType: 'kyc' };
    const theirs = await upload({ customerId: ofAnu.customer, ...kyc });
    expect(await theirs.text()).toContain('There is no customer');
    const policy = { customerId: ofBiju.customer, documentType: 'policy_document' };
    const unknown = await upload({ ...policy, policyId: NO_RECORDS.health });
    const other = await upload({ ...policy, policyId: ofAnu.health });
    expect([other.status, neutral(await other.text(), ofAnu)]).toEqual([
      unknown.status,
      neutral(await unknown.text(), NO_RECORDS),
    ]);
  });

  it('learns that a policy number is taken, and not by whom', async () => {
    const body = samplePolicyInput('health', ofBiju.customer, 'Zubeida/health');
    const { status, text } = await rest('POST', '/api/health-policies', biju, body);
    expect(status).toBe(409);
    expect(text).not.toMatch(
      new RegExp(`${ofAnu.customer}|${ofAnu.health}|Zubeida [^/]|by Zubeida`),
    );
  });

  it('reminds only customers of their own in bulk', async () => {
    const started = await rest('POST', '/api/reminders/bulk', biju, {});
    expect(started.json).toMatchObject({ renewals: 2 });
    await expect
      .poll(async () => (await rest('GET', '/api/reminders/bulk', biju)).json.state)
      .toBe('finished');
    expect((await rest('GET', '/api/reminders', anu)).json).toHaveLength(1);
    expect((await rest('GET', '/api/reminders/bulk', anu)).json).toBeNull();
  });
});

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF',
);

const isReading = (key: string): boolean => /^(Query|list|GET)/.test(key);
/** Says nothing of records. */
const WHOEVER_ASKS = [
  // The day of who asks, whosever records there are.
  'Query.myDay 0',
  'Query.myDay 1',
  'GET /api/my-day',
  'Query.myActivity 0',
  'Query.customerOwners 0',
  'Query.bulkReminders 0',
  'Query.reminderSettings 0',
  'Query.renewalOwners 0',
  'Query.savedViews 0',
  'Query.reportSubscriptions 0',
  'Query.privacyNotices 0',
  'GET /api/reminders/bulk',
  'GET /api/reminders/settings',
  // The policies of this test began before the months of this one, and GraphQL asks for more.
  'GET /api/dashboard/revenue-trend',
  // Nobody of this test is in one; `households.int` has what is seen of another book.
  'Query.household 0',
  'GET /api/customers/:id/household',
  // Without a text, which the lists above have.
  'GET /api/search',
];

const CARDS_AND_LISTS = `{
  dashboard { totalCustomers activePolicies dueRenewals }
  health: policyCards(kind: health) { total active expiringSoon }
  quotationCards { total pending accepted }
  documentCards { total kyc }
  reminderCards { total upcoming }
  bulkPreview { renewals }
  customers { count { count } }
  policies { count { count } }
  quotations { count { count } }
  documents { count { count } }
  reminders { count { count } }
  renewalBoard { columns { count } }
}`;

describe('customers', () => {
  const owner = async (user: Pick<TestUser, 'cookie'>, id: number) =>
    (await rest('GET', `/api/customers/${id}`, user)).json.ownerId;

  it('of nobody are in every book', async () => {
    const body = { name: 'Nobody’s', phone: '9876500003' };
    const { json } = await rest('POST', '/api/customers', fixture, body);
    const path = `/api/customers/${json.id}`;
    expect((await rest('GET', path, anu)).status).toBe(404);
    const freed = await rest('PUT', `${path}/owner`, fixture, { ownerId: null });
    expect(freed.json).toMatchObject({ ownerId: null });
    for (const user of [anu, biju]) expect(await owner(user, Number(json.id))).toBeNull();
    await rest('DELETE', path, fixture);
  });

  it('are given by managers alone, to users who work', async () => {
    const auditor = await signInAs(gateway, 'auditor', 'looks');
    const path = `/api/customers/${ofAnu.customer}/owner`;
    const body = { ownerId: biju.userId };
    expect((await rest('PUT', path, anu, body)).status).toBe(403);
    const refused = await rest('PUT', path, fixture, { ownerId: auditor.userId });
    expect([refused.status, refused.json.fields?.[0]?.field]).toEqual([400, 'ownerId']);
    expect(await owner(anu, ofAnu.customer)).toBe(anu.userId);
  });

  it('take all that is theirs along, at once', async () => {
    const manager = await signInAs(gateway, 'manager', 'meena');
    const give = (ownerId: number) =>
      graphql(
        `mutation { reassignCustomers(customerIds: [${ofAnu.customer}, ${NO_RECORDS.customer}],
          ownerId: ${ownerId}, commandId: "give-${ownerId}") { customerIds stale } }`,
        manager,
      );
    const given = { customerIds: [ofAnu.customer], stale: false };
    expect((await give(biju.userId)).data?.reassignCustomers).toEqual(given);
    for (const path of [
      `health-policies/${ofAnu.health}`,
      `documents/${ofAnu.document}/download`,
    ]) {
      expect((await rest('GET', `/api/${path}`, biju)).status).toBe(200);
      expect((await rest('GET', `/api/${path}`, anu)).status).toBe(404);
    }
    const history = await rest('GET', `/api/customers/${ofAnu.customer}/history`, biju);
    expect(history.json[1]).toMatchObject({ type: 'CustomerReassigned' });
    expect((await give(biju.userId)).data?.reassignCustomers).toEqual(given);
    await give(anu.userId);
    expect(await owner(anu, ofAnu.customer)).toBe(anu.userId);
  });

  it('of all books exist for every agent as soon as the agency says so', async () => {
    const path = `/api/customers/${ofAnu.customer}`;
    await setOwnBook(false);
    expect((await rest('GET', path, biju)).status).toBe(200);
    expect((await rest('GET', '/api/customers', biju)).json).toHaveLength(2);
    await setOwnBook(true);
    expect((await rest('GET', path, biju)).status).toBe(404);
  });

  it('of all books exist for whoever may export, audit or erase', () => {
    const beyond: Permission[] = [
      ...(['export', 'audit.read', 'customers.erase', 'customers.reassign'] as const),
      'customers.merge',
    ];
    for (const role of ROLES.filter((one) => !isAllowed(one, 'books.readAll'))) {
      expect(beyond.filter((permission) => isAllowed(role, permission))).toEqual([]);
    }
  });

  it('of all books exist for managers, auditors and analysts', async () => {
    for (const role of ['manager', 'auditor', 'analyst'] as const) {
      const user = await signInAs(gateway, role, `reads-${role}`);
      expect((await rest('GET', '/api/customers', user)).json).toHaveLength(2);
    }
  });
});
