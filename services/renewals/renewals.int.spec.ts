import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../platform/errors.js';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import { by } from '../platform/testing/serviceFixture.js';
import { refOf } from '../policies/testing/policyFixture.js';
import { createRenewals } from './index.js';
import { openRenewalFixture } from './testing/renewalFixture.js';

const fixture = testFixture(openRenewalFixture);

const TODAY = '2026-04-10';
const MEERA = 11;
const JOSE = 12;
let anitha: number;
let ravi: number;
let numbers = 0;
/** Every test has its terms to itself: its own insurer. */
let insuranceCompany: string;

beforeAll(async () => {
  fixture.setTime(`${TODAY}T06:00:00Z`);
  anitha = (await fixture.customer('Anitha Nair')).id;
  ravi = (await fixture.customer('Ravi Menon')).id;
});

beforeEach(() => {
  fixture.setTime(`${TODAY}T06:00:00Z`);
  numbers += 1;
  insuranceCompany = `Insurer ${numbers}`;
});

const term = (endDate: string, fields: object = {}, kind: 'health' | 'vehicle' = 'health') => {
  numbers += 1;
  return fixture.issue(kind, {
    customerId: anitha,
    insuranceCompany,
    policyNumber: `R/${numbers}`,
    startDate: '2025-04-11',
    endDate,
    ...fields,
  });
};
const quote = async (fields: object = {}) => {
  const amounts = { premiumAmount: '11800', policyType: 'family', sumAssured: '500000' };
  const input = { customerId: anitha, insuranceType: 'health', insuranceCompany, ...amounts };
  return (await fixture.create({ ...input, ...fields })).record;
};
const columns = (filter: object = {}) => fixture.columns({ insurer: insuranceCompany, ...filter });
const refusal = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'was not refused';
};

describe('which terms are on the board', () => {
  it('shows what ends this month, the first to end first', async () => {
    const last = await term('2026-04-30');
    const first = await term('2026-04-11');
    await term('2026-05-01');
    expect(await columns()).toEqual({ due: [first.id, last.id] });
  });

  it('shows what is past due and still waits, but not for ever', async () => {
    const before = await term('2026-03-20');
    await term('2026-03-10');
    const lost = await term('2026-03-25');
    await fixture.lose(lost.id, { reason: 'price' });
    await fixture.policies.expireDue(TODAY);
    await fixture.caughtUp();
    expect(await columns()).toEqual({ due: [before.id] });
    const [card] = (await fixture.board({ insurer: insuranceCompany })).columns[0]?.cards ?? [];
    expect(card).toMatchObject({ daysUntilExpiry: -21, version: -1, isContacted: false });
    expect(await columns({ month: '2026-03' })).toEqual({ due: [before.id], lost: [lost.id] });
  });

  it('shows another month alone', async () => {
    await term('2026-04-30');
    const may = await term('2026-05-01');
    expect(await columns({ month: '2026-05' })).toEqual({ due: [may.id] });
  });

  it('leaves out what was cancelled, and what was deleted', async () => {
    const cancelled = await term('2026-04-30');
    await fixture.projected(
      await fixture.policies.cancel(
        refOf(cancelled),
        { cancelledOn: TODAY, reason: 'customer_request', note: null },
        by(),
      ),
    );
    const deleted = await term('2026-04-29');
    await fixture.move(deleted.id, 'contacted');
    await fixture.projected(await fixture.policies.delete(refOf(deleted), by()));
    expect(await columns()).toEqual({});
    expect(await fixture.renewals.find(deleted.id)).toBeNull();
    expect(await refusal(fixture.move(deleted.id, 'due'))).toBe('policy-not-found');
    expect(await refusal(fixture.move(cancelled.id, 'contacted'))).toBe('renewal-closed');
  });
});

