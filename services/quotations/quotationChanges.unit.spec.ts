import {
  POLICY_KINDS,
  POLICY_TYPES,
  VEHICLE_TYPES,
} from '@insuremanager/contracts/policies/policyKinds';
import {
  QuotationCreated,
  type QuotationEvent,
} from '@insuremanager/contracts/quotations/quotationEvents';
import {
  type QuotationPatch,
  QuotationPatchSchema,
} from '@insuremanager/contracts/quotations/quotationFields';
import { QUOTATION_STATUSES } from '@insuremanager/contracts/quotations/quotationKinds';
import { gstClassOf } from '@insuremanager/contracts/quotations/quotationTerm';
import { gstRateOn } from '@insuremanager/contracts/rules/gst';
import { recorded } from '@insuremanager/deploy/testing/scenario';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { folded } from '../platform/commands/foldedStream.js';
import { type QuotationRecord, quotationDecider } from './quotation.js';
import { created, QUOTATION } from './testing/sampleQuotation.js';

const rupees = fc.integer({ min: 0, max: 99_999_999 });
/** As forms and programs send changes: any field, also of the other type of insurance. */
const patch = fc
  .record(
    {
      customerId: fc.integer({ min: 1, max: 3 }),
      insuranceType: fc.constantFrom(...POLICY_KINDS),
      policyType: fc.constantFrom(...POLICY_TYPES, null),
      vehicleType: fc.constantFrom(...VEHICLE_TYPES, null),
      vehicleNumber: fc.constantFrom('KL07AB1234', null),
      premiumAmount: rupees,
      serviceCharges: rupees,
      validityDays: fc.integer({ min: 1, max: 365 }),
      status: fc.constantFrom(...QUOTATION_STATUSES),
      notes: fc.constantFrom('Covers two', null),
    },
    { requiredKeys: [] },
  )
  .map((fields): QuotationPatch => QuotationPatchSchema.parse(fields));
const day = fc.constantFrom('2025-09-21', '2025-09-22', '2026-11-21');

const quotationAfter = (events: QuotationEvent[]) => folded(quotationDecider, recorded(events));
const recordAfter = (events: QuotationEvent[]): QuotationRecord => {
  const quotation = quotationAfter(events);
  if (quotation.phase === 'unknown') throw new Error('Nothing was created');
  return quotation.record;
};
const changedBy = (events: QuotationEvent[], wanted: QuotationPatch, today: string) =>
  quotationDecider.decide(
    {
      type: 'UpdateQuotation',
      id: QUOTATION,
      patch: wanted,
      today,
      gstRates: [],
      deletedCustomerId: null,
    },
    quotationAfter(events),
  );

it('is as it was wanted and taxed as its type is, whatever is changed in whatever order', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(patch, day), { maxLength: 8 }), (changes) => {
      const events: QuotationEvent[] = [QuotationCreated(created().data)];
      for (const [wanted, today] of changes) {
        const before = recordAfter(events);
        events.push(...changedBy(events, wanted, today));
        const after = recordAfter(events);
        const { offer, particulars } = after;
        const isVehicle = offer.insuranceType === 'vehicle';
        expect(isVehicle ? offer.policyType : offer.vehicleType).toBeNull();
        if (!isVehicle) expect(particulars?.vehicleNumber).toBeNull();

        const { premiumAmount, insuranceType, policyType } = before.offer;
        const isQuotedAnew =
          premiumAmount !== offer.premiumAmount ||
          insuranceType !== offer.insuranceType ||
          policyType !== offer.policyType;
        const rate = gstRateOn(gstClassOf(offer), today);
        expect(offer.gstRate).toBe(isQuotedAnew ? rate : before.offer.gstRate);

        const { customerId, status, premiumAmount: premium, notes } = wanted;
        if (customerId !== undefined) expect(after.customerId).toBe(customerId);
        if (status !== undefined) expect(after.status).toBe(status);
        if (premium !== undefined) expect(offer.premiumAmount).toBe(premium);
        if (notes !== undefined) expect(particulars?.notes).toBe(notes);
        // Asked for again, on whatever day, it changes nothing.
        expect(changedBy(events, wanted, '2030-01-01')).toEqual([]);
      }
    }),
  ));
