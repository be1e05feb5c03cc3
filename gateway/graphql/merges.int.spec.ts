import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { describe, expect, it } from 'vitest';
import { samplePolicyInput, TEST_NOW } from '../testing/policyFixture.js';
import { sampleQuotationInput } from '../testing/quotationFixture.js';

const { gateway, send } = gatewayFixture({ clock: { now: () => TEST_NOW } });

const ADMIN = { userId: 1, username: 'admin', role: 'admin' };

const post = (path: string, body: object) => send('POST', path, { body });
const get = (path: string) => send('GET', path);

const add = async (fields: object) => {
  const { json } = await post('/api/customers', { phone: '9847012345', ...fields });
  return { id: Number(json.id), version: Number(json.version) };
};
type Seen = Awaited<ReturnType<typeof add>>;

const issue = async ({ id }: Pick<Seen, 'id'>, number: string) =>
  Number((await post('/api/health-policies', samplePolicyInput('health', id, number))).json.id);
const policiesOf = async (id: number) => {
  const { text } = await get('/api/health-policies?limit=1000');
  return (JSON.parse(text) as { id: number; customerId: number }[])
    .filter(({ customerId }) => customerId === id)
    .map((one) => one.id)
    .sort((a, b) => a - b);
};
const merge = (into: Seen, duplicate: Seen, more: object = {}) =>
  post(`/api/customers/${into.id}/merge`, {
    ...{ duplicateId: duplicate.id, version: into.version, duplicateVersion: duplicate.version },
    ...more,
  });
const undo = (into: Seen, duplicate: Seen) =>
  post(`/api/customers/${into.id}/merge/undo`, { duplicateId: duplicate.id });
const versionOf = async (id: number): Promise<Seen> => {
  const { json } = await get(`/api/customers/${id}`);
  return { id: Number(json.id), version: Number(json.version) };
};
const idsFound = async (search: string) => {
  const { text } = await get(`/api/customers?search=${encodeURIComponent(search)}`);
  return (JSON.parse(text) as { id: number }[]).map(({ id }) => id);
};
const summaries = async (id: number) => {
  const query = `query ($id: Int!) { customerHistory(id: $id) { summary } }`;
  const { json } = await post('/graphql', { query, variables: { id } });
  const { data } = json as unknown as { data: { customerHistory: { summary: string }[] } };
  return data.customerHistory.map(({ summary }) => summary);
};

