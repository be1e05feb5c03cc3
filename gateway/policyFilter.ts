import { KYC_STATUSES } from '@insuremanager/contracts/customers/customerFields';
import {
  POLICY_KINDS,
  POLICY_STATUSES,
  POLICY_TYPES,
  VEHICLE_TYPES,
} from '@insuremanager/contracts/policies/policyKinds';
import { z } from 'zod';
import { amountBound, dayBound, searched, someOf } from './listFilters.js';

/** What narrows a list of policies, however it was asked for. */
export const PolicyFilterInput = z.object({
  kind: z.enum(POLICY_KINDS).nullish(),
  search: searched('search').describe(
    'Part of a policy number, an insurer or a vehicle number in any spelling',
  ),
  statuses: someOf('status', POLICY_STATUSES).nullish(),
  insurer: searched('insurer').describe('A whole insurer’s name, in any letter case'),
  policyTypes: someOf('policyType', POLICY_TYPES).nullish(),
  vehicleTypes: someOf('vehicleType', VEHICLE_TYPES).nullish(),
  endsFrom: dayBound('endsFrom').describe('First last day of cover, inclusive'),
  endsTo: dayBound('endsTo').describe('Last last day of cover, inclusive'),
  premiumFrom: amountBound('premiumFrom').describe('Least premium in rupees, inclusive'),
  premiumTo: amountBound('premiumTo').describe('Highest premium in rupees, inclusive'),
  kycStatuses: someOf('kycStatus', KYC_STATUSES).nullish(),
  customerId: z.int('customerId must be the number of a customer').nullish(),
  expiringSoon: z.boolean('expiringSoon is true or false').nullish(),
});
