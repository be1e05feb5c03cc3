import type { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import { formatMonth, monthOf } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { formatMoney, type Paise, parsePaise } from '@insuremanager/contracts/rules/money';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { PrintedQuotation } from './pdfInputs.js';
import { COLORS } from './styles.js';

const INSURANCE = { health: 'Health insurance', vehicle: 'Vehicle insurance' } as const;
const POLICY_TYPES = { individual: 'Individual', family: 'Family', group: 'Group' } as const;
const VEHICLES = { car: 'Car', bike: 'Bike', truck: 'Truck', bus: 'Bus', other: 'Other' } as const;

/** `5 Apr 2026`: a month in letters cannot be taken for a day. */
export const formatDate = (day: Day): string =>
  `${Number(day.slice(8))}\u00a0${formatMonth(monthOf(day)).replace(' ', '\u00a0')}`;

/** Rupees as a view has them. */
export function paiseOf(decimal: string): Paise {
  const paise = parsePaise(decimal);
  if (paise === null) throw new Error('A quotation has an amount that cannot be read.');
  return paise;
}

/** `₹5,00,000`: a sum assured is shown without paise, unless it has some. */
export const formatCover = (paise: Paise): string => formatMoney(paise).replace(/\.00$/, '');

/** A label and what stands beside it; what is not known is null. */
export type Particular = readonly [label: string, value: string | null];

export const COVER_LABELS = {
  health: 'Sum assured',
  vehicle: 'Insured declared value (IDV)',
} as const;

/** What is insured: the type of insurance, and whom or which vehicle it covers. */
export function particularsOf(quotation: PrintedQuotation): readonly Particular[] {
  const { insuranceType, policyType, vehicleType, vehicleNumber } = quotation;
  const insurance = ['Insurance', INSURANCE[insuranceType]] as const;
  if (insuranceType === 'health') {
    return [insurance, ['Policy type', policyType && POLICY_TYPES[policyType]]];
  }
  const plate = vehicleNumber && formatPlate(vehicleNumber).replaceAll(' ', '\u00a0');
  return [insurance, ['Vehicle', vehicleType && VEHICLES[vehicleType]], ['Vehicle number', plate]];
}

/** What is offered, in the order in which it is read. */
export const coverOf = (quotation: PrintedQuotation): readonly Particular[] => {
  const sumAssured = paiseOf(quotation.sumAssured);
  return [
    ...particularsOf(quotation),
    ['Insurance company', quotation.insuranceCompany],
    [COVER_LABELS[quotation.insuranceType], sumAssured > 0 ? formatCover(sumAssured) : null],
  ];
};

/** A premium free of tax includes none. */
const gstLabel = (percent: number): string =>
  `GST at ${percent}\u00a0%${percent > 0 ? ' (included in the premium)' : ''}`;

/** What is paid, in paise. */
export function amountsOf(quotation: PrintedQuotation) {
  const premium = paiseOf(quotation.premiumAmount);
  const gst = paiseOf(quotation.gstAmount);
  return {
    beforeTax: premium - gst,
    gst,
    gstLabel: gstLabel(quotation.gstRate),
    premium,
    serviceCharges: paiseOf(quotation.serviceCharges),
    total: paiseOf(quotation.totalAmount),
  };
}

interface StatusMark {
  readonly word: string;
  readonly color: string;
  readonly wash: string;
}

const GOOD = { color: COLORS.good, wash: COLORS.goodWash };
const WAIT = { color: COLORS.wait, wash: COLORS.waitWash };
const BAD = { color: COLORS.bad, wash: COLORS.badWash };

/** The word for the status of a quotation; null while it is pending. */
export function statusMarkOf(quotation: {
  status: QuotationView['status'];
  isPastValidity: boolean;
}): StatusMark | null {
  if (quotation.isPastValidity) return { word: 'Expired', ...WAIT };
  switch (quotation.status) {
    case 'pending':
      return null;
    case 'accepted':
      return { word: 'Accepted', ...GOOD };
    case 'rejected':
      return { word: 'Rejected', ...BAD };
    case 'expired':
      return { word: 'Expired', ...WAIT };
    default: {
      const unknown: never = quotation.status;
      throw new Error(`There is no word for the status ${unknown}.`);
    }
  }
}

/** No cover before payment: section 64VB of the Insurance Act 1938. */
export const COVER_BEGINS =
  'cover begins when the insurer accepts the proposal and the premium is paid in full (section ' +
  '64VB of the Insurance Act, 1938).';

export const PREMIUM_MAY_CHANGE =
  'The premium is as quoted by the insurer. It may change with the particulars of the proposal, ' +
  'the insurer’s assessment of the risk, or the tax in force on the day of payment.';

/** The sentences that IRDAI’s rules on insurance advertisements ask for. */
export const SOLICITATION =
  'Insurance is the subject matter of solicitation. For risk factors, terms, conditions and ' +
  'exclusions, please read the sales brochure and the policy wording before you decide.';

/** What a customer must know. */
export const termsOf = (validUntil: Day): readonly string[] => [
  `This quotation can be accepted until ${formatDate(validUntil)}. After that day, please ask for a new one.`,
  `This is a quotation, not a policy: ${COVER_BEGINS}`,
  PREMIUM_MAY_CHANGE,
  'Service charges are the brokerage’s and are no part of the premium.',
  SOLICITATION,
];