describe('merging two customers', () => {
  it('leaves one, to whom the other’s number leads, with all records and chosen values', async () => {
    const into = await add({ name: 'Anitha Nair', city: 'Kochi' });
    const gone = await add({ name: 'അനിത നായർ', phone: '9847099999', city: 'Thrissur' });
    const [own, other] = [await issue(into, 'MRG/1'), await issue(gone, 'MRG/2')];
    const answer = await merge(into, gone, { fields: ['city'] });
    expect(answer.status).toBe(200);
    expect(await policiesOf(into.id)).toEqual([own, other]);
    const read = await get(`/api/customers/${gone.id}`);
    expect(read.json).toMatchObject({ id: into.id, name: 'Anitha Nair', city: 'Thrissur' });
    expect(await idsFound('9847099999')).toEqual([into.id]);
    expect(await summaries(into.id)).toContain(`Customer ${gone.id} was merged into this one`);
    expect(await summaries(gone.id)).toContain(`Merged into customer ${into.id}`);
    const late = await send('PUT', `/api/customers/${gone.id}`, { body: { city: 'Kollam' } });
    expect([late.status, late.json.code]).toEqual([409, 'customer-merged']);
  });

  it('is undone: records go back, also what came of them, and values nobody has changed', async () => {
    const into = await add({ name: 'Bina', city: 'Kochi', occupation: 'Nurse' });
    const gone = await add({ name: 'Beena', city: 'Palakkad', occupation: 'Teacher' });
    const [own, other] = [await issue(into, 'UND/1'), await issue(gone, 'UND/2')];
    await merge(into, gone, { fields: ['city', 'occupation'] });
    const since = await issue(into, 'UND/3');
    await send('PUT', `/api/customers/${into.id}`, { body: { occupation: 'Doctor' } });
    expect((await undo(into, gone)).status).toBe(200);
    expect(await policiesOf(into.id)).toEqual([own, since]);
    expect(await policiesOf(gone.id)).toEqual([other]);
    const [a, b] = [await get(`/api/customers/${into.id}`), await get(`/api/customers/${gone.id}`)];
    expect(a.json).toMatchObject({ city: 'Kochi', occupation: 'Doctor' });
    expect(b.json).toMatchObject({ id: gone.id, name: 'Beena', city: 'Palakkad' });
    expect((await undo(into, gone)).json.code).toBe('not-merged');
  });

  it('happens once, however many ask at once', async () => {
    const [a, b] = [await add({ name: 'Chitra' }), await add({ name: 'Chithra' })];
    const answers = await Promise.all([merge(a, b), merge(b, a), merge(a, b)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('follows a chain, which is parted from its end', async () => {
    const [a, b, c] = [
      await add({ name: 'Devi' }),
      await add({ name: 'Devi K' }),
      await add({ name: 'Devi Kumari' }),
    ];
    const policies = [await issue(a, 'CHN/1'), await issue(b, 'CHN/2'), await issue(c, 'CHN/3')];
    expect((await merge(b, a)).status).toBe(200);
    expect((await merge(c, await versionOf(b.id))).status).toBe(200);
    expect(await policiesOf(c.id)).toEqual(policies);
    expect((await get(`/api/customers/${a.id}`)).json.id).toBe(c.id);
    expect((await undo(b, a)).json.code).toBe('merged-further');
    await undo(c, b);
    expect(await policiesOf(b.id)).toEqual(policies.slice(0, 2));
  });

  it('is shown before: both side by side, and what moves along', async () => {
    const identity = { aadhaarNumber: '234567890124', panNumber: 'ABCPN1234K' };
    const first = await add({ name: 'Gopika', city: 'Kochi', ...identity });
    const second = await add({ name: 'Gopika M', city: 'Kochi', aadhaarNumber: '999941057058' });
    await issue(second, 'SBS/1');
    await issue(second, 'SBS/2');
    const consent = (id: number, choice: string, givenOn: string) =>
      post(`/api/customers/${id}/consents`, {
        ...{ reminderEmailConsent: choice, consentHow: 'phone', consentGivenOn: givenOn },
      });
    await consent(first.id, 'withdrawn', '2026-01-05');
    await consent(second.id, 'given', '2026-01-06');
    const { status, json } = await get(`/api/customers/${first.id}/comparison?with=${second.id}`);
    expect(status).toBe(200);
    const nothing = { documents: 0, quotations: 0, reminders: 0, nominees: 0 };
    const requests = { requests: 0, openRequests: 0 };
    expect(json).toMatchObject({
      first: { id: first.id, name: 'Gopika', isHeld: false },
      firstHoldings: { policies: 0, consents: 1, ...nothing, ...requests },
      second: { id: second.id, name: 'Gopika M', isHeld: false },
      secondHoldings: { policies: 2, consents: 1, ...nothing, ...requests },
    });
    const { fields, consents } = json as unknown as {
      fields: { field: string }[];
      consents: { purpose: string; channel: string }[];
    };
    const of = (name: string) => fields.find(({ field }) => field === name);
    expect(of('city')).toMatchObject({ label: 'City', first: 'Kochi', isSame: true });
    expect(of('panNumber')).toMatchObject({ first: 'ABCPN1234K', second: null, isSame: false });
    expect(of('aadhaarNumber')).toMatchObject({
      ...{ first: 'XXXX XXXX 0124', second: 'XXXX XXXX 7058', isSame: false },
    });
    expect(consents[0]).toMatchObject({ first: 'withdrawn', second: 'given', remains: 'given' });
    await merge(await versionOf(first.id), await versionOf(second.id));
    const later = await get(`/api/customers/${first.id}/comparison?with=${second.id}`);
    expect([later.status, later.json.code]).toEqual([409, 'customer-merged']);
  });

  it('has who asks by the old number find all that is theirs, and a quotation become a policy', async () => {
    const into = await add({ name: 'Hari' });
    const gone = await add({ name: 'Hari P' });
    const { json: quoted } = await post('/api/quotations', {
      ...sampleQuotationInput('health', gone.id),
      status: 'accepted',
    });
    await issue(gone, 'OLD/1');
    await merge(into, gone);
    const idsAt = async (path: string) =>
      (JSON.parse((await get(path)).text) as { customerId: number }[]).map(
        ({ customerId }) => customerId,
      );
    for (const id of [into.id, gone.id]) {
      expect(await idsAt(`/api/health-policies?customerId=${id}`)).toEqual([into.id]);
      expect(await idsAt(`/api/quotations?customerId=${id}`)).toEqual([into.id]);
      const query = `{ customerHoldings(customerId: ${id}) { active }
        policies(filter: { customerId: ${id} }) { items { customerId customer { name } } } }`;
      const { json } = await post('/graphql', { query });
      expect(json.data).toMatchObject({
        customerHoldings: { active: 1 },
        policies: { items: [{ customerId: into.id, customer: { name: 'Hari' } }] },
      });
    }
    const { customerId: _, ...policy } = samplePolicyInput('health', into.id, 'OLD/2');
    const converted = await post(`/api/quotations/${quoted.id}/convert`, {
      ...{ ...policy, customerId: into.id },
    });
    expect(converted.status, converted.text).toBe(201);
    expect(await idsAt(`/api/health-policies?customerId=${into.id}`)).toEqual([into.id, into.id]);
    await undo(into, gone);
    // What came of their quotation is theirs as well.
    expect(await idsAt(`/api/health-policies?customerId=${gone.id}`)).toEqual([gone.id, gone.id]);
  });

  it('takes a request of the person along, still to be answered, and gives it back', async () => {
    const [into, gone] = [await add({ name: 'Indira' }), await add({ name: 'Indira S' })];
    const { personRequests } = gateway.services;
    const context = () => ({ commandId: randomUUID(), actor: ADMIN, correlationId: 'test' });
    const { record: asked } = await personRequests.receive(
      {
        ...{ customerId: gone.id, right: 'access', channel: 'letter', receivedOn: '2026-06-10' },
        words: 'Tell me what you hold',
      },
      context(),
    );
    await merge(into, gone);
    const openOf = async (customerId: number) =>
      (
        await personRequests.list({
          ...{ filter: { customerId, state: 'open' }, sort: 'due', direction: 'asc' },
          ...{ limit: 10 },
        })
      ).items.map(({ id }) => id);
    expect([await openOf(into.id), await openOf(gone.id)]).toEqual([[asked.id], []]);
    expect((await personRequests.details(asked.id)).request).toMatchObject({
      ...{ customerId: into.id, outcome: null },
    });
    const held = await get(`/api/privacy/people/${gone.id}/held.json`);
    expect(held.json).toMatchObject({ person: { customerId: into.id, name: 'Indira' } });
    for (const words of ['Tell me what you hold', 'Indira S', `former number ${gone.id}`]) {
      expect(held.text).toContain(words);
    }
    await undo(into, gone);
    expect([await openOf(into.id), await openOf(gone.id)]).toEqual([[], [asked.id]]);
    expect((await get(`/api/privacy/people/${into.id}/held.json`)).text).not.toMatch(
      /Tell me what you hold|former number/,
    );
  });

  it('is refused under a legal hold, with the reason', async () => {
    const [a, b] = [await add({ name: 'Elsa' }), await add({ name: 'Elza' })];
    const query = `mutation ($id: Int!, $commandId: ID!) {
      placeLegalHold(customerId: $id, matter: "Case 7", commandId: $commandId) { stale }
    }`;
    await post('/graphql', { query, variables: { id: b.id, commandId: randomUUID() } });
    const answer = await merge(a, await versionOf(b.id));
    expect([answer.status, answer.json.code]).toEqual([409, 'legal-hold']);
  });

  it('is not undone under a legal hold, which keeps the records as they are', async () => {
    const [a, b] = [await add({ name: 'Jaya' }), await add({ name: 'Jaya R' })];
    await merge(a, b);
    const query = `mutation ($id: Int!, $commandId: ID!) {
      placeLegalHold(customerId: $id, matter: "Case 8", commandId: $commandId) { stale }
    }`;
    await post('/graphql', { query, variables: { id: a.id, commandId: randomUUID() } });
    expect((await undo(a, b)).json.code).toBe('legal-hold');
    expect(await policiesOf(b.id)).toEqual([]);
    const seen = await get(`/api/customers/${b.id}`);
    expect(seen.json.id).toBe(a.id);
  });

  it('is suggested by what both share, until somebody marks them as distinct', async () => {
    const shared = { panNumber: 'ABCPN1234K', dateOfBirth: '1980-05-01' };
    const a = await add({ name: 'Sreedharan', ...shared });
    const b = await add({ name: 'ശ്രീധരൻ', ...shared, phone: '9847011111' });
    const pairs = async () => {
      const { json } = await get('/api/customers/duplicates');
      return (json.pairs as unknown as { firstId: number; secondId: number; reasons: string[] }[])
        .filter(({ firstId }) => firstId === a.id)
        .filter(({ secondId }) => secondId === b.id);
    };
    const [pair] = await pairs();
    expect(pair?.reasons).toEqual(['panNumber', 'nameAndBirthday']);
    await post(`/api/customers/${b.id}/distinct`, { otherId: a.id });
    expect(await pairs()).toEqual([]);
  });

  it('is suggested again once somebody takes that back, as both histories tell', async () => {
    const phone = '+919847055503';
    const [a, b] = [await add({ name: 'Indira', phone }), await add({ name: 'Indhira', phone })];
    const isSuggested = async () => {
      const { json } = await get(`/api/customers/duplicates?customerId=${a.id}`);
      return (json.pairs as unknown as object[]).length === 1;
    };
    const apart = async () => {
      const query = `query { distinctPairs { pairs {
        firstId secondId markedAt markedBy first { name } second { name } } } }`;
      const { json } = await post('/graphql', { query });
      const { data } = json as unknown as {
        data: { distinctPairs: { pairs: { firstId: number; secondId: number }[] } };
      };
      return data.distinctPairs.pairs.filter(({ firstId }) => firstId === a.id);
    };
    const ofPair = { firstId: a.id, secondId: b.id, markedBy: 'admin' };
    await post(`/api/customers/${b.id}/distinct`, { otherId: a.id });
    await post(`/api/customers/${a.id}/distinct`, { otherId: b.id });
    expect(await apart()).toMatchObject([
      { ...ofPair, markedAt: TEST_NOW.toISOString(), first: { name: 'Indira' } },
    ]);
    const { json } = await get('/api/customers/distinct');
    expect(json.pairs).toContainEqual(expect.objectContaining(ofPair));
    const undone = await post(`/api/customers/${b.id}/distinct/undo`, { otherId: a.id });
    expect(undone.status).toBe(200);
    expect([await apart(), await isSuggested()]).toEqual([[], true]);
    expect((await summaries(a.id)).slice(1)).toEqual([
      `Not the same person as customer ${b.id}`,
      `May be the same person as customer ${b.id} after all`,
    ]);
    expect((await summaries(b.id)).slice(1)).toEqual([
      `Not the same person as customer ${a.id}`,
      `May be the same person as customer ${a.id} after all`,
    ]);
    const { text } = await get('/api/audit?kinds=privacy');
    expect(text).toContain('Took back that two customers are distinct');
  });

  it('is suggested beside one of the two, with both as lists show them', async () => {
    const phone = '+919847055501';
    const [a, b] = [await add({ name: 'Gireesh', phone }), await add({ name: 'Girish', phone })];
    await add({ name: 'Hamsa', phone: '+919847055502' });
    await add({ name: 'Hamza', phone: '+919847055502' });
    const query = `query ($id: Int!) {
      duplicatePairs(customerId: $id) {
        pairs { firstId secondId reasons first { name phone } second { name } }
      }
    }`;
    const { json } = await post('/graphql', { query, variables: { id: b.id } });
    const { data } = json as unknown as { data: { duplicatePairs: { pairs: object[] } } };
    expect(data.duplicatePairs.pairs).toEqual([
      {
        ...{ firstId: a.id, secondId: b.id, reasons: ['phone', 'name'] },
        ...{ first: { name: 'Gireesh', phone }, second: { name: 'Girish' } },
      },
    ]);
    const { json: byRest } = await get(`/api/customers/duplicates?customerId=${a.id}`);
    expect(byRest.pairs).toHaveLength(1);
  });

  it('is seen on the replays of both, with the records that moved, and moved back', async () => {
    const into = await add({ name: 'Kamala' });
    const gone = await add({ name: 'Kamalam' });
    const [, other] = [await issue(into, 'RPL/1'), await issue(gone, 'RPL/2')];
    const replay = async ({ id }: Seen) => {
      const query = `query ($id: Int!) { replay(record: customer, id: $id) {
        events { summary }
        leadsTo { customerId name at by }
        merges {
          customerId name
          merged { at by count records { record id name } } undone { by count records { id } }
        }
      } }`;
      const { json } = await post('/graphql', { query, variables: { id } });
      return (json as unknown as { data: { replay: { merges: object[]; leadsTo: object } } }).data
        .replay;
    };
    await merge(into, gone);
    const at = TEST_NOW.toISOString();
    const moved = { count: 1, records: [{ record: 'policy', id: other, name: 'RPL/2' }] };
    expect(await replay(gone)).toMatchObject({
      leadsTo: { customerId: into.id, name: 'Kamala', at, by: 'admin' },
      merges: [],
    });
    const ofPair = { customerId: gone.id, name: 'Kamalam', merged: { at, by: 'admin', ...moved } };
    expect(await replay(into)).toMatchObject({
      leadsTo: null,
      merges: [{ ...ofPair, undone: null }],
    });
    await undo(into, gone);
    expect((await replay(gone)).leadsTo).toBeNull();
    expect((await replay(into)).merges).toMatchObject([
      { ...ofPair, undone: { by: 'admin', count: 1, records: [{ id: other }] } },
    ]);
    await post(`/api/customers/${into.id}/distinct`, { otherId: gone.id });
    expect(await replay(gone)).not.toHaveProperty('errors');
  });

  it('is erased with the one who remains', async () => {
    const into = await add({ name: 'Fathima' });
    const gone = await add({ name: 'Fatima Beevi', phone: '9847077777' });
    await merge(into, gone);
    const query = `mutation ($id: Int!, $commandId: ID!) {
      eraseCustomer(id: $id, reason: "They asked", overridesRetention: true, commandId: $commandId) {
        isComplete
      }
    }`;
    const erased = await post('/graphql', {
      query,
      variables: { id: into.id, commandId: randomUUID() },
    });
    expect(erased.json).toMatchObject({ data: { eraseCustomer: { isComplete: true } } });
    expect(await idsFound('9847077777')).toEqual([]);
    const { vault } = gateway.platform;
    for (const { id } of [into, gone]) expect(await vault.isDestroyed(`customer-${id}`)).toBe(true);
    expect((await get(`/api/customers/${gone.id}`)).status).toBe(404);
    expect((await undo(into, gone)).json.code).toBe('customer-erased');
  });

  describe('that was undone', () => {
    const own = { name: 'Nirmala Achari', phone: '9847055601', city: 'Achariville' };
    const theirs = {
      ...{ name: 'Zubaida Marakkar', phone: '9847055612', email: 'zubaida@marakkar.example' },
      ...{ panNumber: 'ZMKPM4821Q', aadhaarNumber: '234567890124' },
      ...{ address: 'Marakkar House', city: 'Beyporetown' },
    };
    const OWN_MARKS = /nirmala|achari|9847055601/i;
    const THEIR_MARKS = /zubaida|marakkar|9847055612|ZMKPM4821Q|234567890124|beypore|muscat/i;

    /** Two who were taken for one, with all details and a nominee of the one who went. */
    const parted = async () => {
      const into = await add(own);
      const other = await add(theirs);
      await post(`/api/customers/${other.id}/nominees`, {
        ...{ name: 'Son in Muscat', relation: 'Son' },
      });
      const fields = ['name', 'phone', 'email', 'panNumber', 'aadhaarNumber', 'address', 'city'];
      const merged = await merge(into, await versionOf(other.id), { fields });
      expect(merged.status).toBe(200);
      expect((await get(`/api/customers/${into.id}`)).json).toMatchObject({ city: theirs.city });
      expect((await undo(into, other)).status).toBe(200);
      return { into, other };
    };
    const erase = async ({ id }: Seen) => {
      const query = `mutation ($id: Int!, $commandId: ID!) {
        eraseCustomer(id: $id, reason: "Asked", overridesRetention: true, commandId: $commandId) {
          isComplete
        }
      }`;
      const { json } = await post('/graphql', {
        query,
        variables: { id, commandId: randomUUID() },
      });
      expect(json).toMatchObject({ data: { eraseCustomer: { isComplete: true } } });
    };
    /** All that can be read in a customer's stream, and all that is told of them. */
    const readable = async ({ id }: Seen): Promise<string> => {
      const { commands } = gateway.platform;
      const events = await commands.readHistory(`customer-${id}`);
      const query = `query ($id: Int!) { customerHistory(id: $id) {
        summary changes { before after } } }`;
      const history = await post('/graphql', { query, variables: { id } });
      const held = await get(`/api/privacy/people/${id}/held.json`);
      return [JSON.stringify(events.map(({ data }) => data)), history.text, held.text].join('\n');
    };

    it('leaves nothing of one who is erased since in the stream of the other', async () => {
      const { into, other } = await parted();
      const before = await get(`/api/customers/${into.id}`);
      expect(await readable(into)).toMatch(THEIR_MARKS);
      await erase(other);
      const left = await readable(into);
      expect(left).not.toMatch(THEIR_MARKS);
      expect(left).toMatch(OWN_MARKS);
      expect(left).toContain('(erased)');
      expect((await get(`/api/customers/${into.id}`)).json).toEqual(before.json);
      expect(before.json).toMatchObject({ ...own, phone: '+919847055601', email: null });
      await gateway.readModels.rebuild(() => undefined);
      expect((await get(`/api/customers/${into.id}`)).json).toEqual(before.json);
      expect(await idsFound('9847055612')).toEqual([]);
    });

    it('leaves nothing of one who remained, where that one is erased since', async () => {
      const { into, other } = await parted();
      await erase(into);
      expect(await readable(into)).not.toMatch(OWN_MARKS);
      expect(await readable(other)).not.toMatch(OWN_MARKS);
      expect(await readable(other)).toMatch(THEIR_MARKS);
    });

    it('is not told to the one who remained as held about them', async () => {
      const { into, other } = await parted();
      const held = (id: number) => get(`/api/privacy/people/${id}/held.json`);
      expect((await held(into.id)).text).not.toMatch(THEIR_MARKS);
      expect((await held(other.id)).text).toMatch(THEIR_MARKS);
    });
  });
});
