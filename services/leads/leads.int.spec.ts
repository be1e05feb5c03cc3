import { createHash, randomUUID } from 'node:crypto';
import { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import { LeadDeleted, leadStream } from '@insuremanager/contracts/leads/leadEvents';
import { LeadMoveInput } from '@insuremanager/contracts/leads/leadFields';
import { leadRecord } from '@insuremanager/contracts/leads/leadViews';
import { hasZeroBits, workOf } from '@insuremanager/contracts/leads/proofOfWork';
import { QuoteRequest } from '@insuremanager/contracts/leads/quoteRequests';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAgency } from '../agency/index.js';
import { createExports } from '../exports/index.js';
import type { CommandContext } from '../platform/commands/command.js';
import type { EventLogPlace } from '../platform/eventLog/openEventLog.js';
import { platformOver } from '../platform/testing/platformOver.js';
import { by, textOfLog } from '../platform/testing/serviceFixture.js';
import { typedPolicy } from '../policies/testing/policyFixture.js';
import { openQuotationFixture } from '../quotations/testing/quotationFixture.js';
import { createSavedViews } from '../savedViews/index.js';
import { createLeads, leadsSlice } from './index.js';
import { leadDecider } from './lead.js';

const TODAY = '2026-11-27';
/** So many are sent that the work of each would be most of what this file costs. */
const PROOF_BITS = 6;
const AGENTS = [
  { id: 11, username: 'meera' },
  { id: 12, username: 'jose' },
  { id: 13, username: 'anil' },
];

const NO_IMPORTS = { forgetLead: async () => {} };

const fixture = testFixture(async (servers: EventLogPlace) => {
  const quoting = await openQuotationFixture(servers, [leadsSlice]);
  const { platform, readModels, customers } = quoting;
  const agency = createAgency(platform);
  const savedViews = await createSavedViews(platform);
  const exports = await createExports(platform, readModels);
  const leads = createLeads(platform, readModels, {
    ...{ customers, agency, savedViews, exports, imports: NO_IMPORTS },
    proofBits: PROOF_BITS,
  });
  return { ...quoting, agency, savedViews, exports, leads };
});

beforeEach(() => fixture.setTime(`${TODAY}T06:00:00Z`));

const solved = (challenge: string): number => {
  for (let answer = 0; ; answer += 1) {
    const hash = createHash('sha256').update(workOf(challenge, answer)).digest();
    if (hasZeroBits(hash, PROOF_BITS)) return answer;
  }
};
const request = (fields: object = {}, challenge = fixture.leads.challenge()) =>
  QuoteRequest.parse({
    ...{ name: 'Anjali Kurup', phone: '98470 55101', interest: 'health', consent: true },
    ...{ noticeVersion: 1, noticeLanguage: 'en', challenge, answer: solved(challenge) },
    ...fields,
  });
const receive = async (asked: QuoteRequest, from: string = randomUUID()) =>
  fixture.projected(
    await fixture.leads.receive(asked, { from, agents: AGENTS, correlationId: 'form' }),
  );
const all = async (filter: object = {}, of: Pick<typeof fixture.leads, 'list'> = fixture.leads) =>
  (await of.list({ filter, sort: 'added', direction: 'asc', limit: 100 })).items;
const as = (userId: number): CommandContext => ({
  ...by(),
  actor: { userId, username: `user-${userId}`, role: 'agent' },
});
const add = async (fields: object = {}, context = as(11)) => {
  const input = leadRecord.input.parse({ name: 'Shaji Mathew', phone: '9847055102', ...fields });
  return (await fixture.projected(await fixture.leads.create(input, context))).record;
};
const refusal = (code: string) => ({ fields: [expect.objectContaining({ code })] });

