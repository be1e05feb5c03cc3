import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { QUOTATION_STATUSES } from '@insuremanager/contracts/quotations/quotationKinds';
import { z } from 'zod';
import { amountBound, dayBound, searched, someOf } from './listFilters.js';

/** What narrows the list of quotations, however it was asked for. */
export const QuotationFilterInput = z.object({
  search: searched('search').describe(
    'Part of a number, an insurer, a vehicle number, or the customer’s name, phone or email',
  ),
  statuses: someOf('status', QUOTATION_STATUSES).nullish(),
  pastValidity: z.boolean('pastValidity is true or false').nullish(),
  insuranceType: z
    .enum(POLICY_KINDS, { error: `insuranceType is one of: ${POLICY_KINDS.join(', ')}` })
    .nullish(),
  insurer: searched('insurer').describe('A whole insurer’s name, in any letter case'),
  customerId: z.int('customerId must be the number of a customer').nullish(),
  createdFrom: dayBound('createdFrom').describe('First Kolkata day, inclusive'),
  createdTo: dayBound('createdTo').describe('Last Kolkata day, inclusive'),
  totalFrom: amountBound('totalFrom').describe('Least total in rupees, inclusive'),
  totalTo: amountBound('totalTo').describe('Highest total in rupees, inclusive'),
});
