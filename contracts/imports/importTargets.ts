import { claimFields } from '../claims/claimFields.js';
import { CLAIM_STAGES } from '../claims/claimKinds.js';
import { newCustomerFields } from '../customers/consentFields.js';
import { customerFields } from '../customers/customerFields.js';
import { DOCUMENT_TYPES } from '../documents/documentKinds.js';
import { amount } from '../fields/amountFields.js';
import { optionalChoice, requiredChoice } from '../fields/choiceFields.js';
import { optionalDay } from '../fields/dayFields.js';
import { type Field, relabelled } from '../fields/field.js';
import { fieldNames } from '../fields/fields.js';
import { optionalText, requiredText } from '../fields/textFields.js';
import { leadFields } from '../leads/leadFields.js';
import { LEAD_SOURCES } from '../leads/leadKinds.js';
import {
  healthFields,
  LARGEST_SUM_ASSURED,
  policyFields,
  vehicleFields,
} from '../policies/policyFields.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import { quotationFields } from '../quotations/quotationFields.js';
import { omit } from '../rules/objects.js';

/** What the rows of a sheet are. `policies`: of both kinds, and a column says which a row is. */
export const SHEET_KINDS = [
  ...(['customers', 'health', 'vehicle', 'policies', 'quotations'] as const),
  ...(['documents', 'claims', 'leads'] as const),
] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];
export const SHEET_KIND_LABELS: Readonly<Record<SheetKind, string>> = {
  customers: 'Customers',
  health: 'Health policies',
  vehicle: 'Vehicle policies',
  policies: 'Health and vehicle policies',
  quotations: 'Quotations',
  documents: 'Documents',
  claims: 'Claims',
  leads: 'Leads',
};

/** What comes first in a date such as 03/04/2024: the day or the month. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Longest name that another system may have given to a customer, in characters. */
const LONGEST_REF = 100;

const optional = <Of extends Field>(field: Of, label: string) => ({
  ...relabelled(field, label),
  isRequired: false,
});

/** By which a row says whose it is; one of them is enough where it names one customer. */
export const customerLinks = {
  customerRef: optionalText({ label: 'Customer’s reference', limit: LONGEST_REF, mask: 'hidden' }),
  customerPhone: optional(customerFields.phone, 'Customer’s phone'),
  customerAadhaar: optional(customerFields.aadhaarNumber, 'Customer’s Aadhaar number'),
  customerPan: optional(customerFields.panNumber, 'Customer’s PAN'),
  customerName: optional(customerFields.name, 'Customer’s name'),
  customerLastName: optionalText({ label: 'Customer’s last name', limit: 100, mask: 'initials' }),
  customerDateOfBirth: optional(customerFields.dateOfBirth, 'Customer’s date of birth'),
} as const;
export type CustomerLink = keyof typeof customerLinks;
export const CUSTOMER_LINKS = fieldNames(customerLinks);

/** How a consent came here is known, and no notice of ours was shown then. */
const KNOWN = ['consentHow', 'noticeLanguage', 'noticeVersion'] as const;

const customerTargets = {
  /** What the system that the sheet comes from calls them: other sheets name them by it. */
  ref: optionalText({ label: 'Reference', limit: LONGEST_REF, mask: 'hidden' }),
  ...omit(newCustomerFields, KNOWN),
  lastName: optionalText({ label: 'Last name', limit: 100, mask: 'initials' }),
  addressMore: optionalText({ label: 'Address, second line', limit: 500, mask: 'hidden' }),
} as const;

/** Of files that came with a sheet, or without one, in a ZIP. */
const documentTargets = {
  file: requiredText({ label: 'File', limit: 500, mask: 'hidden' }),
  documentType: optionalChoice({ label: 'Document type', options: DOCUMENT_TYPES }),
  policyNumber: optionalText({ label: 'Policy number', limit: LONGEST_REF }),
  folder: optionalText({
    ...{ label: 'Folder: a reference or a policy number', limit: LONGEST_REF, mask: 'hidden' },
  }),
} as const;

const paid = (label: string) =>
  amount({ label, largest: LARGEST_SUM_ASSURED, isZeroWhenMissing: true });

/** Whose a claim is, its policy says; how far it has come, its stage and what was paid. */
const claimTargets = {
  policyNumber: requiredText({ label: 'Policy number', limit: LONGEST_REF }),
  ...omit(claimFields, ['policyId', 'intimatedOn']),
  /** Without it, the day of the loss. */
  intimatedOn: optionalDay({ label: 'Intimated on' }),
  stage: optionalChoice({ label: 'Stage', options: CLAIM_STAGES }),
  stageOn: optionalDay({ label: 'In that stage since' }),
  amountApproved: paid('Amount approved'),
  amountSettled: paid('Amount settled'),
  reason: optionalText({ label: 'Reason of deductions or refusal', limit: 1000, mask: 'hidden' }),
} as const;

/** Nobody’s at first; without a source they came from a spreadsheet. */
const leadTargets = {
  ...omit(leadFields, ['ownerId', 'source']),
  source: optionalChoice({ label: 'Source', options: LEAD_SOURCES }),
  lastName: optionalText({ label: 'Last name', limit: 100, mask: 'initials' }),
} as const;

/** Columns that go on with what another one begins, as other systems part them. */
export const CONTINUES: Readonly<Record<string, { behind: string; between: string }>> = {
  lastName: { behind: 'name', between: ' ' },
  customerLastName: { behind: 'customerName', between: ' ' },
  addressMore: { behind: 'address', between: ', ' },
};

/** What a column of a sheet can be, in the order in which it is offered. */
export const IMPORT_TARGETS = {
  customers: customerTargets,
  health: { ...customerLinks, ...omit(healthFields, ['customerId']) },
  vehicle: { ...customerLinks, ...omit(vehicleFields, ['customerId']) },
  policies: {
    kind: requiredChoice({ label: 'Kind of policy', options: POLICY_KINDS }),
    ...customerLinks,
    ...omit(policyFields, ['customerId']),
  },
  quotations: { ...customerLinks, ...omit(quotationFields, ['customerId']) },
  documents: { ...customerLinks, ...documentTargets },
  claims: claimTargets,
  leads: leadTargets,
} as const satisfies Readonly<Record<SheetKind, Readonly<Record<string, Field>>>>;

/** The field that a column of a sheet fills; undefined for what such a sheet does not have. */
export const importTarget = (kind: SheetKind, field: string): Field | undefined => {
  const targets: Readonly<Record<string, Field>> = IMPORT_TARGETS[kind];
  return Object.hasOwn(targets, field) ? targets[field] : undefined;
};
