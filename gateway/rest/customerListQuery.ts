import {
  CUSTOMER_SORTS,
  type CustomerListRequest,
} from '@insuremanager/contracts/customers/customerViews';
import { z } from 'zod';
import { CustomerFilterInput } from '../customerFilter.js';
import { KycStatuses } from '../listFilters.js';
import { validated } from '../validated.js';

export const LIST_LIMIT = 1000;

const limitError = `limit must be a whole number from 1 to ${LIST_LIMIT}`;

/** The query of `GET /api/customers`. What it does not know is ignored. */
export const CustomerListQuery = CustomerFilterInput.omit({ kycStatuses: true }).extend({
  kycStatus: z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((some) => some.split(',')))
    .transform((statuses) => [...new Set(statuses.filter(Boolean))])
    .pipe(KycStatuses)
    .optional()
    .describe('pending, verified or rejected; several are separated by commas'),
  sort: z.enum(CUSTOMER_SORTS, `sort is one of: ${CUSTOMER_SORTS.join(', ')}`).default('added'),
  direction: z.enum(['asc', 'desc'], 'direction is one of: asc, desc').default('desc'),
  limit: z.coerce
    .number(limitError)
    .int(limitError)
    .min(1, limitError)
    .max(LIST_LIMIT, limitError)
    .default(LIST_LIMIT)
    .describe('Rows wanted'),
  cursor: z
    .string('cursor must be one text')
    .max(1000, 'cursor is too long')
    .optional()
    .describe('Where the page before ended; taken from its Link header'),
});

/** @throws Refusal `invalid`, naming the parameter. */
export function customerListRequest(query: unknown): CustomerListRequest {
  const { kycStatus, sort, direction, limit, cursor, ...filter } = validated(
    CustomerListQuery,
    query,
  );
  return { filter: { ...filter, kycStatuses: kycStatus }, sort, direction, limit, cursor };
}

/** The `Link` to the following page, with everything else asked for as it was (RFC 8288). */
export function nextPageLink(url: string, cursor: string): string {
  const { pathname, searchParams } = new URL(url, 'http://any');
  searchParams.set('cursor', cursor);
  return `<${pathname}?${searchParams}>; rel="next"`;
}