describe('a card', () => {
  it('moves by hand, and back', async () => {
    const { id } = await term('2026-04-30');
    const moved = await fixture.move(id, 'contacted');
    expect(moved.record).toMatchObject({ column: 'contacted', version: 0, isContacted: true });
    expect(await columns()).toEqual({ contacted: [id] });
    await fixture.move(id, 'due');
    expect(await columns()).toEqual({ due: [id] });
  });

  it('is lost with a reason, and reopened to where it was', async () => {
    const { id } = await term('2026-04-30');
    await fixture.move(id, 'contacted');
    const { record: card } = await fixture.lose(id, {
      reason: 'no_answer',
      note: 'Rang three times',
    });
    expect(card).toMatchObject({ column: 'lost', lossReason: 'no_answer' });
    expect(await columns()).toEqual({ lost: [id] });
    expect((await fixture.renewals.find(id))?.lossNote).toBe('Rang three times');
    await fixture.reopen(id);
    expect(await columns()).toEqual({ contacted: [id] });
    expect((await fixture.renewals.find(id))?.lossNote).toBeNull();
  });

  it('is Renewed by its renewal, and where it was when that is deleted', async () => {
    const ended = await term('2026-04-30');
    await fixture.lose(ended.id, { reason: 'price' });
    const next = await fixture.renew(refOf(ended), {
      policyNumber: `${ended.policyNumber}/2`,
      startDate: '2026-05-01',
      endDate: '2027-04-30',
    });
    expect(await columns()).toEqual({ renewed: [ended.id] });
    expect((await fixture.renewals.find(ended.id))?.successorId).toBe(next.id);
    expect(await refusal(fixture.move(ended.id, 'due'))).toBe('already-renewed');
    expect(await refusal(fixture.lose(ended.id, { reason: 'other' }))).toBe('already-renewed');
    await fixture.projected(await fixture.policies.delete(refOf(next), by()));
    expect(await columns()).toEqual({ lost: [ended.id] });
  });

  it('keeps its column, owner and date when the policy is entered for somebody else', async () => {
    const moved = await term('2026-04-30');
    await fixture.move(moved.id, 'contacted');
    const noted = { followUpOn: '2026-04-20', note: 'Asks his wife' };
    await fixture.projected(await fixture.renewals.setFollowUp(moved.id, noted, by()));
    expect(await fixture.renewals.find(moved.id)).toMatchObject(noted);
    await fixture.assign(moved.id, MEERA);
    await fixture.projected(
      await fixture.policies.update(refOf(moved), { customerId: ravi }, by()),
    );
    const card = await fixture.renewals.find(moved.id);
    expect(card).toMatchObject({ customerId: ravi, column: 'contacted', ownerId: MEERA });
    // What was said with the former policyholder is not told of the other one.
    expect(card).toMatchObject({ followUpOn: '2026-04-20', note: null });
    expect((await fixture.assign(moved.id, JOSE)).record).toMatchObject({ note: null });
    const again = await fixture.renewals.setFollowUp(moved.id, noted, by());
    await fixture.projected(again);
    expect(again.record).toMatchObject(noted);
    expect(await fixture.renewals.find(moved.id)).toMatchObject(noted);
  });

  it('tells nobody else why the former policyholder did not renew', async () => {
    const { id, ...lost } = await term('2026-04-30');
    await fixture.lose(id, { reason: 'price', note: 'Lost his job' });
    await fixture.projected(
      await fixture.policies.update(refOf({ id, ...lost }), { customerId: ravi }, by()),
    );
    const { record: card } = await fixture.assign(id, MEERA);
    expect(card).toMatchObject({ customerId: ravi, lossReason: 'price', lossNote: null });
  });

  it('says what a command did before the lists show it', async () => {
    const { id } = await term('2026-04-30');
    const { record: card } = await fixture.renewals.setFollowUp(
      id,
      { followUpOn: '2026-04-15' },
      by(),
    );
    expect(card).toMatchObject({ followUpOn: '2026-04-15', column: 'due', version: 0 });
  });

  it('tells whoever saw an older version', async () => {
    const { id } = await term('2026-04-30');
    await fixture.move(id, 'contacted', { expectedVersion: -1 });
    expect(await refusal(fixture.move(id, 'due', { expectedVersion: -1 }))).toBe('stale-version');
    await fixture.move(id, 'due', { expectedVersion: 0 });
  });

  it('answers a repeated command, also when it could not be given any more', async () => {
    const ended = await term('2026-04-30');
    const context = { commandId: 'a-move-that-is-sent-twice' };
    await fixture.move(ended.id, 'contacted', context);
    await fixture.renew(refOf(ended), { policyNumber: `${ended.policyNumber}/2` });
    const again = await fixture.move(ended.id, 'contacted', context);
    expect(again).toMatchObject({ repeated: true, record: { column: 'renewed', version: 0 } });
  });

  it('lets one of two processes move it first', async () => {
    const { id } = await term('2026-04-30');
    const other = await fixture.openOther();
    const theirs = createRenewals(other.platform, other.readModels, { policies: other.policies });
    const outcomes = await Promise.allSettled([
      fixture.renewals.move(id, 'contacted', by({ expectedVersion: -1 })),
      theirs.lose(id, { reason: 'price', note: null }, by({ expectedVersion: -1 })),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await fixture.caughtUp();
    expect((await fixture.renewals.find(id))?.version).toBe(0);
  });
});

describe('a quotation', () => {
  it('makes cards of its customer and kind Quoted, while it is good', async () => {
    const health = await term('2026-04-30');
    const theirs = await term('2026-04-29', { customerId: ravi });
    const car = await term('2026-04-28', {}, 'vehicle');
    const { id } = await quote();
    expect(await columns()).toEqual({ due: [car.id, theirs.id], quoted: [health.id] });
    expect((await fixture.renewals.find(health.id))?.quotationId).toBe(id);

    await fixture.update(id, { status: 'rejected' });
    expect(await columns()).toEqual({ due: [car.id, theirs.id, health.id] });
    await fixture.update(id, { status: 'pending', customerId: ravi });
    expect(await columns()).toEqual({ due: [car.id, health.id], quoted: [theirs.id] });
    await fixture.remove(id);
    expect(await columns()).toEqual({ due: [car.id, theirs.id, health.id] });
  });

  it('counts no more once nobody can accept it, unless it was accepted', async () => {
    const { id } = await term('2026-04-30', { customerId: ravi });
    const quotation = await quote({ customerId: ravi, validityDays: '5' });
    expect(await columns()).toEqual({ quoted: [id] });
    fixture.setTime('2026-04-15T18:29:59Z');
    expect(await columns()).toEqual({ quoted: [id] });
    fixture.setTime('2026-04-15T18:30:00Z');
    expect(await columns()).toEqual({ due: [id] });
    await fixture.update(quotation.id, { status: 'accepted' });
    expect(await columns()).toEqual({ quoted: [id] });
    await fixture.remove(quotation.id);
  });

  it('counts when it is made within sixty days of the end', async () => {
    const sixty = await term('2026-06-09');
    const more = await term('2026-06-10');
    const { id } = await quote({ validityDays: '365' });
    expect(await columns({ month: '2026-06' })).toEqual({ due: [more.id], quoted: [sixty.id] });
    await fixture.remove(id);
  });

  it('of one vehicle says nothing of another', async () => {
    const vehicle = { customerId: ravi, vehicleNumber: 'KL 07 AB 1234' };
    const quoted = await term('2026-04-30', vehicle, 'vehicle');
    const other = await term(
      '2026-04-30',
      { ...vehicle, vehicleNumber: 'KL 07 AB 4321' },
      'vehicle',
    );
    const { id } = await quote({
      ...vehicle,
      insuranceType: 'vehicle',
      vehicleType: 'car',
    });
    expect(await columns()).toEqual({ due: [other.id], quoted: [quoted.id] });
    await fixture.remove(id);
  });

  it('leaves a lost one lost, and shows when that is undone', async () => {
    const { id } = await term('2026-04-30', { customerId: ravi });
    await fixture.lose(id, { reason: 'price' });
    const quotation = await quote({ customerId: ravi });
    expect(await columns()).toEqual({ lost: [id] });
    await fixture.reopen(id);
    expect(await columns()).toEqual({ quoted: [id] });
    await fixture.remove(quotation.id);
  });
});

describe('filters and totals', () => {
  it('filters by owner, by none, by kind', async () => {
    const mine = await term('2026-04-28');
    const nobodys = await term('2026-04-29');
    const car = await term('2026-04-30', {}, 'vehicle');
    await fixture.assign(mine.id, MEERA);
    await fixture.assign(car.id, MEERA);
    await fixture.assign(car.id, null);
    expect(await columns({ ownerId: MEERA })).toEqual({ due: [mine.id] });
    expect(await columns({ withoutOwner: true })).toEqual({ due: [nobodys.id, car.id] });
    expect(await columns({ kind: 'vehicle' })).toEqual({ due: [car.id] });
    expect(await columns({ insurer: insuranceCompany.toUpperCase(), kind: 'health' })).toEqual({
      due: [mine.id, nobodys.id],
    });
  });

  it('counts and adds up every card, not only those that are shown', async () => {
    for (const day of ['2026-04-20', '2026-04-21', '2026-04-22'])
      await term(day, { premiumAmount: '99999999.99' });
    const limits = { due: 2, lost: 0 };
    const { columns: shown } = await fixture.board({ insurer: insuranceCompany }, limits);
    expect(
      shown.map(({ column, count, premium, cards }) => [column, count, premium, cards.length]),
    ).toEqual([
      ['due', 3, '299999999.97', 2],
      ['contacted', 0, '0.00', 0],
      ['quoted', 0, '0.00', 0],
      ['renewed', 0, '0.00', 0],
      ['lost', 0, '0.00', 0],
    ]);
  });
});

describe('what somebody should see to', () => {
  /** Of terms from one on. */
  const followUps = async (from: number, ownerId: number, limit = 10) =>
    (await fixture.renewals.followUpsDue('2026-04-11', ownerId, limit))
      .map(({ termId }) => termId)
      .filter((id) => id >= from);

  it('is due soon and was not contacted', async () => {
    const first = await term('2026-04-10', { customerId: ravi });
    const last = await term('2026-04-25', { customerId: ravi }, 'vehicle');
    await term('2026-04-26', { customerId: ravi });
    await fixture.move((await term('2026-04-12')).id, 'contacted');
    await fixture.lose((await term('2026-04-13')).id, { reason: 'other' });
    const due = async () =>
      (await fixture.renewals.uncontacted(TODAY, 15, 1000))
        .map(({ termId }) => termId)
        .filter((id) => id >= first.id);
    expect(await due()).toEqual([first.id, last.id]);
    const quotation = await quote({ customerId: ravi });
    expect(await due()).toEqual([last.id]);
    await fixture.remove(quotation.id);
    expect(await fixture.renewals.uncontacted(TODAY, 15, 1)).toHaveLength(1);
    await fixture.move(first.id, 'contacted');
    await fixture.move(last.id, 'contacted');
  });

  it('is to be followed up, until it is renewed or lost', async () => {
    const mine = await term('2026-04-30');
    const lost = await term('2026-04-30');
    const later = await term('2026-04-30');
    await fixture.assign(mine.id, MEERA);
    await fixture.followUp(mine.id, '2026-04-11');
    await fixture.followUp(lost.id, '2026-04-10');
    await fixture.followUp(later.id, '2026-04-12');
    const due = (ownerId = MEERA) => followUps(mine.id, ownerId);
    expect(await due()).toEqual([mine.id, lost.id]);
    expect(await due(JOSE)).toEqual([lost.id]);
    await fixture.lose(lost.id, { reason: 'price' });
    expect(await due()).toEqual([mine.id]);
    await fixture.followUp(mine.id, null);
    expect(await due()).toEqual([]);
  });

  it('is followed up behind any number of those that others own', async () => {
    const nobodys = await term('2026-04-30');
    await fixture.followUp(nobodys.id, '2026-04-10');
    for (let nth = 0; nth < 3; nth += 1) {
      const { id } = await term('2026-04-30');
      await fixture.assign(id, JOSE);
      await fixture.followUp(id, '2026-04-11');
    }
    expect(await followUps(nobodys.id, MEERA, 2)).toEqual([nobodys.id]);
    await fixture.followUp(nobodys.id, null);
  });

  it('leaves the index of follow-ups with its term, and comes back with it', async () => {
    const policy = await term('2026-04-30');
    await fixture.followUp(policy.id, '2026-04-11');
    const indexed = async () => {
      const { rows } = await fixture.readModels.knex.raw<{ rows: unknown[] }>(
        'SELECT FROM ??.renewal_cards WHERE term_id = ? AND is_over IS NOT TRUE',
        [fixture.readModels.schema, policy.id],
      );
      return rows.length > 0;
    };
    const states: boolean[] = [];
    const look = async () => {
      expect(await followUps(policy.id, MEERA)).toEqual((await indexed()) ? [policy.id] : []);
      states.push(await indexed());
    };
    const successor = await fixture.renew(refOf(policy));
    await look();
    await fixture.projected(await fixture.policies.delete(refOf(successor), by()));
    await look();
    const cancellation = { cancelledOn: TODAY, reason: 'other' as const, note: null };
    await fixture.projected(await fixture.policies.cancel(refOf(policy), cancellation, by()));
    await look();
    await fixture.projected(await fixture.policies.reinstate(refOf(policy), { note: null }, by()));
    await look();
    await fixture.projected(await fixture.policies.delete(refOf(policy), by()));
    await look();
    expect(states).toEqual([false, true, false, true, false]);
  });

  it('is forgotten when nobody closed it for a year', async () => {
    const policy = await term('2028-04-30');
    await fixture.followUp(policy.id, '2026-04-11');
    const dueOn = async (day: string) =>
      (await fixture.renewals.followUpsDue(day, MEERA, 10)).map(({ termId }) => termId);
    expect(await dueOn('2027-04-11')).toContain(policy.id);
    expect(await dueOn('2027-04-12')).not.toContain(policy.id);
    await fixture.followUp(policy.id, null);
  });
});

describe('what is written', () => {
  it('seals the note: the log holds no word of it', async () => {
    const { id } = await term('2026-04-30');
    await fixture.lose(id, { reason: 'other', note: 'Sold the house in Thrissur' });
    expect(await fixture.wholeLog()).not.toContain('Thrissur');
  });

  it('comes to the same rows when every event is delivered twice', async () => {
    const { once, twice } = await projectTwice({ ...fixture, ...fixture.platform });
    expect(once.renewal_cards?.length).toBeGreaterThan(4);
    expect(twice).toEqual(once);
  });

  it('loses the note with the person, and keeps the reason', async () => {
    const { id: customerId } = await fixture.customer('To be forgotten');
    const { id } = await term('2026-04-30', { customerId });
    await fixture.lose(id, { reason: 'other', note: 'Private' });
    const talk = { followUpOn: null, note: 'Private, too' };
    await fixture.projected(await fixture.renewals.setFollowUp(id, talk, by()));
    await fixture.platform.vault.destroyKey(`customer-${customerId}`);
    const { once } = await projectTwice({ ...fixture, ...fixture.platform });
    expect(once.renewal_cards?.find(({ term_id }) => term_id === id)).toMatchObject({
      loss_reason: 'other',
      loss_note: null,
      note: null,
    });
  });
});
