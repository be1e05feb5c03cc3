import { randomUUID } from 'node:crypto';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { by } from '../platform/testing/serviceFixture.js';
import { openQuotationFixture } from './testing/quotationFixture.js';

const fixture = testFixture(openQuotationFixture);
let customerId: number;

beforeAll(async () => {
  customerId = (await fixture.customer('Anitha Nair', { email: 'anitha@example.in' })).id;
});
beforeEach(() => fixture.setTime('2026-04-01T06:00:00Z'));

const codesOf = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);
const quoted = async (fields: object = {}) =>
  (await fixture.create({ customerId, premiumAmount: '12500.50', ...fields })).record;

describe('a quotation that was made', () => {
  it('is found with everything that was typed, and answers what the list shows', async () => {
    const { record: quotation } = await fixture.create({
      customerId,
      insuranceType: 'vehicle',
      vehicleType: 'car',
      vehicleNumber: 'kl 07 ab 1234',
      insuranceCompany: ' Malabar  General ',
      sumAssured: '6,50,000',
      premiumAmount: '11800',
      serviceCharges: '500.50',
      notes: 'Zero depreciation',
    });
    expect(quotation).toEqual({
      id: quotation.id,
      customerId,
      quotationNumber: expect.stringMatching(/^QT-2026-27-\d+$/),
      insuranceType: 'vehicle',
      policyType: null,
      vehicleType: 'car',
      vehicleNumber: 'KL07AB1234',
      insuranceCompany: 'Malabar General',
      sumAssured: '650000.00',
      premiumAmount: '11800.00',
      serviceCharges: '500.50',
      totalAmount: '12300.50',
      gstRate: 18,
      gstAmount: '1800.00',
      validityDays: 30,
      validUntil: '2026-05-01',
      isPastValidity: false,
      status: 'pending',
      notes: 'Zero depreciation',
      policyId: null,
      pdfPath: `/api/quotations/${quotation.id}/pdf`,
      emailedAt: null,
      isEmailKept: null,
      createdAt: '2026-04-01T06:00:00.000Z',
      updatedAt: '2026-04-01T06:00:00.000Z',
      version: 0,
    });
    expect(await fixture.quotations.find(quotation.id)).toEqual(quotation);
  });

  it('is numbered in its financial year, by the day in Kolkata', async () => {
    const last = Number((await quoted()).quotationNumber.split('-').at(-1));
    expect((await quoted()).quotationNumber).toBe(`QT-2026-27-${last + 1}`);
    fixture.setTime('2027-03-31T18:29:59Z');
    expect((await quoted()).quotationNumber).toBe(`QT-2026-27-${last + 2}`);
    fixture.setTime('2027-03-31T18:30:00Z');
    expect((await quoted()).quotationNumber).toBe('QT-2027-28-1');
  });

  it('never shares its number, however many are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, () => quoted()));
    expect(new Set(made.map(({ quotationNumber }) => quotationNumber)).size).toBe(30);
    expect(new Set(made.map(({ id }) => id)).size).toBe(30);
  });

  it('is numbered above all in the log when the counters were lost and the lists built anew', async () => {
    const last = Number((await quoted()).quotationNumber.split('-').at(-1));
    const { pool } = fixture.platform;
    await pool.query('ALTER SEQUENCE ids."quotationsOf2026" RESTART');
    await fixture.readModels.rebuild(() => {});
    expect((await quoted()).quotationNumber).toBe(`QT-2026-27-${last + 1}`);
  });

  it('is made once by a retry, also on the first day of the next financial year', async () => {
    const context = { commandId: randomUUID() };
    fixture.setTime('2027-03-31T18:29:59Z');
    const first = await fixture.create({ customerId, notes: 'Once' }, context);
    fixture.setTime('2027-03-31T18:30:01Z');
    const again = await Promise.all(
      Array.from({ length: 5 }, () => fixture.create({ customerId, notes: 'Once' }, context)),
    );
    for (const { record: quotation, repeated } of again) {
      expect(repeated).toBe(true);
      expect(quotation).toEqual(first.record);
    }
    await expect(fixture.create({ customerId, notes: 'Twice' }, context)).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    });
  });

  it('is for an existing customer who is not erased; a refusal costs no number', async () => {
    const { quotationNumber } = await quoted();
    await expect(quoted({ customerId: 4711 })).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ field: 'customerId', code: 'customer-unknown' }],
    });
    const erased = await fixture.customer('Nobody');
    await fixture.platform.vault.destroyKey(customerStream(erased.id));
    await expect(quoted({ customerId: erased.id })).rejects.toMatchObject({
      fields: [{ code: 'customer-erased' }],
    });
    const { id } = await quoted();
    await expect(fixture.update(id, { customerId: erased.id })).rejects.toMatchObject({
      fields: [{ code: 'customer-erased' }],
    });
    const last = Number(quotationNumber.split('-').at(-1));
    expect((await fixture.quotations.find(id))?.quotationNumber).toBe(`QT-2026-27-${last + 1}`);
  });

  it('offers nothing more to a customer who was deleted since, until it is somebody else’s', async () => {
    const gone = await fixture.customer('Gone');
    const { id } = await quoted({ customerId: gone.id });
    const context = { commandId: randomUUID() };
    const first = await fixture.update(id, { notes: 'Before' }, context);
    await fixture.projected(await fixture.customers.delete(gone.id, by()));
    await expect(fixture.update(id, { premiumAmount: '13000' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'customer-deleted',
    });
    expect(await fixture.update(id, { notes: 'Before' }, context)).toEqual({
      ...first,
      repeated: true,
    });
    await fixture.update(id, { status: 'rejected' });
    const { record: quotation } = await fixture.update(id, { customerId, premiumAmount: '13000' });
    expect(quotation).toMatchObject({ customerId, premiumAmount: '13000.00', status: 'rejected' });
  });

  it('is answered to a retry although its customer was deleted since', async () => {
    const { id } = await fixture.customer('Gone Soon');
    const context = { commandId: randomUUID() };
    const first = await fixture.create({ customerId: id }, context);
    await fixture.projected(await fixture.customers.delete(id, by()));
    const again = await fixture.create({ customerId: id }, context);
    expect(again).toMatchObject({ record: first.record, repeated: true });
  });

  it('is warned of what looks wrong', async () => {
    const { warnings } = await fixture.create({ customerId });
    expect(codesOf(warnings)).toEqual(['insurer-missing', 'amount-zero', 'amount-zero']);
  });
});

