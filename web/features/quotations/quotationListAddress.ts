import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  QUOTATION_STATUSES,
  type QuotationStatus,
} from '@insuremanager/contracts/quotations/quotationKinds';
import {
  QUOTATION_SORTS,
  type QuotationSort,
} from '@insuremanager/contracts/quotations/quotationViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { QuotationFilter } from '../../data/operations.generated';
import { amountBound, dayIn, idIn, shortAmount, someIn } from '../../ui/list/addressValues';
import { type Sorting, type SortRules, sortingIn } from '../../ui/list/sorting';

/** What Advanced Search narrows by. */
export interface Narrowing {
  statuses: QuotationStatus[];
  /** Pending, and past their validity. */
  pastValidity: boolean;
  insuranceType: PolicyKind | null;
  insurer: string;
  holderId: number | null;
  createdFrom: Day | null;
  createdTo: Day | null;
  /** Rupees as decimals; empty for no bound. */
  totalFrom: string;
  totalTo: string;
}

/** What the list shows, as its address remembers it. */
export interface QuotationListView extends Narrowing, Sorting<QuotationSort> {
  search: string;
}

export const NO_NARROWING: Narrowing = {
  statuses: [],
  pastValidity: false,
  insuranceType: null,
  insurer: '',
  holderId: null,
  createdFrom: null,
  createdTo: null,
  totalFrom: '',
  totalTo: '',
};

export const QUOTATION_SORT_RULES: SortRules<QuotationSort> = {
  all: QUOTATION_SORTS,
  usual: 'added',
  downwards: ['added', 'total'],
};

/** What cannot be understood in an address is as if it were not there. */
export const listViewIn = (params: URLSearchParams): QuotationListView => ({
  search: params.get('q') ?? '',
  statuses: someIn(params, 'status', QUOTATION_STATUSES),
  pastValidity: params.get('past') === '1',
  insuranceType: POLICY_KINDS.find((kind) => kind === params.get('type')) ?? null,
  insurer: params.get('insurer') ?? '',
  holderId: idIn(params, 'holder'),
  createdFrom: dayIn(params, 'from'),
  createdTo: dayIn(params, 'to'),
  totalFrom: amountBound(params.get('min') ?? ''),
  totalTo: amountBound(params.get('max') ?? ''),
  ...sortingIn(params, QUOTATION_SORT_RULES),
});

export const addressOfNarrowing = (narrowing: Narrowing): Record<string, string | null> => ({
  status: narrowing.statuses.join(',') || null,
  past: narrowing.pastValidity ? '1' : null,
  type: narrowing.insuranceType,
  insurer: narrowing.insurer || null,
  holder: narrowing.holderId === null ? null : String(narrowing.holderId),
  from: narrowing.createdFrom,
  to: narrowing.createdTo,
  min: shortAmount(narrowing.totalFrom),
  max: shortAmount(narrowing.totalTo),
});

/** What the gateway is asked for. Only what narrows is named, so that equal lists are one list. */
export function filterOf(view: QuotationListView): QuotationFilter {
  const search = view.search.trim();
  return {
    ...(search && { search }),
    ...(view.statuses.length > 0 && { statuses: view.statuses }),
    ...(view.pastValidity && { pastValidity: true }),
    ...(view.insuranceType && { insuranceType: view.insuranceType }),
    ...(view.insurer && { insurer: view.insurer }),
    ...(view.holderId !== null && { customerId: view.holderId }),
    ...(view.createdFrom && { createdFrom: view.createdFrom }),
    ...(view.createdTo && { createdTo: view.createdTo }),
    ...(view.totalFrom && { totalFrom: view.totalFrom }),
    ...(view.totalTo && { totalTo: view.totalTo }),
  };
}

export const isNarrowed = (view: QuotationListView): boolean =>
  Object.keys(filterOf(view)).length > 0;
