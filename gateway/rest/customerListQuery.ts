import { KYC_STATUSES } from '@insuremanager/contracts/customers/customerFields';
import {
  CUSTOMER_SORTS,
  type CustomerListRequest,
} from '@insuremanager/contracts/customers/customerViews';
import { CustomerFilterInput } from '../customerFilter.js';
import { validated } from '../validated.js';
import { pageParameters, wordsOf } from './listQuery.js';

/** The query of `GET /api/customers`. What it does not know is ignored. */
export const CustomerListQuery = CustomerFilterInput.omit({ kycStatuses: true }).extend({
  kycStatus: wordsOf('kycStatus', KYC_STATUSES),
  ...pageParameters(CUSTOMER_SORTS, 'added'),
});

/** @throws Refusal `invalid`, naming the parameter. */
export function customerListRequest(query: unknown): CustomerListRequest {
  const { kycStatus, sort, direction, limit, cursor, ...filter } = validated(
    CustomerListQuery,
    query,
  );
  return { filter: { ...filter, kycStatuses: kycStatus }, sort, direction, limit, cursor };
}
