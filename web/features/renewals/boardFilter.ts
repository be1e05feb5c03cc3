import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { isMonth } from '@insuremanager/contracts/renewals/renewalKinds';
import {
  addMonths,
  formatMonth,
  type Month,
  monthOf,
} from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { RenewalBoardFilter } from '../../data/operations.generated';
import { idIn } from '../../ui/list/addressValues';

/** What the board is filtered by, as its address says; null: by nothing. */
export interface BoardFilter {
  /** Null: this month, with what is past due. */
  month: Month | null;
  owner: number | 'none' | null;
  insurer: string;
  kind: PolicyKind | null;
}

/** What cannot be understood is as if it were not there. */
export function boardFilterIn(params: URLSearchParams): BoardFilter {
  const month = params.get('month') ?? '';
  const kind = params.get('kind');
  return {
    month: isMonth(month) ? month : null,
    owner: params.get('owner') === 'none' ? 'none' : idIn(params, 'owner'),
    insurer: params.get('insurer')?.trim() ?? '',
    kind: POLICY_KINDS.find((one) => one === kind) ?? null,
  };
}

export const filterInputOf = ({
  month,
  owner,
  insurer,
  kind,
}: BoardFilter): RenewalBoardFilter => ({
  month,
  insurer: insurer || null,
  kind,
  ...(owner === 'none' ? { withoutOwner: true } : { ownerId: owner }),
});

const MONTHS_BACK = 6;
const MONTHS_AHEAD = 6;

/** The months to choose from, and another one that the address names. */
export function monthOptions(today: Day, chosen: Month | null) {
  const months = Array.from({ length: MONTHS_BACK + 1 + MONTHS_AHEAD }, (_, at) =>
    monthOf(addMonths(today, at - MONTHS_BACK)),
  );
  const all = chosen === null ? months : [...new Set([...months, chosen])].sort();
  return all.map((month) => ({
    value: month === monthOf(today) ? '' : month,
    label: month === monthOf(today) ? `${formatMonth(month)} + overdue` : formatMonth(month),
  }));
}
