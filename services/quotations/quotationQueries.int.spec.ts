import {
  QuotationChanged,
  QuotationConverted,
  QuotationCustomerChanged,
  QuotationDeleted,
  QuotationEmailed,
  QuotationEmailFailed,
  QuotationEmailRequested,
  QuotationStatusSet,
} from '@insuremanager/contracts/quotations/quotationEvents';
import type {
  QuotationFilter,
  QuotationListRequest,
} from '@insuremanager/contracts/quotations/quotationViews';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import { everyPage } from '../platform/testing/serviceFixture.js';
import {
  issuedFrom,
  openWrittenQuotations,
  quoted,
  registered,
} from './testing/writtenQuotations.js';

const fixture = testFixture(openWrittenQuotations);

const ANITHA = 1;
const RAVI = 2;

beforeAll(async () => {
  await fixture.write(
    registered(ANITHA, 'Anitha Nair', 'anitha@example.in'),
    registered(RAVI, 'Ravi Star'),
    quoted(1, ANITHA),
    quoted(2, ANITHA, { insuranceCompany: 'STAR HEALTH', status: 'accepted', validityDays: 60 }),
    quoted(3, RAVI, { insuranceCompany: null, premiumAmount: 0, serviceCharges: 0 }),
  );
  fixture.setTime('2026-04-30T18:29:59Z');
  await fixture.write(
    quoted(9, RAVI, {
      insuranceType: 'vehicle',
      vehicleType: 'car',
      policyType: null,
      vehicleNumber: 'KL07AB1234',
      insuranceCompany: 'Malabar General',
      gstRate: 18,
      validityDays: 1,
    }),
  );
  fixture.setTime('2026-05-02T06:00:00Z');
  await fixture.write(
    quoted(10, ANITHA, { status: 'rejected' }),
    quoted(11, RAVI),
    QuotationDeleted({ quotationId: 11 }),
  );
});

const list = (filter: QuotationFilter, more: Partial<QuotationListRequest> = {}) =>
  fixture.quotations.list({ filter, sort: 'number', direction: 'asc', limit: 50, ...more });
const idsOf = async (filter: QuotationFilter, more?: Partial<QuotationListRequest>) =>
  (await list(filter, more)).items.map(({ id }) => id);

/** All rows, read page by page. */
const everything = (filter: QuotationFilter, more: Partial<QuotationListRequest> = {}) =>
  everyPage((cursor) => list(filter, { limit: 2, ...more, cursor }));

