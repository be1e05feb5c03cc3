import { KYC_STATUSES, type KycStatus } from '@insuremanager/contracts/customers/customerFields';
import {
  CUSTOMER_SORTS,
  type CustomerSort,
} from '@insuremanager/contracts/customers/customerViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { CustomerFilter } from '../../data/operations.generated';
import { dayIn } from '../../ui/list/addressValues';
import { type Sorting, type SortRules, sortingIn } from '../../ui/list/sorting';

/** What the list shows, as its address remembers it. */
export interface CustomerListView extends Sorting<CustomerSort> {
  search: string;
  kycStatuses: KycStatus[];
  city: string;
  addedFrom: Day | null;
  addedTo: Day | null;
}

/** What Advanced Search narrows by. */
export type Narrowing = Pick<CustomerListView, 'kycStatuses' | 'city' | 'addedFrom' | 'addedTo'>;

export const NO_NARROWING: Narrowing = {
  kycStatuses: [],
  city: '',
  addedFrom: null,
  addedTo: null,
};

export const CUSTOMER_SORTING: SortRules<CustomerSort> = {
  all: CUSTOMER_SORTS,
  usual: 'added',
  downwards: ['added'],
};

/** What cannot be understood in an address is as if it were not there. */
export function listViewIn(params: URLSearchParams): CustomerListView {
  const asked = (params.get('kyc') ?? '').split(',');
  return {
    search: params.get('q') ?? '',
    kycStatuses: KYC_STATUSES.filter((status) => asked.includes(status)),
    city: params.get('city') ?? '',
    addedFrom: dayIn(params, 'from'),
    addedTo: dayIn(params, 'to'),
    ...sortingIn(params, CUSTOMER_SORTING),
  };
}

export const addressOfNarrowing = (narrowing: Narrowing): Record<string, string | null> => ({
  kyc: narrowing.kycStatuses.join(',') || null,
  city: narrowing.city || null,
  from: narrowing.addedFrom,
  to: narrowing.addedTo,
});

/** What the gateway is asked for. Only what narrows is named, so that equal lists are one list. */
export function filterOf(view: CustomerListView): CustomerFilter {
  const search = view.search.trim();
  return {
    ...(search && { search }),
    ...(view.kycStatuses.length > 0 && { kycStatuses: view.kycStatuses }),
    ...(view.city && { city: view.city }),
    ...(view.addedFrom && { addedFrom: view.addedFrom }),
    ...(view.addedTo && { addedTo: view.addedTo }),
  };
}

export const isNarrowed = (view: CustomerListView): boolean =>
  Object.keys(filterOf(view)).length > 0;
