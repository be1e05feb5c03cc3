import { KYC_STATUSES, type KycStatus } from '@insuremanager/contracts/customers/customerFields';
import {
  CUSTOMER_SORTS,
  type CustomerSort,
} from '@insuremanager/contracts/customers/customerViews';
import { type Day, isDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { CustomerFilter, SortDirection } from '../../data/operations.generated';

/** What the list shows, as its address remembers it. */
export interface CustomerListView {
  search: string;
  kycStatuses: KycStatus[];
  city: string;
  addedFrom: Day | null;
  addedTo: Day | null;
  sort: CustomerSort;
  direction: SortDirection;
}

/** What Advanced Search narrows by. */
export type Narrowing = Pick<CustomerListView, 'kycStatuses' | 'city' | 'addedFrom' | 'addedTo'>;

export const NO_NARROWING: Narrowing = {
  kycStatuses: [],
  city: '',
  addedFrom: null,
  addedTo: null,
};

const dayIn = (params: URLSearchParams, name: string): Day | null => {
  const value = params.get(name);
  return value !== null && isDay(value) ? value : null;
};

/** A record's id in the address; null when there is none, or none that could be one. */
export const idIn = (params: URLSearchParams, name: string): number | null => {
  const value = params.get(name) ?? '';
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;
};

/** Dates begin with the newest, words with A. */
export const firstDirection = (sort: CustomerSort): SortDirection =>
  sort === 'added' ? 'desc' : 'asc';

/** What cannot be understood in an address is as if it were not there. */
export function listViewIn(params: URLSearchParams): CustomerListView {
  const asked = (params.get('kyc') ?? '').split(',');
  const sort = CUSTOMER_SORTS.find((name) => name === params.get('sort')) ?? 'added';
  const dir = params.get('dir');
  return {
    search: params.get('q') ?? '',
    kycStatuses: KYC_STATUSES.filter((status) => asked.includes(status)),
    city: params.get('city') ?? '',
    addedFrom: dayIn(params, 'from'),
    addedTo: dayIn(params, 'to'),
    sort,
    direction: dir === 'asc' || dir === 'desc' ? dir : firstDirection(sort),
  };
}

export const addressOfNarrowing = (narrowing: Narrowing): Record<string, string | null> => ({
  kyc: narrowing.kycStatuses.join(',') || null,
  city: narrowing.city || null,
  from: narrowing.addedFrom,
  to: narrowing.addedTo,
});

export const addressOfSort = (
  sort: CustomerSort,
  direction: SortDirection,
): Record<string, string | null> => ({
  sort: sort === 'added' ? null : sort,
  dir: direction === firstDirection(sort) ? null : direction,
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