describe('a quotation that is changed', () => {
  it('is what the list shows, and goes by the version that the agent saw', async () => {
    const { id, version } = await quoted();
    const { record: quotation } = await fixture.update(
      id,
      { status: 'accepted', premiumAmount: '13000', notes: 'Cheaper' },
      { expectedVersion: version },
    );
    expect(quotation).toMatchObject({ status: 'accepted', totalAmount: '13000.00', version: 2 });
    expect(await fixture.quotations.find(id)).toEqual(quotation);
    await expect(
      fixture.update(id, { notes: 'Late' }, { expectedVersion: version }),
    ).rejects.toMatchObject({ kind: 'stale', currentVersion: 2 });
  });

  it('by twenty at once keeps every change', async () => {
    const { id } = await quoted();
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => fixture.update(id, { serviceCharges: `${i + 1}` })),
    );
    expect((await fixture.quotations.find(id))?.version).toBe(20);
  });

  it('is past its validity from the day after its last one', async () => {
    const { id } = await quoted({ validityDays: 1 });
    fixture.setTime('2026-04-02T18:29:59Z');
    expect(await fixture.quotations.find(id)).toMatchObject({ isPastValidity: false });
    fixture.setTime('2026-04-02T18:30:00Z');
    expect(await fixture.quotations.find(id)).toMatchObject({ isPastValidity: true });
    const { record: quotation } = await fixture.update(id, { validityDays: 60 });
    expect(quotation).toMatchObject({ isPastValidity: false, validUntil: '2026-05-31' });
  });

  it('is gone from the list once deleted, and its history stays', async () => {
    const { id, quotationNumber } = await quoted();
    await fixture.remove(id);
    expect(await fixture.quotations.find(id)).toBeNull();
    expect(await fixture.summaries(id)).toEqual([
      `Quotation ${quotationNumber} created`,
      'Quotation deleted',
    ]);
    await expect(fixture.remove(id)).rejects.toMatchObject({ code: 'quotation-not-found' });
    await expect(fixture.quotations.history(4711)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('is shown as of the end of a Kolkata day', async () => {
    fixture.setTime('2026-05-10T18:29:00Z'); // 23:59 on 10 May in Kolkata
    const { id } = await quoted({ notes: 'First' });
    fixture.setTime('2026-05-10T18:31:00Z'); // 00:01 on 11 May
    await fixture.update(id, { notes: 'Second' });
    fixture.setTime('2026-06-30T06:00:00Z');
    await fixture.remove(id);
    const notesOn = async (day: string) => (await fixture.quotations.asOf(id, day))?.notes;
    expect(await notesOn('2026-05-09')).toBeUndefined();
    expect(await notesOn('2026-05-10')).toBe('First');
    expect(await notesOn('2026-05-11')).toBe('Second');
    expect(await fixture.quotations.asOf(id, '2026-06-30')).toBeNull();
  });
});

describe('what is personal', () => {
  it('is nowhere in the log, and nothing of it is left after an erasure', async () => {
    const { id: erasedId } = await fixture.customer('Thankamma Varghese');
    const { id } = await quoted({
      customerId: erasedId,
      insuranceType: 'vehicle',
      vehicleNumber: 'KL63Z9876',
      notes: 'Knows the minister',
    });
    await fixture.update(id, { notes: 'Knows nobody' });
    await fixture.email(id, { to: 'thankamma@example.in', message: 'Dear neighbour' });
    const log = await fixture.wholeLog();
    for (const secret of ['KL63Z9876', 'minister', 'nobody', 'thankamma', 'neighbour']) {
      expect(log.toLowerCase()).not.toContain(secret.toLowerCase());
    }
    await fixture.platform.vault.destroyKey(customerStream(erasedId));
    const history = await fixture.quotations.history(id);
    expect(history.map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^Quotation QT-2026-27-\d+ created$/),
      'Notes changed',
      'Email to (erased) requested',
      'Emailed to (erased)',
    ]);
    expect(history[1]?.changes).toEqual([
      { field: 'notes', label: 'Notes', before: '(erased)', after: '(erased)' },
    ]);
    await expect(fixture.update(id, { notes: 'x' })).rejects.toMatchObject({
      code: 'customer-erased',
    });
    await expect(fixture.email(id, { to: 'a@example.in' })).rejects.toMatchObject({
      code: 'customer-erased',
    });
    await fixture.remove(id);
  });
});
