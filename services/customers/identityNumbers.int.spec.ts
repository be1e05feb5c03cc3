import { customerAccessStream } from '@insuremanager/contracts/customers/customerAccessEvents';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { userAccessStream } from '@insuremanager/contracts/identity/userEvents';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { by, textOfLog } from '../platform/testing/serviceFixture.js';
import { openCustomerFixture } from './testing/customerFixture.js';

const fixture = testFixture(openCustomerFixture);

const AADHAAR = '234123412346';
const PAN = 'AAPPV1234K';
const reason = 'The insurer asks for it';

let id: number;
beforeEach(async () => {
  fixture.setTime('2026-04-01T06:00:00Z');
  ({ id } = await fixture.register({ name: 'Ravi Varma', aadhaarNumber: AADHAAR, panNumber: PAN }));
});

const reveal = (field: 'aadhaarNumber' | 'panNumber', context = by()) =>
  fixture.customers.revealIdentityNumber(id, { field, reason }, context);

describe('revealing an identity number', () => {
  it('answers the whole number', async () => {
    expect(await reveal('aadhaarNumber')).toEqual({ field: 'aadhaarNumber', value: AADHAAR });
    expect(await reveal('panNumber')).toEqual({ field: 'panNumber', value: PAN });
  });

  it('stands in the history where it belongs, and changes no version', async () => {
    fixture.setTime('2026-04-02T06:00:00Z');
    await reveal('aadhaarNumber');
    fixture.setTime('2026-04-03T06:00:00Z');
    await fixture.update(id, { city: 'Kochi' });
    fixture.setTime('2026-04-04T06:00:00Z');
    await reveal('panNumber');
    const history = await fixture.customers.history(id);
    expect(history.map(({ version, summary }) => [version, summary])).toEqual([
      [0, 'Customer added'],
      [0, `Aadhaar number revealed: ${reason}`],
      [1, 'City changed'],
      [1, `PAN revealed: ${reason}`],
    ]);
    expect((await fixture.customers.current(id))?.version).toBe(1);
  });

  it('is recorded as often as it is answered, and the reason is sealed', async () => {
    const context = by();
    await reveal('panNumber', context);
    await reveal('panNumber', context);
    const stored = await fixture.platform.eventLog.readStream(customerAccessStream(id));
    expect(stored).toHaveLength(2);
    expect(await textOfLog(fixture.platform.eventLog)).not.toContain('insurer');
  });

  it('loses its reason with the person', async () => {
    await reveal('panNumber');
    await fixture.platform.vault.destroyKey(customerStream(id));
    const history = await fixture.customers.history(id);
    expect(history.at(-1)?.summary).toBe('PAN revealed');
  });

  it('is refused where there is no number, no customer, or nobody any more', async () => {
    const { id: bare } = await fixture.register({ name: 'Asha' });
    const of = (customerId: number) =>
      fixture.customers.revealIdentityNumber(customerId, { field: 'panNumber', reason }, by());
    await expect(of(bare)).rejects.toMatchObject({ code: 'no-identity-number' });
    await expect(of(99_999)).rejects.toMatchObject({ kind: 'not-found' });
    await fixture.customers.delete(id, by());
    await expect(of(id)).rejects.toMatchObject({ kind: 'not-found' });
    expect(await fixture.platform.eventLog.readStream(customerAccessStream(id))).toEqual([]);
  });

  it('is refused after thirty within an hour, to that user alone', async () => {
    const as = (userId: number) =>
      by({ actor: { userId, username: `u${userId}`, role: 'auditor' } });
    for (let count = 0; count < 30; count += 1) await reveal('panNumber', as(77));
    await expect(reveal('panNumber', as(77))).rejects.toMatchObject({ kind: 'too-many' });
    expect((await reveal('panNumber', as(78))).value).toBe(PAN);
  });
});

describe('who else has an identity number', () => {
  const as = (userId: number) => by({ actor: { userId, username: `u${userId}`, role: 'agent' } });
  const ask = (probe: object, userId: number) =>
    fixture.customers.duplicates(probe, null, as(userId));
  const number = { aadhaarNumber: '496858245152', panNumber: 'FNDPO1234F' };
  let one: number;
  beforeAll(async () => {
    one = (await fixture.register({ name: 'Found Once', ...number })).id;
  });
  const recorded = async (userId: number) =>
    (await fixture.platform.eventLog.readStream(userAccessStream(userId))).map(
      ({ type, data }) => ({ type, data }),
    );

  it('is recorded with whom it found, and without the number', async () => {
    expect(
      await ask({ aadhaarNumber: number.aadhaarNumber, phone: '9000000001' }, 81),
    ).toMatchObject([{ id: one }]);
    expect(await ask({ panNumber: 'AAPPV9999K' }, 81)).toEqual([]);
    await ask({ phone: '9000000001', email: 'nobody@example.com' }, 81);
    const type = 'IdentityNumberLookedUp';
    expect(await recorded(81)).toEqual([
      { type, data: { userId: 81, fields: ['aadhaarNumber'], customerIds: [one] } },
      { type, data: { userId: 81, fields: ['panNumber'], customerIds: [] } },
    ]);
  });

  it('is refused after two hundred within an hour, to that user alone; a phone number is not', async () => {
    for (let count = 0; count < 200; count += 1) await ask(number, 82);
    await expect(ask(number, 82)).rejects.toMatchObject({ kind: 'too-many' });
    await expect(ask({ panNumber: number.panNumber }, 82)).rejects.toMatchObject({
      kind: 'too-many',
    });
    expect(await ask({ phone: '9000000001' }, 82)).toEqual([]);
    expect(await ask(number, 83)).toMatchObject([{ id: one }]);
    expect(await recorded(82)).toHaveLength(200);
  });
});
