import { randomUUID } from 'node:crypto';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { by, openTrialQuotations, type TrialQuotations } from './testing/trialQuotations.js';

let backend: TestBackend;
let trial: TrialQuotations;
let customerId: number;

beforeAll(async () => {
  backend = await startTestBackend();
  trial = await openTrialQuotations(backend);
  customerId = (await trial.customer('Anitha Nair', { email: 'anitha@example.in' })).id;
});
beforeEach(() => trial.setTime('2026-04-01T06:00:00Z'));
afterAll(async () => {
  await trial?.close();
  await backend?.stop();
});

const codesOf = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);
const quoted = async (fields: object = {}) =>
  (await trial.create({ customerId, premiumAmount: '12500.50', ...fields })).quotation;

describe('a quotation that was made', () => {
  it('is found with everything that was typed, and answers what the list shows', async () => {
    const { quotation } = await trial.create({
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
      createdAt: '2026-04-01T06:00:00.000Z',
      updatedAt: '2026-04-01T06:00:00.000Z',
      version: 0,
    });
    expect(await trial.quotations.find(quotation.id)).toEqual(quotation);
  });

  it('is numbered in its financial year, by the day in Kolkata', async () => {
    const last = Number((await quoted()).quotationNumber.split('-').at(-1));
    expect((await quoted()).quotationNumber).toBe(`QT-2026-27-${last + 1}`);
    trial.setTime('2027-03-31T18:29:59Z');
    expect((await quoted()).quotationNumber).toBe(`QT-2026-27-${last + 2}`);
    trial.setTime('2027-03-31T18:30:00Z');
    expect((await quoted()).quotationNumber).toBe('QT-2027-28-1');
  });

  it('never shares its number, however many are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, () => quoted()));
    expect(new Set(made.map(({ quotationNumber }) => quotationNumber)).size).toBe(30);
    expect(new Set(made.map(({ id }) => id)).size).toBe(30);
  });

  it('is numbered above all in the log when the counters were lost and the lists built anew', async () => {
    const last = Number((await quoted()).quotationNumber.split('-').at(-1));
    const { pool } = trial.platform;
    await pool.query('ALTER SEQUENCE ids."quotationsOf2026" RESTART');
    await trial.readModels.rebuild(() => {});
    expect((await quoted()).quotationNumber).toBe(`QT-2026-27-${last + 1}`);
  });

  it('is made once by a retry, also on the first day of the next financial year', async () => {
    const context = { commandId: randomUUID() };
    trial.setTime('2027-03-31T18:29:59Z');
    const first = await trial.create({ customerId, notes: 'Once' }, context);
    trial.setTime('2027-03-31T18:30:01Z');
    const again = await Promise.all(
      Array.from({ length: 5 }, () => trial.create({ customerId, notes: 'Once' }, context)),
    );
    for (const { quotation, repeated } of again) {
      expect(repeated).toBe(true);
      expect(quotation).toEqual(first.quotation);
    }
    await expect(trial.create({ customerId, notes: 'Twice' }, context)).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    });
  });

  it('is for somebody who is kept and not erased; a refusal costs no number', async () => {
    const { quotationNumber } = await quoted();
    await expect(quoted({ customerId: 4711 })).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ field: 'customerId', code: 'customer-unknown' }],
    });
    const erased = await trial.customer('Nobody');
    await trial.platform.vault.destroyKey(customerStream(erased.id));
    await expect(quoted({ customerId: erased.id })).rejects.toMatchObject({
      fields: [{ code: 'customer-erased' }],
    });
    const { id } = await quoted();
    await expect(trial.update(id, { customerId: erased.id })).rejects.toMatchObject({
      fields: [{ code: 'customer-erased' }],
    });
    const last = Number(quotationNumber.split('-').at(-1));
    expect((await trial.quotations.find(id))?.quotationNumber).toBe(`QT-2026-27-${last + 1}`);
  });

  it('offers nothing more to a customer who was deleted since, until it is somebody else’s', async () => {
    const gone = await trial.customer('Gone');
    const { id } = await quoted({ customerId: gone.id });
    const context = { commandId: randomUUID() };
    const first = await trial.update(id, { notes: 'Before' }, context);
    await trial.shown(await trial.customers.delete(gone.id, by()));
    await expect(trial.update(id, { premiumAmount: '13000' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'customer-deleted',
    });
    expect(await trial.update(id, { notes: 'Before' }, context)).toEqual({
      ...first,
      repeated: true,
    });
    await trial.update(id, { status: 'rejected' });
    const { quotation } = await trial.update(id, { customerId, premiumAmount: '13000' });
    expect(quotation).toMatchObject({ customerId, premiumAmount: '13000.00', status: 'rejected' });
  });

  it('is answered to a retry although its customer was deleted since', async () => {
    const { id } = await trial.customer('Gone Soon');
    const context = { commandId: randomUUID() };
    const first = await trial.create({ customerId: id }, context);
    await trial.shown(await trial.customers.delete(id, by()));
    const again = await trial.create({ customerId: id }, context);
    expect(again).toMatchObject({ quotation: first.quotation, repeated: true });
  });

  it('is warned of what looks wrong', async () => {
    const { warnings } = await trial.create({ customerId });
    expect(codesOf(warnings)).toEqual(['insurer-missing', 'amount-zero', 'amount-zero']);
  });
});

