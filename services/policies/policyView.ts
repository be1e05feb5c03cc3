import { daysUntilExpiry, graceUntil } from '@insuremanager/contracts/policies/policyTerm';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { ERASED_IDENTITY, nextOf, type Policy, type Term } from './policy.js';
import { type PolicyRow, policyColumns } from './policyTables.js';

/** @param today the Kolkata day from which days are counted. */
export function viewOfTerm(policy: Policy, term: Term, today: Day): PolicyView {
  const { id: policyId, kind } = policy;
  const { cover, identity, previousId: predecessorId } = term;
  const values = {
    ...{ ...term, ...(identity ?? ERASED_IDENTITY), ...cover, kind, policyId, predecessorId },
    quotationId: predecessorId === null ? policy.quotationId : null,
    successorId: nextOf(policy, term)?.id ?? null,
    ...{ createdAt: term.issuedAt, updatedAt: term.changedAt },
  };
  return { ...policyColumns.toView(values), ...daysOf(values, today) };
}

/** @param today the Kolkata day from which days are counted. */
export function viewOfRow(row: PolicyRow, today: Day): PolicyView {
  const view = policyColumns.fromRow(row);
  return { ...view, ...daysOf(view, today) };
}

/** What is derived from the day, not stored. */
const daysOf = (dates: Parameters<typeof graceUntil>[0], today: Day) => ({
  daysUntilExpiry: daysUntilExpiry(dates, today),
  graceUntil: graceUntil(dates, today),
});
