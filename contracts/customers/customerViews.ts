import { z } from 'zod';
import type { ListRequest } from '../lists.js';
import { Warning } from '../rules/warning.js';
import { KYC_STATUSES } from './customerFields.js';

const text = z.string().nullable();

/** A customer as every screen and answer shows one. */
export const CustomerView = z.object({
  id: z.int(),
  name: z.string(),
  /** E.164 for Indian mobiles, otherwise as typed. */
  phone: z.string(),
  email: text,
  /** Always masked: `XXXX XXXX 1234`. */
  aadhaarNumber: text,
  panNumber: text,
  /** YYYY-MM-DD. */
  dateOfBirth: text,
  address: text,
  city: text,
  state: text,
  pincode: text,
  kycStatus: z.enum(KYC_STATUSES),
  /** The document that the KYC status rests on, when one was named. */
  kycDocumentId: z.int().nullable(),
  /** ISO instants. */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Revision of the customer's stream; send it back to change only what you saw. */
  version: z.int(),
});
export type CustomerView = z.infer<typeof CustomerView>;

/** What a create or update answers: the customer, and what looks wrong about it. */
export const SavedCustomer = CustomerView.extend({
  warnings: z.array(Warning),
});
export type SavedCustomer = z.infer<typeof SavedCustomer>;

export const CUSTOMER_SORTS = ['name', 'added', 'kyc'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/** What narrows the list of customers. */
export interface CustomerFilter {
  /** Part of a name, phone (any format), email, city or PAN. */
  search?: string | null;
  kycStatuses?: readonly (typeof KYC_STATUSES)[number][] | null;
  /** A whole city name, whatever its letter case. */
  city?: string | null;
  /** Kolkata days, both inclusive. */
  addedFrom?: string | null;
  addedTo?: string | null;
}

export type CustomerListRequest = ListRequest<CustomerFilter, CustomerSort>;

/** Another customer who shares what should be one person's alone. */
export interface CustomerDuplicate {
  id: number;
  name: string;
  /** Which of the fields are the same. */
  matches: ('phone' | 'email' | 'panNumber' | 'aadhaarNumber')[];
}
