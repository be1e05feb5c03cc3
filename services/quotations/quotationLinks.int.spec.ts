import {
  MOST_LINK_TRIES,
  QuotationLinkInput,
} from '@insuremanager/contracts/quotations/quotationLinks';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeEach, describe, expect, it } from 'vitest';
import { by, textOfLog } from '../platform/testing/serviceFixture.js';
import { isNameOf } from './quotationLinks.js';
import { openQuotationFixture } from './testing/quotationFixture.js';

const fixture = testFixture(openQuotationFixture);
const MADE = '2026-04-01T06:00:00Z';
beforeEach(() => fixture.setTime(MADE));

let made = 0;
const offer = async (fields: object = {}) => {
  made += 1;
  const phone = `98470${String(10_000 + made)}`;
  const customer = await fixture.customer(`Meera Nair ${'abcdefghij'[made]}xy`, { phone });
  const { record } = await fixture.create({
    ...{ customerId: customer.id, insuranceType: 'health', policyType: 'family' },
    ...{ sumAssured: '500000', premiumAmount: '11800', validityDays: '30', ...fields },
  });
  const { path } = await fixture.quotations.link(record.id);
  const token = path.replace(/^\/accept#/, '');
  const asked = (more: object = {}) =>
    QuotationLinkInput.parse({ token, name: customer.name, phoneDigits: phone.slice(-4), ...more });
  return { customer, quotation: record, token, asked };
};
const accept = async (input: QuotationLinkInput) =>
  fixture.projected(await fixture.quotations.acceptByLink(input, 'link'));
const notTheirs = { fields: [expect.objectContaining({ code: 'not-theirs' })] };

describe('the link of a quotation', () => {
  it('shows it to whom it was made out to, and is accepted once', async () => {
    const { quotation, asked } = await offer();
    expect(await fixture.quotations.offered(asked())).toEqual({
      quotationNumber: quotation.quotationNumber,
      ...{ insuranceType: 'health', policyType: 'family', vehicleType: null, vehicleNumber: null },
      ...{ insuranceCompany: null, sumAssured: '500000.00', premiumAmount: '11800.00' },
      ...{ serviceCharges: '0.00', gstAmount: expect.any(String), totalAmount: '11800.00' },
      ...{ validUntil: '2026-05-01', isAccepted: false },
    });
    const answers = await Promise.all([accept(asked()), accept(asked()), accept(asked())]);
    expect(answers.map(({ quotation: { isAccepted } }) => isAccepted)).toEqual([true, true, true]);
    expect(await fixture.quotations.find(quotation.id)).toMatchObject({ status: 'accepted' });
    const told = await fixture.quotations.history(quotation.id);
    expect(told.map(({ summary }) => summary)).toEqual([
      `Quotation ${quotation.quotationNumber} created`,
      expect.stringMatching(/^Accepted by the customer by link, as Meera Nair/),
    ]);
    expect(await fixture.quotations.offered(asked())).toMatchObject({ isAccepted: true });
  });

  it('holds nothing personal, and what was typed is sealed', async () => {
    const { customer, token, asked } = await offer();
    const said = Buffer.from(token, 'base64url').toString();
    expect(said).toMatch(/^\d+\.\d+\.[\w-]+$/);
    expect(said).not.toContain(customer.phone.slice(-4));
    await accept(asked());
    expect(await textOfLog(fixture.platform.eventLog)).not.toContain(customer.name);
  });

  it('says the same of a wrong name and of wrong digits', async () => {
    const { asked } = await offer();
    for (const wrong of [{ name: 'Somebody Else' }, { phoneDigits: '0000' }, { name: 'xy' }]) {
      await expect(fixture.quotations.offered(asked(wrong))).rejects.toMatchObject(notTheirs);
    }
  });

  it('ends for a day after a few tries, in every process', async () => {
    const { asked } = await offer();
    for (let nth = 0; nth < MOST_LINK_TRIES; nth += 1) {
      await expect(
        fixture.quotations.offered(asked({ phoneDigits: '0000' })),
      ).rejects.toMatchObject(notTheirs);
    }
    await expect(accept(asked())).rejects.toMatchObject({ code: 'too-many-attempts' });
  });

  it('has no more tries where it is written otherwise', async () => {
    const { token, asked } = await offer();
    for (let nth = 0; nth < MOST_LINK_TRIES; nth += 1) {
      const other = asked({ token: `${token}${'!'.repeat(nth)}`, phoneDigits: '0000' });
      await expect(fixture.quotations.offered(other)).rejects.toMatchObject(notTheirs);
    }
    for (const other of [token, ` ${token}`, `${token}=`]) {
      await expect(accept(asked({ token: other }))).rejects.toMatchObject({
        code: 'too-many-attempts',
      });
    }
  });

  it('is none where somebody made it up', async () => {
    const { token, asked } = await offer();
    const other = Buffer.from(
      Buffer.from(token, 'base64url').toString().replace(/^\d+/, '1'),
    ).toString('base64url');
    const [id = '', edition = '', signature = ''] = Buffer.from(token, 'base64url')
      .toString()
      .split('.');
    const otherScript = Buffer.from(`${id}.${edition}.${'അ'.repeat(signature.length)}`);
    const bads = [other, otherScript.toString('base64url'), `${token}A`, '', 'x'];
    for (const bad of [...bads, token.slice(0, -3)]) {
      await expect(fixture.quotations.offered(asked({ token: bad }))).rejects.toMatchObject({
        code: 'link-unknown',
      });
    }
  });

  it.each([
    ['changed', 'quotation-changed', (id: number) => fixture.update(id, { premiumAmount: '1' })],
    ['rejected', 'quotation-withdrawn', (id: number) => fixture.update(id, { status: 'rejected' })],
    [
      'accepted by us',
      'quotation-accepted',
      (id: number) => fixture.update(id, { status: 'accepted' }),
    ],
    ['deleted', 'quotation-withdrawn', (id: number) => fixture.remove(id)],
    ['past its validity', 'quotation-expired', async () => fixture.setTime('2026-05-02T06:00:00Z')],
  ] as const)('says plainly that the quotation was %s', async (_what, code, happens) => {
    const { quotation, asked } = await offer();
    await happens(quotation.id);
    await expect(fixture.quotations.offered(asked())).rejects.toMatchObject({ code });
    await expect(accept(asked())).rejects.toMatchObject({ code });
    const told = await fixture.quotations.history(quotation.id);
    expect(told.some(({ summary }) => summary.includes('by link'))).toBe(false);
  });

  it('does not accept what was changed after it was accepted', async () => {
    const { quotation, asked } = await offer();
    await accept(asked());
    await fixture.update(quotation.id, { premiumAmount: '20000' });
    await expect(fixture.quotations.offered(asked())).rejects.toMatchObject({
      code: 'quotation-accepted',
    });
  });

  it('never accepts what an agent changes at the same moment', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const { quotation, asked } = await offer();
      const [accepted, changed] = await Promise.allSettled([
        accept(asked()),
        fixture.update(quotation.id, { premiumAmount: '20000' }),
      ]);
      expect(changed.status).toBe('fulfilled');
      const told = (await fixture.quotations.history(quotation.id)).map(({ type }) => type);
      const at = told.indexOf('QuotationAcceptedByLink');
      if (accepted.status === 'rejected') {
        expect(accepted.reason).toMatchObject({ code: 'quotation-changed' });
        expect(at).toBe(-1);
      } else expect(at).toBeLessThan(told.indexOf('QuotationChanged'));
    }
  });

  it('is not to be had of what cannot be accepted', async () => {
    const { quotation, asked } = await offer();
    await accept(asked());
    await expect(fixture.quotations.link(quotation.id)).rejects.toMatchObject({
      code: 'quotation-accepted',
    });
    await expect(
      fixture.quotations.within({ ownerId: 99 }).link(quotation.id),
    ).rejects.toMatchObject({ kind: 'not-found' });
    await expect(fixture.quotations.link(999_999)).rejects.toMatchObject({ kind: 'not-found' });
    expect(by().actor.userId).not.toBe(99);
  });
});

describe('a name', () => {
  it.each([
    ['Meera Nair', true],
    ['meera', true],
    ['NAIR  meera', true],
    ['M. Nair', false],
    ['Meera Nair Menon', false],
    ['K', false],
    ['', false],
  ])('%s is that of Meera K. Nair: %s', (typed, isTheirs) =>
    expect(isNameOf(typed, 'Meera K. Nair')).toBe(isTheirs),
  );

  it('may be as short as that of Jo K. is', () => {
    expect(isNameOf('Jo', 'Jo K.')).toBe(true);
    expect(isNameOf('K', 'Jo K.')).toBe(false);
    expect(isNameOf('', 'Jo K.')).toBe(false);
  });
});
