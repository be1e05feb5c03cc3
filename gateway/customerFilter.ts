import { KYC_STATUSES } from '@insuremanager/contracts/customers/customerFields';
import { isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { cleanText } from '@insuremanager/contracts/rules/text';
import { z } from 'zod';

const SEARCH_LIMIT = 200;

const searched = (name: string) =>
  z
    .string(`${name} must be one text`)
    .max(SEARCH_LIMIT, `${name} can have at most ${SEARCH_LIMIT} characters`)
    .transform(cleanText)
    .nullish();

const day = (name: string) =>
  z
    .string(`${name} must be one day`)
    .refine(isDay, `${name} must be a day that exists, as YYYY-MM-DD`)
    .nullish();

export const KycStatuses = z
  .array(z.enum(KYC_STATUSES, { error: `kycStatus is one of: ${KYC_STATUSES.join(', ')}` }))
  .max(KYC_STATUSES.length);

/** What narrows the list of customers, however it was asked for. */
export const CustomerFilterInput = z.object({
  search: searched('search').describe('Part of a name, phone (any format), email, city or PAN'),
  kycStatuses: KycStatuses.nullish(),
  city: searched('city').describe('A whole city name, in any letter case'),
  addedFrom: day('addedFrom').describe('First Kolkata day, inclusive'),
  addedTo: day('addedTo').describe('Last Kolkata day, inclusive'),
});
