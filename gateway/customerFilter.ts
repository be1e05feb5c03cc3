import { KYC_STATUSES } from '@insuremanager/contracts/customers/customerFields';
import { z } from 'zod';
import { dayBound, searched, someOf } from './listFilters.js';

/** What narrows the list of customers, however it was asked for. */
export const CustomerFilterInput = z.object({
  search: searched('search').describe('Part of a name, phone (any format), email, city or PAN'),
  kycStatuses: someOf('kycStatus', KYC_STATUSES).nullish(),
  city: searched('city').describe('A whole city name, in any letter case'),
  addedFrom: dayBound('addedFrom').describe('First Kolkata day, inclusive'),
  addedTo: dayBound('addedTo').describe('Last Kolkata day, inclusive'),
});