describe('a request by the public form', () => {
  it('is a lead, once for each challenge, however often it is sent', async () => {
    const name = `Once ${randomUUID()}`;
    const asked = request({ name, pincode: '682 016', details: 'Two children' });
    await Promise.all([receive(asked), receive(asked), receive(asked)]);
    expect(await all({ search: name })).toMatchObject([
      {
        ...{ name, phone: '+919847055101', pincode: '682016', interest: 'health' },
        ...{ source: 'website', status: 'new', consentOn: TODAY, customerId: null },
        keptUntil: addDays(TODAY, 180),
      },
    ]);
    const other = { ...asked, name: `${name} again` };
    await expect(receive(other)).rejects.toMatchObject({ code: 'idempotency-key-reused' });
    expect(await all({ search: name })).toHaveLength(1);
  });

  it('needs a challenge of ours that still counts, and its answer', async () => {
    const challenge = fixture.leads.challenge();
    const asked = request({}, challenge);
    const wrong = [0, 1, 2, 3].find((answer) => {
      const hash = createHash('sha256').update(workOf(challenge, answer)).digest();
      return !hasZeroBits(hash, PROOF_BITS);
    });
    await expect(receive({ ...asked, answer: wrong ?? -1 })).rejects.toMatchObject(
      refusal('answer-wrong'),
    );
    const forged = challenge.replace(/\.\d+\./, '.99999999999.');
    const otherScript = challenge.replace(/[^.]+$/, (signature) => 'അ'.repeat(signature.length));
    for (const bad of [forged, 'nothing', '..', `${challenge}x`, otherScript]) {
      await expect(receive({ ...asked, challenge: bad })).rejects.toMatchObject(
        refusal('challenge-expired'),
      );
    }
    fixture.setTime(`${TODAY}T06:31:00Z`);
    await expect(receive(asked)).rejects.toMatchObject(refusal('challenge-expired'));
  });

  it('goes to agents in turn, also where many are sent at once', async () => {
    const mark = `Turn${randomUUID().slice(0, 8)}`;
    const asked = Array.from({ length: 12 }, (_, nth) => request({ name: `${mark} ${nth}` }));
    await Promise.all(asked.map((one) => receive(one)));
    const owners = (await all({ search: mark })).map(({ ownerId }) => ownerId);
    expect(AGENTS.map(({ id }) => owners.filter((owner) => owner === id).length)).toEqual([
      4, 4, 4,
    ]);
  });

  it('goes by pincode where the agency has set that', async () => {
    const typed = AgencySettingsInput.parse({ leadPincodes: '682, 683: jose' });
    await fixture.agency.change(typed, { ...by(), expectedVersion: -1 });
    const name = `Kochi ${randomUUID()}`;
    await receive(request({ name, pincode: '682016' }));
    expect(await all({ search: name })).toMatchObject([{ ownerId: 12 }]);
  });

  it('is refused where one address sends too many; a retry is none', async () => {
    const from = randomUUID();
    const asked = Array.from({ length: 11 }, () => request({ name: 'Many Requests' }));
    for (const one of asked.slice(0, 10)) await receive(one, from);
    await receive(asked[0] as QuoteRequest, from);
    await expect(receive(asked[10] as QuoteRequest, from)).rejects.toMatchObject({
      code: 'too-many-attempts',
    });
  });

  it('has one address of all that an IPv6 line has', async () => {
    const asked = Array.from({ length: 11 }, () => request({ name: 'Many Addresses' }));
    for (const [nth, one] of asked.slice(0, 10).entries())
      await receive(one, `2001:db8:1:2::${nth}`);
    await expect(receive(asked[10] as QuoteRequest, '2001:db8:1:2:ffff::1')).rejects.toMatchObject({
      code: 'too-many-attempts',
    });
  });

  it('leaves most of a day to others, however long an address goes on', async () => {
    const from = '203.0.113.9';
    const sendTen = async () => {
      for (const _ of Array(10)) await receive(request({ name: 'All Day' }), from);
    };
    // An hour is over for it.
    const hourIsOver = () =>
      fixture.platform.pool.query(`DELETE FROM limits.spent WHERE key LIKE 'quote-request:%'`);
    await sendTen();
    await hourIsOver();
    await sendTen();
    await hourIsOver();
    const more = request({ name: 'All Day' });
    await expect(receive(more, from)).rejects.toMatchObject({ code: 'too-many-attempts' });
    await receive(more, '203.0.113.10');
  });

  it('is sealed: the log does not name its person', async () => {
    const name = `Sealed${randomUUID()}`;
    await receive(request({ name, details: `${name} details`, email: `${name}@example.in` }));
    expect(await textOfLog(fixture.platform.eventLog)).not.toContain(name);
  });
});

