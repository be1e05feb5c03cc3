import { KYC_STATUSES } from '@insuremanager/contracts/customers/customerFields';
import {
  POLICY_KINDS,
  POLICY_STATUSES,
  POLICY_TYPES,
  VEHICLE_TYPES,
} from '@insuremanager/contracts/policies/policyKinds';
import { paiseFrom } from '@insuremanager/contracts/rules/money';
import { z } from 'zod';
import { dayBound, searched, someOf } from './listFilters.js';

/** Rupees as a person types them; an empty text bounds nothing. */
const premiumBound = (name: string) =>
  z
    .string(`${name} must be one amount`)
    .transform((raw, context) => {
      if (raw.trim() === '') return null;
      const paise = paiseFrom(raw);
      if (paise !== null) return paise;
      const message = `${name} must be an amount in rupees, such as 12500.50`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .nullish();

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
  premiumFrom: premiumBound('premiumFrom').describe('Least premium in rupees, inclusive'),
  premiumTo: premiumBound('premiumTo').describe('Highest premium in rupees, inclusive'),
  kycStatuses: someOf('kycStatus', KYC_STATUSES).nullish(),
  customerId: z.int('customerId must be the number of a customer').nullish(),
  expiringSoon: z.boolean('expiringSoon is true or false').nullish(),
});
