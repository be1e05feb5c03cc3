import {
  QUOTATION_OFFER_FIELDS,
  QUOTATION_PARTICULARS,
  type QuotationField,
  type QuotationOffer,
  type QuotationParticulars,
} from '@insuremanager/contracts/quotations/quotationEvents';
import {
  ofItsType,
  type QuotationInput,
} from '@insuremanager/contracts/quotations/quotationFields';
import { gstClassOf } from '@insuremanager/contracts/quotations/quotationTerm';
import { gstRateOn } from '@insuremanager/contracts/rules/gst';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { erasedCustomer } from './lostCustomer.js';
import type { QuotationRecord } from './quotationState.js';

/** Everything that a quotation says of what is offered. */
export type WholeOffer = QuotationOffer & QuotationParticulars;

/** @throws Refusal when the customer has been erased: nothing can be said of the offer any more. */
export const offerOf = ({ offer, particulars }: QuotationRecord): WholeOffer => {
  if (particulars) return { ...offer, ...particulars };
  throw erasedCustomer('nothing can be changed');
};

/** What is asked for, with the tax of the day on which it is quoted. */
export const newOffer = (input: QuotationInput, today: Day): WholeOffer => {
  const { customerId: _, status: __, ...offer } = input;
  return { ...offer, gstRate: gstRateOn(gstClassOf(input), today) };
};

/** What changes the premium, or how tax sees it, is quoted anew: with the tax of that day. */
const TAXED: readonly QuotationField[] = ['premiumAmount', 'insuranceType', 'policyType'];

/** Another type of insurance drops what the one before had; a field of the other type is no change. */
export const changedOffer = (
  before: WholeOffer,
  wanted: Partial<WholeOffer>,
  today: Day,
): WholeOffer => {
  const after = { ...before, ...wanted };
  const offer = ofItsType(after.insuranceType, after);
  const isQuotedAnew = changedFields(before, offer).some((field) => TAXED.includes(field));
  return isQuotedAnew ? { ...offer, gstRate: gstRateOn(gstClassOf(offer), today) } : offer;
};

export const changedFields = (before: WholeOffer, after: WholeOffer): QuotationField[] =>
  ALL_FIELDS.filter((field) => before[field] !== after[field]);

const ALL_FIELDS: readonly QuotationField[] = [...QUOTATION_OFFER_FIELDS, ...QUOTATION_PARTICULARS];

export const partsOf = (whole: WholeOffer) => {
  const { offer, particulars } = only(ALL_FIELDS, whole);
  return { offer: offer as QuotationOffer, particulars: particulars as QuotationParticulars };
};

export const only = (fields: readonly QuotationField[], whole: WholeOffer) => {
  const pick = (some: readonly QuotationField[]) =>
    Object.fromEntries(
      some.filter((field) => fields.includes(field)).map((field) => [field, whole[field]]),
    );
  return {
    offer: pick(QUOTATION_OFFER_FIELDS) as Partial<QuotationOffer>,
    particulars: pick(QUOTATION_PARTICULARS) as Partial<QuotationParticulars>,
  };
};