describe('the list of quotations', () => {
  it('shows amounts, tax and validity of what was offered', async () => {
    expect(await fixture.quotations.find(9)).toEqual({
      id: 9,
      customerId: RAVI,
      quotationNumber: 'QT-2026-27-9',
      insuranceType: 'vehicle',
      policyType: null,
      vehicleType: 'car',
      vehicleNumber: 'KL07AB1234',
      insuranceCompany: 'Malabar General',
      sumAssured: '500000.00',
      premiumAmount: '11800.00',
      serviceCharges: '500.50',
      totalAmount: '12300.50',
      gstRate: 18,
      gstAmount: '1800.00',
      validityDays: 1,
      validUntil: '2026-05-01',
      isPastValidity: true,
      status: 'pending',
      notes: null,
      policyId: null,
      pdfPath: '/api/quotations/9/pdf',
      emailedAt: null,
      isEmailKept: null,
      createdAt: '2026-04-30T18:29:59.000Z',
      updatedAt: '2026-04-30T18:29:59.000Z',
      version: 0,
    });
  });

  it.each<[QuotationFilter, number[]]>([
    [{}, [1, 2, 3, 9, 10]],
    [{ statuses: ['accepted', 'rejected'] }, [2, 10]],
    [{ pastValidity: true }, [1, 3, 9]],
    [{ pastValidity: true, statuses: ['accepted'] }, []],
    [{ pastValidity: false }, [1, 2, 3, 9, 10]],
    [{ insuranceType: 'vehicle' }, [9]],
    [{ insurer: 'star HEALTH' }, [1, 2, 10]],
    [{ insurer: 'star' }, []],
    [{ customerId: RAVI }, [3, 9]],
    [{ createdFrom: '2026-04-30' }, [9, 10]],
    [{ createdFrom: '2026-04-30', createdTo: '2026-04-30' }, [9]],
    [{ createdTo: '2026-04-29' }, [1, 2, 3]],
    [{ totalFrom: 1_230_050 }, [1, 2, 9, 10]],
    [{ totalFrom: 1_230_051 }, []],
    [{ totalTo: 0 }, [3]],
  ])('shows for %j: %j', async (filter, ids) => {
    expect(await idsOf(filter)).toEqual(ids);
    expect(await fixture.quotations.count(filter)).toEqual({ count: ids.length, exact: true });
  });

  it('says as past its validity what is pending after its last day in Kolkata', async () => {
    fixture.setTime('2026-05-01T18:29:59Z');
    expect(await idsOf({ pastValidity: true })).toEqual([]);
    fixture.setTime('2026-05-01T18:30:00Z');
    expect(await idsOf({ pastValidity: true })).toEqual([1, 3, 9]);
    const shown = (await list({})).items.filter(({ isPastValidity }) => isPastValidity);
    expect(shown.map(({ id }) => id)).toEqual([1, 3, 9]);
    fixture.setTime('2026-05-02T06:00:00Z');
  });

  it.each([
    ['qt-2026-27-1', [1, 10]],
    ['27-9', [9]],
    ['qt-2026-27', [1, 2, 3, 9, 10]],
    ['2026 27', [1, 2, 3, 9, 10]],
    ['qt 2026', [1, 2, 3, 9, 10]],
    ['qt 2026 2', [1, 2, 3, 9, 10]],
    ['qt-2025-26', []],
    ['star', [1, 2, 3, 9, 10]],
    ['star health', [1, 2, 10]],
    ['malabar', [9]],
    ['kl 07 ab 1234', [9]],
    ['07-ab', [9]],
    ['anitha', [1, 2, 10]],
    ['an', [1, 2, 10]],
    ['nair anitha', [1, 2, 10]],
    ['anitha@example', [1, 2, 10]],
    ['98765 00002', [3, 9]],
    ['nobody', []],
    ['%', []],
    ["' or 1=1 --", []],
  ])('finds by %j: %j', async (search, ids) => {
    for (const limit of [50, 1]) {
      const rows = await everything({ search }, { limit });
      expect(rows.map(({ id }) => id)).toEqual(ids);
    }
    expect(await fixture.quotations.count({ search })).toEqual({ count: ids.length, exact: true });
    const found = await idsOf({ search, customerId: RAVI });
    expect(found).toEqual(ids.filter((id) => id === 3 || id === 9));
  });

  it('pages through every row exactly once, in each sort and direction, with ties', async () => {
    const filters = [
      {},
      { createdFrom: '2026-04-01', createdTo: '2026-05-02' },
      { search: 'sta' },
      { search: 'qt 2026-27' },
    ];
    for (const filter of filters) {
      for (const sort of ['added', 'total', 'number', 'validity'] as const) {
        const [up, down] = await Promise.all([
          everything(filter, { sort, direction: 'asc' }),
          everything(filter, { sort, direction: 'desc' }),
        ]);
        expect(up).toEqual((await list(filter, { sort })).items);
        expect(down).toEqual(up.toReversed());
        expect(up.map(({ id }) => id).sort((a, b) => a - b)).toEqual([1, 2, 3, 9, 10]);
      }
    }
    expect((await everything({}, { sort: 'total' }))[0]?.id).toBe(3);
    expect((await everything({}, { sort: 'validity' })).map(({ id }) => id)).toEqual([
      1, 3, 9, 2, 10,
    ]);
  });

  it('takes back only the cursors of its own sort', async () => {
    const { nextCursor } = await list({}, { limit: 1 });
    await expect(list({}, { sort: 'total', cursor: nextCursor })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  it('gives those of some ids in their order, without those that do not exist', async () => {
    const found = await fixture.quotations.listByIds([10, 11, 1, 987, 10]);
    expect(found.map(({ id }) => id)).toEqual([10, 1]);
    expect(await fixture.quotations.listByIds([])).toEqual([]);
    expect(await fixture.quotations.find(11)).toBeNull();
  });
});

describe('the cards', () => {
  it('count and add up what their lists show', async () => {
    const cards = await fixture.quotations.cards();
    expect(cards).toEqual({
      total: (await everything({})).length,
      pending: (await everything({ statuses: ['pending'] })).length,
      accepted: (await everything({ statuses: ['accepted'] })).length,
      totalValue: '49202.00',
    });
  });
});

describe('what happens to a quotation', () => {
  it('shows in its row', async () => {
    fixture.setTime('2026-05-03T06:00:00Z');
    await fixture.write(
      quoted(20, ANITHA, { notes: 'Cashless', vehicleNumber: 'KL01A1' }),
      QuotationChanged({
        quotationId: 20,
        customerId: ANITHA,
        fields: ['premiumAmount', 'insuranceCompany', 'validityDays', 'notes'],
        offer: { premiumAmount: 100_00, insuranceCompany: null, validityDays: 2 },
        personal: { notes: null },
      }),
      QuotationStatusSet({ quotationId: 20, from: 'pending', to: 'accepted' }),
      QuotationCustomerChanged({
        quotationId: 20,
        customerId: RAVI,
        formerCustomerId: ANITHA,
        personal: { vehicleNumber: 'KL01A1', notes: null },
      }),
    );
    expect(await fixture.quotations.find(20)).toMatchObject({
      customerId: RAVI,
      insuranceCompany: null,
      totalAmount: '600.50',
      validUntil: '2026-05-05',
      status: 'accepted',
      notes: null,
      vehicleNumber: 'KL01A1',
      version: 3,
    });
    expect(await idsOf({ insurer: 'star health', customerId: RAVI })).toEqual([]);
  });

  it('finds the emails without an outcome, and the PDFs that were sent', async () => {
    const requested = (emailId: string) =>
      QuotationEmailRequested({
        quotationId: 20,
        customerId: RAVI,
        emailId,
        fileKey: `quotations/20/${emailId}`,
        personal: { to: 'ravi@example.in', message: null },
      });
    await fixture.write(requested('one'), requested('two'));
    fixture.setTime('2026-05-03T06:10:00Z');
    await fixture.write(requested('three'));
    const open = (before: string, limit = 10) =>
      fixture.quotations.openEmails(new Date(before), limit);
    const early = { quotationId: 20, requestedAt: new Date('2026-05-03T06:00:00Z') };
    expect(await open('2026-05-03T06:10:00Z')).toEqual([
      { ...early, emailId: 'one' },
      { ...early, emailId: 'two' },
    ]);
    expect(await open('2026-05-03T06:11:00Z', 1)).toHaveLength(1);
    await fixture.write(
      QuotationEmailed({ quotationId: 20, emailId: 'one', isKept: true }),
      QuotationEmailFailed({ quotationId: 20, emailId: 'three', reason: 'refused' }),
    );
    expect((await open('2026-05-04T06:00:00Z')).map(({ emailId }) => emailId)).toEqual(['two']);
    expect(await fixture.quotations.find(20)).toMatchObject({
      emailedAt: '2026-05-03T06:10:00.000Z',
      isEmailKept: true,
      version: 8,
    });
    const keys = ['quotations/20/one', 'quotations/20/three', 'quotations/20/four'];
    expect([...(await fixture.quotations.emailedFiles(keys))].sort()).toEqual(keys.slice(0, 2));
    expect(await fixture.quotations.newestEmailedFile()).toBe('quotations/20/three');
    expect(await fixture.quotations.versionsOf([20, 4711])).toEqual(new Map([[20, 8]]));
  });

  it('finds the conversions that only the policy records', async () => {
    await fixture.write(issuedFrom(null, 70), issuedFrom(20, 71), issuedFrom(2, 72));
    expect(await fixture.quotations.unfinishedConversions(10)).toEqual([2, 20]);
    expect(await fixture.quotations.unfinishedConversions(1)).toEqual([2]);
    expect(await fixture.quotations.policyOf(2)).toBe(72);
    expect(await fixture.quotations.find(20)).toMatchObject({ policyId: null, version: 8 });
    await fixture.write(
      QuotationConverted({ quotationId: 20, policyId: 71, policyKind: 'health' }),
      QuotationDeleted({ quotationId: 2 }),
    );
    expect(await fixture.quotations.unfinishedConversions(10)).toEqual([]);
    expect(await fixture.quotations.find(20)).toMatchObject({ policyId: 71, version: 9 });
    expect(await fixture.quotations.cards()).toMatchObject({ total: 5, accepted: 1 });
  });

  it('leaves what was offered when the person is forgotten', async () => {
    await fixture.write(registered(3, 'To be forgotten'));
    await fixture.write(quoted(21, 3, { notes: 'Private', vehicleNumber: 'KL01A2' }));
    await fixture.world.vault.destroyKey('customer-3');
    await fixture.write(QuotationStatusSet({ quotationId: 21, from: 'pending', to: 'rejected' }));
    const { once } = await projectTwice(fixture.world);
    expect(once.quotations?.find(({ id }) => id === 21)).toMatchObject({
      notes: null,
      vehicle_number: null,
      total_amount: '1230050',
    });
  });

  it('comes to the same rows when every event is delivered twice', async () => {
    const { once, twice } = await projectTwice(fixture.world);
    expect(once.quotations?.length).toBeGreaterThan(4);
    expect(once.quotation_emails).toHaveLength(3);
    expect(twice).toEqual(once);
  });
});
