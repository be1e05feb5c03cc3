import { z } from 'zod';
import { dayBound, KycStatuses, searched } from './listFilters.js';

/** What narrows the list of customers, however it was asked for. */
export const CustomerFilterInput = z.object({
  search: searched('search').describe('Part of a name, phone (any format), email, city or PAN'),
  kycStatuses: KycStatuses.nullish(),
  city: searched('city').describe('A whole city name, in any letter case'),
  addedFrom: dayBound('addedFrom').describe('First Kolkata day, inclusive'),
  addedTo: dayBound('addedTo').describe('Last Kolkata day, inclusive'),
});
