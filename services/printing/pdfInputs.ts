import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import type { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPhone } from '@insuremanager/contracts/rules/phone';

/** A PNG or JPEG picture over the letterhead. */
export interface PrintedLogo {
  /** Hexadecimal digits. */
  readonly sha256: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** To whom a quotation is made out. */
export interface Addressee {
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
  /** Lines of the postal address; none when it is not known. */
  readonly address: readonly string[];
}

/** How a person is called and reached, as it is printed. */
export function addresseeOf(
  customer: Pick<
    CustomerView,
    'name' | 'phone' | 'email' | 'address' | 'city' | 'state' | 'pincode'
  >,
): Addressee {
  const { name, phone, email, address, city, state, pincode } = customer;
  const place = [city, state].filter(Boolean).join(', ');
  const lines = [address, [place, pincode].filter(Boolean).join(' ')];
  return {
    name,
    phone: formatPhone(phone),
    email,
    address: lines.filter((line): line is string => Boolean(line)),
  };
}

/** What a PDF shows of a quotation; all else of it may change without a new PDF. */
const PRINTED = [
  'quotationNumber',
  'insuranceType',
  'policyType',
  'vehicleType',
  'vehicleNumber',
  'insuranceCompany',
  'sumAssured',
  'premiumAmount',
  'serviceCharges',
  'totalAmount',
  'gstRate',
  'gstAmount',
  'validUntil',
  'isPastValidity',
  'status',
  'notes',
] as const satisfies readonly (keyof QuotationView)[];
export type PrintedQuotation = Pick<QuotationView, (typeof PRINTED)[number]>;

export const printedOf = (quotation: PrintedQuotation): PrintedQuotation =>
  Object.fromEntries(PRINTED.map((field) => [field, quotation[field]])) as PrintedQuotation;

/** All that one quotation's PDF shows. The same input gives the same bytes. */
export interface QuotationPdfInput {
  readonly letterhead: Letterhead;
  readonly logo: PrintedLogo | null;
  readonly addressee: Addressee;
  readonly quotation: PrintedQuotation;
  /** The day on which it was made out. */
  readonly day: Day;
}

/** What became a policy is not ranked with the others. */
export type ComparedQuotation = PrintedQuotation & Pick<QuotationView, 'policyId'>;

export const comparedOf = (quotation: ComparedQuotation): ComparedQuotation => ({
  ...printedOf(quotation),
  policyId: quotation.policyId,
});

/** All that a comparison of 2 to 4 quotations shows. */
export interface ComparisonPdfInput {
  readonly letterhead: Letterhead;
  readonly logo: PrintedLogo | null;
  readonly addressee: Addressee;
  readonly quotations: readonly ComparedQuotation[];
  /** The day on which it is made. */
  readonly day: Day;
}
