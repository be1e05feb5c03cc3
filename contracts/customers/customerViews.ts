import { z } from 'zod';
import { viewShapeOf } from '../fields/fields.js';
import { describeList, type FilterIn, type RequestOf, type SortIn } from '../fields/list.js';
import { recordId, recordStamps, systemReference } from '../fields/record.js';
import { RECORDS } from '../records/records.js';
import type { Warning } from '../rules/warning.js';
import { CustomerInput, consentFields, consentInputFields } from './consentFields.js';
import { CustomerPatch, customerFields } from './customerFields.js';
import { KYC_STATUSES } from './kycStatuses.js';

/** Consents are changed by what records them, with their proof, and not with the record. */
export const customerSystemFields = {
  ...consentFields,
  ownerId: systemReference('The user whose customer it is; null: nobody'),
  kycDocumentId: systemReference('The document that the KYC status rests on'),
  ...recordStamps,
};

/** A customer as every screen and answer shows one. */
export const CustomerView = z.object({
  id: recordId,
  ...viewShapeOf({ ...customerFields, ...customerSystemFields }),
});
export type CustomerView = z.infer<typeof CustomerView>;

/** What a create or update answers: the customer, and what looks wrong about it. */
export type SavedCustomer = CustomerView & { warnings: Warning[] };

/** How customers are listed. */
export const customerList = describeList({
  criteria: {
    search: {
      kind: 'search',
      description: 'Part of a name, phone (any format), email or city, or a whole PAN',
    },
    kycStatuses: {
      kind: 'anyOf',
      parameter: 'kycStatus',
      options: KYC_STATUSES,
      label: 'KYC',
    },
    city: { kind: 'text', label: 'City', description: 'A whole city name, in any letter case' },
    ownerId: { kind: 'reference', thing: 'user', label: 'Owner' },
    withoutOwner: { kind: 'flag', label: 'Without owner' },
    addedFrom: { kind: 'dayFrom', of: 'createdAt', label: 'Added from' },
    addedTo: { kind: 'dayTo', of: 'createdAt', label: 'Added until' },
  },
  sorts: ['name', 'added', 'kyc'],
  usualSort: 'added',
  descending: ['added'],
});
export type CustomerSort = SortIn<typeof customerList>;
export type CustomerFilter = FilterIn<typeof customerList>;
export type CustomerListRequest = RequestOf<typeof customerList>;

/** Customers, as both faces serve them. */
export const customerRecord = {
  ...RECORDS.customer,
  fields: customerFields,
  view: CustomerView,
  list: customerList,
  input: CustomerInput,
  addedFields: consentInputFields,
  patch: CustomerPatch,
};

/** What belongs to one person alone. */
export const IDENTIFYING_FIELDS = ['phone', 'email', 'panNumber', 'aadhaarNumber'] as const;

/** Another customer who shares what should be one person's alone. */
export const CustomerDuplicate = z.object({
  id: recordId,
  name: z.string(),
  matches: z.array(z.enum(IDENTIFYING_FIELDS)).describe('Which of the fields are the same'),
});
export type CustomerDuplicate = z.infer<typeof CustomerDuplicate>;

/** What a record that belongs to a customer shows of them. */
export const CustomerSummary = CustomerView.pick({
  id: true,
  name: true,
  phone: true,
  kycStatus: true,
});
export type CustomerSummary = z.infer<typeof CustomerSummary>;
