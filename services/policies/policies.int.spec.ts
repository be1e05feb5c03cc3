import { randomUUID } from 'node:crypto';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import { by } from '../platform/testing/serviceFixture.js';
import { openPolicyFixture, refOf } from './testing/policyFixture.js';

const fixture = testFixture(openPolicyFixture);

const codesOf = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);

describe('a policy that was issued', () => {
  it('is found with everything that was typed, and answers what the list shows', async () => {
    const { id: customerId } = await fixture.customer('Anil Kumar');
    const { record: policy } = await fixture.issue('vehicle', {
      customerId,
      policyNumber: ' MGI/2026  417 ',
      vehicleMake: 'Maruti',
      vehicleYear: '2022',
      engineNumber: 'k12n1',
      chassisNumber: 'ma3ewb22',
      coverType: 'comprehensive',
      ncbPercent: '25',
      thirdPartyEndDate: '31/03/2029',
    });
    expect(policy).toEqual({
      id: policy.id,
      kind: 'vehicle',
      customerId,
      policyNumber: 'MGI/2026 417',
      insuranceCompany: 'Malabar General',
      policyType: null,
      ...{ ownDamagePremium: null, thirdPartyPremium: null, premiumGst: null },
      ...{ nomineeName: null, nomineeRelation: null, nomineeBirthDate: null },
      ...{ appointeeName: null, appointeeRelation: null, insuredMembers: 0 },
      vehicleNumber: 'KL07AB1234',
      vehicleType: 'car',
      vehicleMake: 'Maruti',
      vehicleModel: null,
      vehicleYear: 2022,
      engineNumber: 'K12N1',
      chassisNumber: 'MA3EWB22',
      coverType: 'comprehensive',
      ncbPercent: 25,
      sumAssured: '650000.00',
      premiumAmount: '18000.00',
      premiumFrequency: 'yearly',
      startDate: '2026-04-01',
      endDate: '2027-03-31',
      thirdPartyEndDate: '2029-03-31',
      status: 'active',
      daysUntilExpiry: 364,
      graceUntil: null,
      instalments: 0,
      instalmentsPaid: 0,
      nextDueDate: null,
      nextDueAmount: null,
      nextDueState: null,
      nextGraceUntil: null,
      policyId: policy.id,
      predecessorId: null,
      quotationId: null,
      successorId: null,
      createdAt: '2026-04-01T06:00:00.000Z',
      updatedAt: '2026-04-01T06:00:00.000Z',
      version: 0,
    });
    expect(await fixture.policies.find(policy.id)).toEqual(policy);
    expect(await fixture.policies.find(policy.id, 'health')).toBeNull();
  });

  it('warns while the KYC of its policyholder is not verified, and not afterwards', async () => {
    const pending = await fixture.customer('Not Yet');
    const verified = await fixture.customer('All Clear', { kycStatus: 'verified' });
    const first = await fixture.issue('health', { customerId: pending.id, policyNumber: 'KYC/1' });
    expect(codesOf(first.warnings)).toEqual(['kyc-not-verified']);
    const other = await fixture.issue('health', { customerId: verified.id, policyNumber: 'KYC/2' });
    expect(other.warnings).toEqual([]);
    const moved = await fixture.update(refOf(other.record), { customerId: pending.id });
    expect(codesOf(moved.warnings)).toEqual(['kyc-not-verified']);
    expect(codesOf((await fixture.renew(refOf(other.record))).warnings)).toEqual([
      'kyc-not-verified',
    ]);
  });

  it('warns when it is made longer than until the next term begins', async () => {
    const { id: customerId } = await fixture.customer('Overlap', { kycStatus: 'verified' });
    const { record: policy } = await fixture.issue('health', {
      customerId,
      policyNumber: 'OVER/1',
    });
    const ref = refOf(policy);
    await fixture.renew(ref);
    const longer = await fixture.update(ref, { endDate: '2027-04-01' });
    expect(longer.warnings).toEqual([
      {
        field: 'endDate',
        code: 'overlaps-next-term',
        message: 'The next term begins on 01/04/2027, before this one has ended.',
      },
    ]);
    expect((await fixture.update(ref, { endDate: '2027-03-31' })).warnings).toEqual([]);
  });

  it('is nobody’s who is not there', async () => {
    const { id } = await fixture.customer('Soon Gone');
    await fixture.projected(await fixture.customers.delete(id, by()));
    for (const customerId of [id, 999_999]) {
      await expect(
        fixture.issue('health', { customerId, policyNumber: randomUUID() }),
      ).rejects.toMatchObject({
        kind: 'invalid',
        message: `There is no customer with the number ${customerId}. Choose another one.`,
        fields: [{ field: 'customerId', code: 'customer-unknown' }],
      });
    }
  });

  it('leads through its life, and describes it', async () => {
    const { id: customerId } = await fixture.customer('Whole Life', { kycStatus: 'verified' });
    const other = await fixture.customer('Next Of Kin', { kycStatus: 'verified' });
    const { record: policy } = await fixture.issue('health', {
      customerId,
      policyNumber: 'LIFE/1',
    });
    const ref = refOf(policy);
    const { policies } = fixture;
    await fixture.update(ref, { insuranceCompany: 'Care Health', policyNumber: 'LIFE/2' });
    await fixture.update(ref, { customerId: other.id });
    const changes = { sumAssured: 75_000_000, premiumAmount: 1_500_000 };
    await policies.endorse(
      ref,
      { effectiveFrom: '2026-05-01', reason: 'A child was born', changes },
      by(),
    );
    await policies.cancel(ref, { reason: 'customer_request', cancelledOn: '2026-06-01' }, by());
    await policies.reinstate(ref, { note: 'A mistake' }, by());
    await fixture.update(ref, { status: 'cancelled' });
    await fixture.update(ref, { status: 'active' });
    const next = await fixture.renew(ref);
    await fixture.remove(refOf(next.record));
    await fixture.remove(ref);
    expect(await fixture.summaries(ref)).toEqual([
      'Policy issued',
      'Policy number and insurance company corrected',
      'Policyholder changed',
      'Endorsed from 01/05/2026: sum assured and premium amount changed',
      'Cancelled from 01/06/2026 (customer request)',
      'Reinstated',
      'Status set to cancelled manually (was active)',
      'Status set to active manually (was cancelled)',
      `Renewed until 31/03/2028 as policy ${next.record.policyNumber}`,
      `Renewal withdrawn: policy ${next.record.policyNumber} was deleted`,
      'Policy deleted',
    ]);
    expect(await policies.find(ref.id)).toBeNull();
    expect(await fixture.summaries(refOf(next.record))).toEqual([
      'Issued as the renewal of policy LIFE/2',
      'Policy deleted',
    ]);
    const whole = await policies.termHistories(refOf(next.record));
    expect(whole.map(({ termId, isDeleted }) => ({ termId, isDeleted }))).toEqual([
      { termId: ref.id, isDeleted: true },
      { termId: next.record.id, isDeleted: true },
    ]);
    expect(whole.map(({ entries }) => entries)).toEqual([
      await policies.history(ref),
      await policies.history(refOf(next.record)),
    ]);
    await expect(policies.history({ kind: 'vehicle', id: ref.id })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  it('has the history of all its terms, deleted ones too, oldest first', async () => {
    const { policies } = fixture;
    const { id: customerId } = await fixture.customer('Long Standing');
    const first = await fixture.issue('health', { customerId, policyNumber: 'TERMS/1' });
    const ref = refOf(first.record);
    const deleted = refOf((await fixture.renew(ref)).record);
    await fixture.remove(deleted);
    const next = refOf((await fixture.renew(ref, { policyNumber: 'TERMS/2' })).record);
    const last = refOf((await fixture.renew(next)).record);
    const terms = [
      [ref.id, 'TERMS/1', '2026-04-01', '2027-03-31', false],
      [deleted.id, 'TERMS/1', '2027-04-01', '2028-03-31', true],
      [next.id, 'TERMS/2', '2027-04-01', '2028-03-31', false],
      [last.id, 'TERMS/2', '2028-04-01', '2029-03-31', false],
    ];
    const histories = await policies.termHistories(next);
    expect(
      histories.map((one) => [
        one.termId,
        one.policyNumber,
        one.startDate,
        one.endDate,
        one.isDeleted,
      ]),
    ).toEqual(terms);
    for (const { termId, entries } of histories) {
      expect(entries).toEqual(await policies.history({ kind: 'health', id: termId }));
    }
    for (const id of [ref.id, deleted.id, last.id]) {
      expect(await policies.termHistories({ kind: 'health', id })).toEqual(histories);
    }
    for (const one of [last, next, ref]) await fixture.remove(one);
    const over = await policies.termHistories(deleted);
    expect(over.map(({ termId, isDeleted }) => [termId, isDeleted])).toEqual(
      terms.map(([id]) => [id, true]),
    );
    await expect(policies.termHistories({ ...ref, kind: 'vehicle' })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  it('is shown as of the end of a Kolkata day', async () => {
    fixture.setTime('2026-05-10T18:29:00Z'); // 23:59 on 10 May in Kolkata
    const { id: customerId } = await fixture.customer('Time Traveller');
    const { record: policy } = await fixture.issue('health', {
      customerId,
      policyNumber: 'ASOF/1',
    });
    fixture.setTime('2026-05-10T18:31:00Z'); // 00:01 on 11 May
    await fixture.update(refOf(policy), { insuranceCompany: 'Later Insurer' });
    fixture.setTime('2026-05-20T06:00:00Z');
    const on = (day: string) => fixture.policies.asOf(refOf(policy), day);
    expect(await on('2026-05-09')).toBeNull();
    expect(await on('2026-05-10')).toMatchObject({
      insuranceCompany: 'Star Health',
      version: 0,
      daysUntilExpiry: 325,
    });
    expect(await on('2026-05-11')).toMatchObject({ insuranceCompany: 'Later Insurer', version: 1 });
    expect(
      await fixture.policies.asOf({ kind: 'vehicle', id: policy.id }, '2026-05-11'),
    ).toBeNull();
  });
});

describe('a command that comes again under its id', () => {
  it('answers the same and writes nothing', async () => {
    // Nobody's KYC is verified here: the warnings are a part of the answers.
    const { id: customerId } = await fixture.customer('Twice');
    const other = await fixture.customer('Twice Removed');
    const { policies } = fixture;
    const again = async <Answer extends object>(
      command: (context: ReturnType<typeof by>) => Promise<Answer>,
    ): Promise<Answer> => {
      const context = by();
      const first = await command(context);
      const before = await fixture.platform.eventLog.head();
      const second = await command(context);
      expect(second).toEqual({ ...first, repeated: true });
      expect(await fixture.platform.eventLog.head()).toEqual(before);
      return first;
    };
    const input = fixture.typed('health', { customerId, policyNumber: 'TWICE/1' });
    const ref = refOf((await again((context) => policies.issue('health', input, context))).record);
    await again((context) => policies.update(ref, { policyNumber: 'TWICE/2' }, context));
    const moved = await again((context) => policies.update(ref, { customerId: other.id }, context));
    expect(codesOf(moved.warnings)).toEqual(['kyc-not-verified']);
    await again((context) =>
      policies.endorse(
        ref,
        { effectiveFrom: '2026-05-01', reason: 'More', changes: { sumAssured: 1 } },
        context,
      ),
    );
    await again((context) => policies.cancel(ref, { reason: 'other' }, context));
    await again((context) => policies.reinstate(ref, {}, context));
    const renewed = await again((context) => policies.renew(ref, {}, context));
    await again((context) => policies.delete(refOf(renewed.record), context));
    const input2 = { policyNumber: 'TWICE/3' };
    const next = await again((context) => policies.renew(ref, input2, context));
    expect(next.record).toMatchObject({ policyNumber: 'TWICE/3', predecessorId: ref.id });
  });

  it('is not taken for another request', async () => {
    const { id: customerId } = await fixture.customer('Other Request');
    const { record: policy } = await fixture.issue('health', { customerId, policyNumber: 'REQ/1' });
    const commandId = randomUUID();
    await fixture.renew(refOf(policy), {}, { commandId });
    await expect(
      fixture.renew(refOf(policy), { sumAssured: '1' }, { commandId }),
    ).rejects.toMatchObject({ code: 'idempotency-key-reused' });
  });
});

describe('two agents at one policy', () => {
  it('the one who saw an older version is refused, also when renewing', async () => {
    const { id: customerId } = await fixture.customer('Contested');
    const { record: policy } = await fixture.issue('health', {
      customerId,
      policyNumber: 'STALE/1',
    });
    const ref = refOf(policy);
    await fixture.update(ref, { insuranceCompany: 'One' }, { expectedVersion: 0 });
    for (const late of [
      () => fixture.update(ref, { insuranceCompany: 'Two' }, { expectedVersion: 0 }),
      () => fixture.renew(ref, { policyNumber: 'STALE/2' }, { expectedVersion: 0 }),
      () => fixture.remove(ref, { expectedVersion: 0 }),
    ]) {
      await expect(late()).rejects.toMatchObject({ kind: 'stale', currentVersion: 1 });
    }
    const next = await fixture.renew(ref, {}, { expectedVersion: 1 });
    expect(next.record).toMatchObject({ policyNumber: 'STALE/1', version: 2 });
    expect(next.renewed).toMatchObject({ status: 'renewed', version: 2 });
  });

  it('who edit one term each do not make each other’s view stale', async () => {
    const { id: customerId } = await fixture.customer('Two Terms');
    const { record: policy } = await fixture.issue('health', {
      customerId,
      policyNumber: 'FRESH/1',
    });
    const renewal = await fixture.renew(refOf(policy));
    const [first, next] = [refOf(policy), refOf(renewal.record)];
    const seen = { expectedVersion: renewal.record.version };
    await fixture.update(first, { insuranceCompany: 'One' }, seen);
    const { record: edited } = await fixture.update(next, { insuranceCompany: 'Two' }, seen);
    expect(edited.version).toBeGreaterThan(seen.expectedVersion);
    expect(await fixture.policies.find(next.id)).toEqual(edited);
    await expect(fixture.update(next, { insuranceCompany: 'Three' }, seen)).rejects.toMatchObject({
      kind: 'stale',
      currentVersion: edited.version,
    });
  });
});

describe('a customer with policies', () => {
  it('is not deleted while one of them is active, and is afterwards', async () => {
    const { id: customerId } = await fixture.customer('Well Insured');
    const numbers = ['TIE/1', 'TIE/2', 'TIE/3'];
    const issued = await Promise.all(
      numbers.map((policyNumber, i) =>
        // Not waited for: what was written counts, whether the lists show it or not.
        fixture.policies.issue(
          i === 1 ? 'vehicle' : 'health',
          fixture.typed(i === 1 ? 'vehicle' : 'health', { customerId, policyNumber }),
          by(),
        ),
      ),
    );
    await expect(fixture.customers.delete(customerId, by())).rejects.toMatchObject({
      kind: 'conflict',
      code: 'customer-has-active-policies',
      message:
        'This customer has active policies: TIE/1, TIE/2 and 1 more. Cancel or delete them first.',
    });
    const [one, two, three] = issued.map(({ record: policy }) => refOf(policy));
    if (!one || !two || !three) throw new Error('Not all were issued');
    await fixture.policies.delete(one, by());
    await fixture.policies.delete(two, by());
    await expect(fixture.customers.delete(customerId, by())).rejects.toMatchObject({
      message: 'This customer has an active policy: TIE/3. Cancel or delete it first.',
    });
    await fixture.policies.cancel(three, { reason: 'customer_request' }, by());
    await fixture.projected(await fixture.customers.delete(customerId, by()));
    expect(await fixture.customers.find(customerId)).toBeNull();
    // Nothing of theirs comes into force again.
    const unknown = { fields: [{ code: 'customer-unknown' }] };
    await expect(fixture.policies.reinstate(three, {}, by())).rejects.toMatchObject(unknown);
    await expect(fixture.update(three, { status: 'active' })).rejects.toMatchObject(unknown);
  });
});

describe('a policy that comes from a quotation', () => {
  const QUOTATION = 31;

  it('is one, however many want it at once, and names the quotation', async () => {
    const { id: customerId } = await fixture.customer('Quoted Once');
    const wanted = Array.from({ length: 20 }, (_, i) =>
      fixture.policies.issue(
        'health',
        fixture.typed('health', { customerId, policyNumber: `QUOTED/${i}` }),
        by(),
        QUOTATION,
      ),
    );
    const results = await Promise.allSettled(wanted);
    const [issued, ...others] = results.filter((result) => result.status === 'fulfilled');
    expect(others).toEqual([]);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(19);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'policy-exists' });
    const policy = issued?.value.record;
    if (!issued || !policy) throw new Error('None was issued');
    expect(policy.quotationId).toBe(QUOTATION);
    await fixture.projected(issued.value);
    expect(await fixture.policies.find(policy.id)).toEqual(policy);
    const { id, policyNumber } = policy;
    const known = { id, policyNumber, kind: 'health' };
    expect(await fixture.policies.issuedFor(QUOTATION)).toEqual(known);
    await fixture.policies.delete(refOf(policy), by());
    expect(await fixture.policies.issuedFor(QUOTATION)).toEqual(known);
    // A number that the losers wanted is free.
    const free = [0, 1].find((i) => `QUOTED/${i}` !== policyNumber);
    await fixture.issue('health', { customerId, policyNumber: `QUOTED/${free}` });
  });

  it('is answered once more to whoever asked for it', async () => {
    const { id: customerId } = await fixture.customer('Asks Twice');
    const input = fixture.typed('health', { customerId, policyNumber: 'QUOTED/TWICE' });
    const context = by();
    const first = await fixture.policies.issue('health', input, context, 32);
    const again = await fixture.policies.issue('health', input, context, 32);
    expect(again).toMatchObject({ record: first.record, repeated: true });
    expect(await fixture.policies.issuedFor(33)).toBeNull();
  });
});

describe('the projector', () => {
  it('comes to the same rows when every event is delivered twice', async () => {
    const { once, twice } = await projectTwice({ ...fixture, ...fixture.platform });
    expect(once.policies?.length).toBeGreaterThan(5);
    expect(twice).toEqual(once);
  });
});
