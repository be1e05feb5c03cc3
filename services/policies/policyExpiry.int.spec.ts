import { policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../platform/errors.js';
import { by } from '../platform/testing/serviceFixture.js';
import type { TermRef } from './index.js';
import { openPolicyFixture, refOf } from './testing/policyFixture.js';

const fixture = testFixture(openPolicyFixture);
let customerId: number;
let lastNumber = 0;

beforeAll(async () => {
  customerId = (await fixture.customer('Anitha Nair', { kycStatus: 'verified' })).id;
});
beforeEach(() => fixture.setTime('2026-04-01T06:00:00Z'));

const issued = async (fields: object = {}) => {
  lastNumber += 1;
  const policyNumber = `DUE/${lastNumber}`;
  const { record: policy } = await fixture.issue('health', { customerId, policyNumber, ...fields });
  return refOf(policy);
};
/** What the scheduler does at an instant. */
const expireAt = async (instant: string, signal?: AbortSignal): Promise<number> => {
  fixture.setTime(instant);
  return fixture.policies.expireDue(kolkataDay(new Date(instant)), signal);
};
const statusOf = async (id: number) => (await fixture.policies.find(id))?.status;

describe('a policy whose last day has passed', () => {
  it('is expired from Kolkata’s midnight on, not a moment earlier', async () => {
    const ref = await issued({ endDate: '2026-05-31' });
    expect(await expireAt('2026-05-31T18:29:59Z')).toBe(0); // 23:59:59 on 31 May
    expect(await statusOf(ref.id)).toBe('active');
    expect(await expireAt('2026-05-31T18:30:00Z')).toBe(1); // 00:00 on 1 June
    expect(await statusOf(ref.id)).toBe('expired');
    const history = await fixture.policies.history(ref);
    expect(history.at(-1)).toMatchObject({
      summary: 'Expired: it ended on 31/05/2026',
      actor: { username: 'system' },
    });
  });

  it('is expired once, however long the system was away and however often it looks', async () => {
    const refs = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        issued({ endDate: i % 2 ? '2026-07-15' : '2027-03-31' }),
      ),
    );
    expect(await expireAt('2027-04-20T06:00:00Z')).toBe(60);
    expect(await expireAt('2027-04-21T06:00:00Z')).toBe(0);
    const statuses = await Promise.all(refs.map(({ id }) => statusOf(id)));
    expect(new Set(statuses)).toEqual(new Set(['expired']));
    const [first] = refs;
    expect(first && (await fixture.policies.history(first)).length).toBe(2);
  });

  it('is expired once by two processes at once', async () => {
    const refs = await Promise.all(Array.from({ length: 20 }, () => issued()));
    fixture.setTime('2027-04-01T06:00:00Z');
    const other = fixture.over({});
    await Promise.all([fixture.policies.expireDue('2027-04-01'), other.expireDue('2027-04-01')]);
    for (const ref of refs) expect(await fixture.policies.history(ref)).toHaveLength(2);
  });

  it('stays as somebody set it by hand, until it ends on another day', async () => {
    const ref = await issued({ endDate: '2026-05-31' });
    await expireAt('2026-06-01T06:00:00Z');
    await fixture.update(ref, { status: 'active' });
    expect(await expireAt('2026-06-02T06:00:00Z')).toBe(0);
    expect(await statusOf(ref.id)).toBe('active');
    await fixture.update(ref, { endDate: '2026-06-30' });
    expect(await expireAt('2026-07-01T06:00:00Z')).toBe(1);
    await fixture.update(ref, { endDate: '2026-05-31', status: 'active' });
    expect(await expireAt('2026-07-02T06:00:00Z')).toBe(1);
    expect(await expireAt('2026-07-03T06:00:00Z')).toBe(0);
  });

  it('is looked at again when a cancellation that came in between is undone', async () => {
    const ref = await issued({ endDate: '2026-05-31' });
    // Not waited for: it may still be found due in the list.
    await fixture.policies.cancel(ref, { reason: 'other' }, by());
    expect(await expireAt('2026-06-01T06:00:00Z')).toBe(0);
    await fixture.projected(await fixture.policies.reinstate(ref, {}, by()));
    expect(await expireAt('2026-06-01T06:01:00Z')).toBe(1);
  });

  it('is taken as it is when it is entered late, with a warning, and expired then', async () => {
    lastNumber += 1;
    const { record: policy, warnings } = await fixture.issue('health', {
      customerId,
      policyNumber: `DUE/${lastNumber}`,
      startDate: '2024-04-01',
      endDate: '2025-03-31',
    });
    expect(policy.status).toBe('active');
    expect(warnings).toMatchObject([{ field: 'endDate', code: 'already-ended' }]);
    expect(await expireAt('2026-04-01T06:01:00Z')).toBe(1);
  });

  it('waits when the system is about to stop', async () => {
    const ref = await issued();
    expect(await expireAt('2027-04-01T06:00:00Z', AbortSignal.abort())).toBe(0);
    expect(await statusOf(ref.id)).toBe('active');
    expect(await expireAt('2027-04-01T06:00:00Z')).toBe(1);
  });

  it('leaves policies that are renewed or cancelled alone', async () => {
    const renewed = await issued();
    await fixture.renew(renewed);
    const cancelled = await issued();
    await fixture.projected(await fixture.policies.cancel(cancelled, { reason: 'other' }, by()));
    expect(await expireAt('2027-04-01T06:00:00Z')).toBe(0);
    expect(await statusOf(renewed.id)).toBe('renewed');
    expect(await statusOf(cancelled.id)).toBe('cancelled');
  });

  it('can still be renewed while it is in grace', async () => {
    const ref = await issued();
    await expireAt('2027-04-10T06:00:00Z');
    expect(await fixture.policies.find(ref.id)).toMatchObject({
      status: 'expired',
      daysUntilExpiry: -10,
      graceUntil: '2027-04-30',
    });
    const { record: policy, warnings } = await fixture.renew(ref);
    expect(policy).toMatchObject({ startDate: '2027-04-01', endDate: '2028-03-31' });
    expect(warnings).toEqual([]);
    await fixture.remove(refOf(policy));
    expect(await statusOf(ref.id)).toBe('expired');
  });
});

