import {
  QuotationChanged,
  type QuotationEvent,
} from '@insuremanager/contracts/quotations/quotationEvents';
import { recorded } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { quotationHistory } from './quotationHistory.js';
import {
  accepted,
  CUSTOMER,
  converted,
  created,
  createdForCar,
  deleted,
  emailed,
  emailFailed,
  emailRequested,
  madeOutTo,
  OTHER,
  QUOTATION,
  statusSet,
} from './testing/sampleQuotation.js';

const historyOf = (...events: QuotationEvent[]) => quotationHistory(recorded(events));
const requested = emailRequested({ to: 'anitha@example.in', message: null });
const premiumChanged = QuotationChanged({
  quotationId: QUOTATION,
  customerId: CUSTOMER,
  fields: ['premiumAmount', 'gstRate', 'notes'],
  offer: { premiumAmount: 13_000_00, gstRate: 18 },
  personal: { notes: null },
});

describe('the history of a quotation', () => {
  it('is one sentence for each event', () =>
    expect(
      historyOf(
        created(),
        premiumChanged,
        madeOutTo(OTHER, CUSTOMER),
        accepted,
        statusSet('accepted', 'rejected'),
        statusSet('rejected', 'expired'),
        statusSet('expired', 'pending'),
        requested,
        emailed,
        converted,
        deleted,
      ).map(({ summary }) => summary),
    ).toEqual([
      'Quotation QT-2026-27-1 created',
      'Premium amount, GST rate and notes changed',
      `Customer changed from ${CUSTOMER} to ${OTHER}`,
      'Accepted',
      'Rejected',
      'Marked as expired',
      'Set back to pending',
      'Email to anitha@example.in requested',
      'Emailed to anitha@example.in',
      'Became a policy',
      'Quotation deleted',
    ]));

  it.each([
    ['refused', 'was refused by the mail server'],
    ['unreachable', 'could not be sent'],
    ['overtaken', 'was out of date, and not tried again'],
  ] as const)('says that an email did not arrive: %s', (reason, what) => {
    const [, , failed] = historyOf(created(), requested, emailFailed(reason));
    expect(failed?.summary).toBe(`Email to anitha@example.in ${what}`);
  });

  it('begins with what was typed, as people read it', () =>
    expect(historyOf(createdForCar)[0]).toMatchObject({
      version: 0,
      type: 'QuotationCreated',
      at: '2026-04-01T04:30:00.000Z',
      changes: [
        { label: 'Insurance type', before: null, after: 'vehicle' },
        { label: 'Insurance company', before: null, after: 'Star Health' },
        { label: 'Vehicle type', before: null, after: 'car' },
        { label: 'Vehicle number', before: null, after: 'KL 07 AB 1234' },
        { label: 'Sum assured', before: null, after: '₹5,00,000.00' },
        { label: 'Premium amount', before: null, after: '₹12,500.50' },
        { label: 'Service charges', before: null, after: '₹500.00' },
        { label: 'GST rate', before: null, after: '18 %' },
        { label: 'Validity (days)', before: null, after: '30' },
        { label: 'Status', before: null, after: 'pending' },
      ],
    }));

  it('has each change from and to', () =>
    expect(historyOf(created(), premiumChanged, accepted).slice(1)).toMatchObject([
      {
        changes: [
          { field: 'premiumAmount', before: '₹12,500.50', after: '₹13,000.00' },
          { field: 'gstRate', before: '0 %', after: '18 %' },
          { field: 'notes', before: 'Covers two', after: null },
        ],
      },
      { changes: [{ field: 'status', before: 'pending', after: 'accepted' }] },
    ]));

  it('says what happened, and no longer to whom, once the customer was erased', () => {
    const erased = historyOf(
      created({}, { personal: null }),
      { ...premiumChanged, data: { ...premiumChanged.data, personal: null } },
      emailRequested(null),
      emailed,
    );
    expect(erased.map(({ summary }) => summary)).toEqual([
      'Quotation QT-2026-27-1 created',
      'Premium amount, GST rate and notes changed',
      'Email to (erased) requested',
      'Emailed to (erased)',
    ]);
    expect(erased[1]?.changes.at(-1)).toMatchObject({ before: '(erased)', after: '(erased)' });
  });
});