describe('a book', () => {
  it('has the leads of its agent, of nobody, and of its customers', async () => {
    const mark = `Book${randomUUID().slice(0, 8)}`;
    const own = await add({ name: `${mark} own` }, as(21));
    const others = await add({ name: `${mark} others` }, as(22));
    const free = await add({ name: `${mark} free`, ownerId: null }, as(22));
    const leads = fixture.leads.within({ ownerId: 21 });
    const ids = async () => (await all({ search: mark }, leads)).map(({ id }) => id);
    expect(await ids()).toEqual([own.id, free.id]);
    await expect(leads.stepDone(others.id, as(21))).rejects.toMatchObject({ kind: 'not-found' });
    await expect(leads.history(others.id)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(leads.twins(others.id)).rejects.toMatchObject({ kind: 'not-found' });
    const { id: customerId } = await fixture.customer('Book Owner');
    await fixture.projected(await fixture.customers.reassign(customerId, 21, by()));
    await fixture.projected(await fixture.leads.link(others.id, { customerId }, by()));
    expect(await ids()).toEqual([own.id, others.id, free.id]);
    // The customers of others are none for who asks.
    await fixture.projected(await fixture.customers.reassign(customerId, 22, by()));
    await expect(leads.link(own.id, { customerId }, as(21))).rejects.toMatchObject(
      refusal('customer-unknown'),
    );
  });
});

describe('likely duplicates', () => {
  it('are customers and leads of the same phone, email or name', async () => {
    const { id: customerId } = await fixture.customer('Deepa Shenoy', { phone: '9847099001' });
    const first = await add({ name: 'Deepa', phone: '98470 99001' });
    const second = await add({ name: 'deepa  SHENOY', phone: '', email: 'deepa@example.in' });
    expect(await fixture.leads.twins(first.id)).toEqual([
      { record: 'customer', id: customerId, name: 'Deepa Shenoy', by: 'phone' },
    ]);
    expect(await fixture.leads.twins(second.id)).toEqual([
      { record: 'customer', id: customerId, name: 'Deepa Shenoy', by: 'name' },
    ]);
    const third = await add({ name: 'D. S.', phone: '', email: 'Deepa@Example.in' });
    expect(await fixture.leads.twins(third.id)).toMatchObject([
      { record: 'lead', id: second.id, by: 'email' },
    ]);
  });
});

describe('a lead that has become a customer', () => {
  it('holds up no other one where what follows cannot be written', async () => {
    const { projected, customer, create, platform, readModels } = fixture;
    const quoted = async (name: string) => {
      const lead = await add({ name });
      const { id: customerId } = await customer(name);
      await projected(await fixture.leads.link(lead.id, { customerId }, by()));
      await create({
        ...{ customerId, insuranceType: 'health', policyType: 'family' },
        ...{ sumAssured: '500000', premiumAmount: '11800' },
      });
      return lead.id;
    };
    const first = await quoted('Lead Failing');
    const second = await quoted('Lead Behind');
    const { append } = platform.eventLog;
    const failing = platformOver(platform, {
      async append(stream, ...of) {
        if (stream === leadStream(first)) throw new Error('No disk');
        return append(stream, ...of);
      },
    });
    const { customers, agency, savedViews, exports } = fixture;
    const others = { customers, agency, savedViews, exports, imports: NO_IMPORTS };
    await expect(createLeads(failing, readModels, others).follow()).rejects.toThrow('No disk');
    const { leads } = fixture;
    await expect.poll(() => leads.find(second)).toMatchObject({ status: 'quoted' });
    expect(await leads.find(first)).toMatchObject({ status: 'new' });
    expect(await leads.follow()).toBe(1);
  });

  it('is quoted and won by what is made for them, once', async () => {
    const lead = await add();
    const { leads, projected, customer, create, policies } = fixture;
    const { id: customerId } = await customer('Shaji Mathew');
    await projected(await leads.link(lead.id, { customerId }, by()));
    const read = async () => leads.find(lead.id);
    await leads.follow();
    expect(await read()).toMatchObject({ status: 'new', customerId, keptUntil: null });
    const quotation = await create({
      ...{ customerId, insuranceType: 'health', policyType: 'family' },
      ...{ sumAssured: '500000', premiumAmount: '11800' },
    });
    await Promise.all([leads.follow(), leads.follow()]);
    await expect.poll(read).toMatchObject({ status: 'quoted', quotationId: quotation.record.id });
    const typed = typedPolicy('health', { customerId, policyNumber: `L/${lead.id}` });
    const policy = (await projected(await policies.issue('health', typed, by()))).record;
    await leads.follow();
    await expect.poll(read).toMatchObject({ status: 'won', policyId: policy.id });
    expect(await leads.follow()).toBe(0);
    expect((await leads.history(lead.id)).map(({ summary }) => summary)).toEqual([
      'Called',
      'Became a customer',
      'Quoted: a quotation was made',
      'Won: a policy was issued',
    ]);
    await expect(leads.delete(lead.id, by())).rejects.toMatchObject({ code: 'lead-converted' });
  });
});

describe('erasing a lead', () => {
  const nothingOf = async (id: number, name: string) => {
    const { leads, platform, readModels } = fixture;
    expect(await leads.find(id)).toBeNull();
    expect(await all({ search: name })).toEqual([]);
    expect((await leads.match(name)).items).toEqual([]);
    expect(JSON.stringify(await leads.history(id))).not.toContain(name);
    await platform.vault.loadKeys([leadStream(id)]);
    expect(platform.vault.isDestroyed(leadStream(id))).toBe(true);
    const { rows } = await readModels.knex.raw<{ rows: { table_name: string }[] }>(
      'SELECT table_name FROM information_schema.tables WHERE table_schema = ?',
      [readModels.schema],
    );
    for (const { table_name: table } of rows) {
      const found = await readModels.knex.raw<{ rows: object[] }>(
        `SELECT 1 FROM "${readModels.schema}"."${table}" AS one WHERE one::text ILIKE ? LIMIT 1`,
        [`%${name}%`],
      );
      expect([table, found.rows]).toEqual([table, []]);
    }
    expect(await textOfLog(platform.eventLog)).not.toContain(name);
  };

  it('leaves no trace of the person', async () => {
    const name = `Gone${randomUUID().slice(0, 8)}`;
    const { savedViews, leads, projected } = fixture;
    const view = { list: 'leads', name: `${name} to call`, address: 'status=new', isShared: false };
    await savedViews.create(view as never, { userId: 1, role: 'agent' } as never);
    const lead = await add({ name, details: `${name} at home` });
    await projected(await leads.delete(lead.id, by()));
    await nothingOf(lead.id, name);
    expect(await savedViews.thatName([name])).toEqual([]);
    // A retry changes nothing.
    await expect(leads.delete(lead.id, by())).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('goes on where it was broken off', async () => {
    const name = `Broken${randomUUID().slice(0, 8)}`;
    const { leads, platform, projected } = fixture;
    const { id } = await add({ name });
    const stream = leadStream(id);
    // As a process leaves it that dies before it destroys the key.
    const cut = await platform.commands.run(leadDecider, {
      ...{ stream, command: { type: 'delete', id, today: TODAY }, context: by(), request: { id } },
    });
    await projected(cut);
    expect(cut.events).toMatchObject([LeadDeleted({ leadId: id })]);
    expect(platform.vault.isDestroyed(stream)).toBe(false);
    await leads.resumeErasures();
    await nothingOf(id, name);
    await expect.poll(() => leads.resumeErasures()).toBe(0);
  });

  it('comes 180 days after the last change, unless they are a customer', async () => {
    const { leads, projected, customer } = fixture;
    const name = `Old${randomUUID().slice(0, 8)}`;
    const old = await add({ name });
    const kept = await add({ name: `${name}kept` });
    const owned = await add({ name: `${name}owned` });
    const { id: customerId } = await customer('Shaji Mathew');
    await projected(await leads.link(owned.id, { customerId }, by()));
    fixture.setTime('2027-01-15T06:00:00Z');
    const move = LeadMoveInput.parse({ status: 'contacted' });
    await projected(await leads.move(kept.id, move, by()));
    const last = addDays(TODAY, 180);
    fixture.setTime(`${last}T06:00:00Z`);
    await leads.eraseOld(last);
    expect(await leads.find(old.id)).not.toBeNull();
    const after = addDays(last, 1);
    fixture.setTime(`${after}T06:00:00Z`);
    await leads.eraseOld(after);
    await expect.poll(() => leads.find(old.id)).toBeNull();
    expect(await leads.find(kept.id)).toMatchObject({ keptUntil: addDays('2027-01-15', 180) });
    expect(await leads.find(owned.id)).toMatchObject({ customerId });
  });
});

describe('my day of leads', () => {
  it('has new ones, and those whose next step is due', async () => {
    const fresh = await add({ name: 'Due new' }, as(31));
    const planned = await add({ name: 'Due later', nextStepOn: addDays(TODAY, 2) }, as(31));
    const { leads, projected } = fixture;
    const due = async () =>
      (await leads.within({ ownerId: 31 }).due(100))
        .filter(({ ownerId }) => ownerId === 31)
        .map(({ id }) => id);
    expect(await due()).toEqual([fresh.id]);
    await projected(await leads.stepDone(fresh.id, as(31)));
    expect(await due()).toEqual([]);
    fixture.setTime(`${addDays(TODAY, 2)}T06:00:00Z`);
    expect(await due()).toEqual([planned.id]);
    await projected(await leads.putOff(planned.id, { until: addDays(TODAY, 5) }, as(31)));
    expect(await due()).toEqual([]);
  });
});
