import { LARGEST_PREMIUM } from '@insuremanager/contracts/policies/policyFields';
import type { QuotationEvent } from '@insuremanager/contracts/quotations/quotationEvents';
import { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import { parsePaise } from '@insuremanager/contracts/rules/money';
import { recorded } from '@insuremanager/deploy/testing/scenario';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded } from '../platform/commands/foldedStream.js';
import { quotationDecider } from './quotation.js';
import { quotationView } from './quotationTables.js';
import {
  converted,
  created,
  createdForNobody,
  emailed,
  emailRequested,
} from './testing/sampleQuotation.js';

const viewed = (today: string, ...events: QuotationEvent[]) => {
  const quotation = folded(quotationDecider, recorded(events));
  if (quotation.phase === 'unknown') throw new Error('Nothing was created');
  return quotationView(quotation.record, events.length - 1, today);
};
const paise = fc.integer({ min: 0, max: LARGEST_PREMIUM });

describe('a quotation as it is shown', () => {
  it('adds up to the paisa, and includes no more tax than its premium', () =>
    fc.assert(
      fc.property(
        paise,
        paise,
        fc.constantFrom(0, 18),
        (premiumAmount, serviceCharges, gstRate) => {
          const view = viewed('2026-04-01', created({ premiumAmount, serviceCharges, gstRate }));
          expect(QuotationView.parse(view)).toEqual(view);
          const total = BigInt(view.totalAmount.replace('.', ''));
          expect(total).toBe(BigInt(premiumAmount) + BigInt(serviceCharges));
          const tax = parsePaise(view.gstAmount) ?? Number.NaN;
          expect(Math.abs(tax * (100 + gstRate) - premiumAmount * gstRate)).toBeLessThanOrEqual(
            (100 + gstRate) / 2,
          );
        },
      ),
    ));

  it('is past its validity only while it is pending', () => {
    expect(viewed('2026-05-01', created())).toMatchObject({
      validUntil: '2026-05-01',
      isPastValidity: false,
    });
    expect(viewed('2026-05-02', created()).isPastValidity).toBe(true);
    expect(viewed('2026-05-02', created({}, { status: 'rejected' })).isPastValidity).toBe(false);
  });

  it('names the policy that it became, and when it was last sent', () => {
    const letter = { to: 'anitha@example.in', message: null };
    expect(viewed('2026-04-01', created(), emailRequested(letter))).toMatchObject({
      emailedAt: null,
      isEmailKept: null,
      policyId: null,
    });
    expect(
      viewed('2026-04-01', created(), emailRequested(letter), emailed, converted),
    ).toMatchObject({ emailedAt: '2026-04-01T04:30:02.000Z', policyId: 12, version: 3 });
  });

  it('is there without what was personal once its customer was erased', () =>
    expect(viewed('2026-04-01', createdForNobody)).toMatchObject({
      vehicleNumber: null,
      notes: null,
      premiumAmount: '12500.50',
    }));
});