describe('a quotation that is changed', () => {
  it('is what the list shows, and goes by the version that was seen', async () => {
    const { id, version } = await quoted();
    const { quotation } = await trial.update(
      id,
      { status: 'accepted', premiumAmount: '13000', notes: 'Cheaper' },
      { expectedVersion: version },
    );
    expect(quotation).toMatchObject({ status: 'accepted', totalAmount: '13000.00', version: 2 });
    expect(await trial.quotations.find(id)).toEqual(quotation);
    await expect(
      trial.update(id, { notes: 'Late' }, { expectedVersion: version }),
    ).rejects.toMatchObject({ kind: 'stale', currentVersion: 2 });
  });

  it('by twenty at once keeps every change', async () => {
    const { id } = await quoted();
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => trial.update(id, { serviceCharges: `${i + 1}` })),
    );
    expect((await trial.quotations.find(id))?.version).toBe(20);
  });

  it('is past its validity from the day after its last one', async () => {
    const { id } = await quoted({ validityDays: 1 });
    trial.setTime('2026-04-02T18:29:59Z');
    expect(await trial.quotations.find(id)).toMatchObject({ isPastValidity: false });
    trial.setTime('2026-04-02T18:30:00Z');
    expect(await trial.quotations.find(id)).toMatchObject({ isPastValidity: true });
    const { quotation } = await trial.update(id, { validityDays: 60 });
    expect(quotation).toMatchObject({ isPastValidity: false, validUntil: '2026-05-31' });
  });

  it('is gone from the list once deleted, and its history stays', async () => {
    const { id, quotationNumber } = await quoted();
    await trial.remove(id);
    expect(await trial.quotations.find(id)).toBeNull();
    expect(await trial.summaries(id)).toEqual([
      `Quotation ${quotationNumber} created`,
      'Quotation deleted',
    ]);
    await expect(trial.remove(id)).rejects.toMatchObject({ code: 'quotation-not-found' });
    await expect(trial.quotations.history(4711)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('is shown as of the end of a Kolkata day', async () => {
    trial.setTime('2026-05-10T18:29:00Z'); // 23:59 on 10 May in Kolkata
    const { id } = await quoted({ notes: 'First' });
    trial.setTime('2026-05-10T18:31:00Z'); // 00:01 on 11 May
    await trial.update(id, { notes: 'Second' });
    trial.setTime('2026-06-30T06:00:00Z');
    await trial.remove(id);
    const notesOn = async (day: string) => (await trial.quotations.asOf(id, day))?.notes;
    expect(await notesOn('2026-05-09')).toBeUndefined();
    expect(await notesOn('2026-05-10')).toBe('First');
    expect(await notesOn('2026-05-11')).toBe('Second');
    expect(await trial.quotations.asOf(id, '2026-06-30')).toBeNull();
  });
});

describe('what is personal', () => {
  it('is nowhere in the log, and nothing of it is left after an erasure', async () => {
    const { id: erasedId } = await trial.customer('Thankamma Varghese');
    const { id } = await quoted({
      customerId: erasedId,
      insuranceType: 'vehicle',
      vehicleNumber: 'KL63Z9876',
      notes: 'Knows the minister',
    });
    await trial.update(id, { notes: 'Knows nobody' });
    await trial.email(id, { to: 'thankamma@example.in', message: 'Dear neighbour' });
    const log = await trial.wholeLog();
    for (const secret of ['KL63Z9876', 'minister', 'nobody', 'thankamma', 'neighbour']) {
      expect(log.toLowerCase()).not.toContain(secret.toLowerCase());
    }
    await trial.platform.vault.destroyKey(customerStream(erasedId));
    const history = await trial.quotations.history(id);
    expect(history.map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^Quotation QT-2026-27-\d+ created$/),
      'Notes changed',
      'Email to (erased) asked for',
      'Emailed to (erased)',
    ]);
    expect(history[1]?.changes).toEqual([
      { field: 'notes', label: 'Notes', before: '(erased)', after: '(erased)' },
    ]);
    await expect(trial.update(id, { notes: 'x' })).rejects.toMatchObject({
      code: 'customer-erased',
    });
    await expect(trial.email(id, { to: 'a@example.in' })).rejects.toMatchObject({
      code: 'customer-erased',
    });
    await trial.remove(id);
  });
});
