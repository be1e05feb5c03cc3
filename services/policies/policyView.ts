import { daysUntilExpiry, graceUntil } from '@insuremanager/contracts/policies/policyTerm';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { stampsOfRow } from '../platform/readModels/recordColumns.js';
import { ERASED_IDENTITY, nextOf, type Policy, type Term } from './policy.js';
import { type PolicyRow, policyColumns } from './policyTables.js';

/** @param today the Kolkata day from which days are counted. */
export function viewOfTerm(policy: Policy, term: Term, today: Day): PolicyView {
  const { kind } = policy;
  const { cover, identity, previousId } = term;
  return {
    id: term.id,
    kind,
    ...policyColumns.toView({ ...term, ...(identity ?? ERASED_IDENTITY), ...cover }),
    ...daysOf({ ...term, ...cover, kind }, today),
    policyId: policy.id,
    predecessorId: previousId,
    quotationId: previousId === null ? policy.quotationId : null,
    successorId: nextOf(policy, term)?.id ?? null,
    createdAt: term.issuedAt.toISOString(),
    updatedAt: term.changedAt.toISOString(),
    version: term.version,
  };
}

/** @param today the Kolkata day from which days are counted. */
export function viewOfRow(row: PolicyRow, today: Day): PolicyView {
  const { id, kind } = row;
  const fields = policyColumns.fromRow(row);
  return {
    id,
    kind,
    ...fields,
    ...daysOf({ ...fields, kind }, today),
    policyId: row.policy_id,
    predecessorId: row.predecessor_id,
    quotationId: row.quotation_id,
    successorId: row.successor_id,
    ...stampsOfRow(row),
  };
}

/** What is derived from the day, not stored. */
const daysOf = (dates: Parameters<typeof graceUntil>[0], today: Day) => ({
  daysUntilExpiry: daysUntilExpiry(dates, today),
  graceUntil: graceUntil(dates, today),
});
