import { KYC_STATUSES, type KycStatus } from '@insuremanager/contracts/customers/customerFields';
import {
  POLICY_STATUSES,
  POLICY_TYPES,
  type PolicyKind,
  type PolicyStatus,
  VEHICLE_TYPES,
} from '@insuremanager/contracts/policies/policyKinds';
import { POLICY_SORTS, type PolicySort } from '@insuremanager/contracts/policies/policyViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { PolicyFilter } from '../../data/operations.generated';
import { amountBound, dayIn, idIn, shortAmount, someIn } from '../../ui/list/addressValues';
import { type Sorting, type SortRules, sortingIn } from '../../ui/list/sorting';
import type { ListAddress } from '../../ui/list/useListScreen';

/** What Advanced Search narrows by. */
export interface Narrowing {
  statuses: PolicyStatus[];
  insurer: string;
  /** Policy types on the one screen, vehicle types on the other. */
  types: string[];
  endsFrom: Day | null;
  endsTo: Day | null;
  /** Rupees as decimals; empty for no bound. */
  premiumFrom: string;
  premiumTo: string;
  kycStatuses: KycStatus[];
  holderId: number | null;
  /** Active, and 1 to 30 days before the end. */
  expiringSoon: boolean;
}

/** What the list shows, as its address remembers it. */
export interface PolicyListView extends Narrowing, Sorting<PolicySort> {
  search: string;
}

export const NO_NARROWING: Narrowing = {
  statuses: [],
  insurer: '',
  types: [],
  endsFrom: null,
  endsTo: null,
  premiumFrom: '',
  premiumTo: '',
  kycStatuses: [],
  holderId: null,
  expiringSoon: false,
};

export const POLICY_SORT_RULES: SortRules<PolicySort> = {
  all: POLICY_SORTS,
  usual: 'added',
  downwards: ['added', 'premium'],
};

export const typesOf = (kind: PolicyKind): readonly string[] =>
  kind === 'health' ? POLICY_TYPES : VEHICLE_TYPES;

/** What cannot be understood in an address is as if it were not there. */
export const listViewIn = (kind: PolicyKind, params: URLSearchParams): PolicyListView => ({
  search: params.get('q') ?? '',
  statuses: someIn(params, 'status', POLICY_STATUSES),
  insurer: params.get('insurer') ?? '',
  types: someIn(params, 'type', typesOf(kind)),
  endsFrom: dayIn(params, 'from'),
  endsTo: dayIn(params, 'to'),
  premiumFrom: amountBound(params.get('min') ?? ''),
  premiumTo: amountBound(params.get('max') ?? ''),
  kycStatuses: someIn(params, 'kyc', KYC_STATUSES),
  holderId: idIn(params, 'holder'),
  expiringSoon: params.get('soon') === '1',
  ...sortingIn(params, POLICY_SORT_RULES),
});

export const addressOfNarrowing = (narrowing: Narrowing): Record<string, string | null> => ({
  status: narrowing.statuses.join(',') || null,
  insurer: narrowing.insurer || null,
  type: narrowing.types.join(',') || null,
  from: narrowing.endsFrom,
  to: narrowing.endsTo,
  min: shortAmount(narrowing.premiumFrom),
  max: shortAmount(narrowing.premiumTo),
  kyc: narrowing.kycStatuses.join(',') || null,
  holder: narrowing.holderId === null ? null : String(narrowing.holderId),
  soon: narrowing.expiringSoon ? '1' : null,
});

/** What the gateway is asked for. Only what narrows is named, so that equal lists are one list. */
export function filterOf(kind: PolicyKind, view: PolicyListView): PolicyFilter {
  const search = view.search.trim();
  return {
    kind,
    ...(search && { search }),
    ...(view.statuses.length > 0 && { statuses: view.statuses }),
    ...(view.insurer && { insurer: view.insurer }),
    ...(view.types.length > 0 &&
      (kind === 'health'
        ? { policyTypes: POLICY_TYPES.filter((type) => view.types.includes(type)) }
        : { vehicleTypes: VEHICLE_TYPES.filter((type) => view.types.includes(type)) })),
    ...(view.endsFrom && { endsFrom: view.endsFrom }),
    ...(view.endsTo && { endsTo: view.endsTo }),
    ...(view.premiumFrom && { premiumFrom: view.premiumFrom }),
    ...(view.premiumTo && { premiumTo: view.premiumTo }),
    ...(view.kycStatuses.length > 0 && { kycStatuses: view.kycStatuses }),
    ...(view.holderId !== null && { customerId: view.holderId }),
    ...(view.expiringSoon && { expiringSoon: true }),
  };
}

export const isNarrowed = (kind: PolicyKind, view: PolicyListView): boolean =>
  Object.keys(filterOf(kind, view)).length > 1;

const addressOf = (kind: PolicyKind): ListAddress<PolicyListView, PolicyFilter> => ({
  listViewIn: (params) => listViewIn(kind, params),
  filterOf: (view) => filterOf(kind, view),
  isNarrowed: (view) => isNarrowed(kind, view),
});

export const POLICY_LIST_ADDRESSES = {
  health: addressOf('health'),
  vehicle: addressOf('vehicle'),
} as const satisfies Record<PolicyKind, unknown>;