describe('a policy with which something is wrong', () => {
  /** A process that cannot write to the stream of one policy. */
  const failingAt = ({ id }: TermRef, error: Error) =>
    fixture.over({
      append: (stream, ...rest) =>
        stream === policyStream(id)
          ? Promise.reject(error)
          : fixture.platform.eventLog.append(stream, ...rest),
    });

  it('keeps none of the others from being expired, and is reported in the end', async () => {
    const bad = await issued({ endDate: '2026-05-30' });
    // More than are looked at together.
    const others = await Promise.all(
      Array.from({ length: 52 }, () => issued({ endDate: '2026-05-31' })),
    );
    fixture.setTime('2026-06-01T06:00:00Z');
    const failing = failingAt(bad, new Error('broken'));
    await expect(failing.expireDue('2026-06-01')).rejects.toThrow('broken');
    await fixture.caughtUp();
    const statuses = await Promise.all(others.map(({ id }) => statusOf(id)));
    expect(new Set(statuses)).toEqual(new Set(['expired']));
    expect(await statusOf(bad.id)).toBe('active');
    expect(await expireAt('2026-06-01T06:01:00Z')).toBe(1);
  });

  it('ends all at once when the event store is away', async () => {
    const ref = await issued({ endDate: '2026-05-30' });
    fixture.setTime('2026-06-01T06:00:00Z');
    const away = new Refusal('unavailable', { code: 'unavailable', message: 'Away' });
    const work = failingAt(ref, away).expireDue('2026-06-01');
    await expect(work).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await expireAt('2026-06-01T06:01:00Z')).toBe(1);
  });
});
