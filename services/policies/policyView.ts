import { daysUntilExpiry, graceUntil } from '@insuremanager/contracts/policies/policyTerm';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import { ERASED_IDENTITY } from './erasedIdentity.js';
import type { PolicyRecord } from './policyState.js';

/**
 * @param version the revision of the stream that `record` was folded from.
 * @param today the Kolkata day from which days are counted.
 */
export function policyView(record: PolicyRecord, version: number, today: Day): PolicyView {
  const { cover, kind, status } = record;
  const { endDate, premiumFrequency } = cover;
  return {
    id: record.id,
    kind,
    customerId: record.customerId,
    ...(record.identity ?? ERASED_IDENTITY),
    ...cover,
    sumAssured: decimalOf(cover.sumAssured),
    premiumAmount: decimalOf(cover.premiumAmount),
    status,
    daysUntilExpiry: daysUntilExpiry({ endDate }, today),
    graceUntil: graceUntil({ kind, status, endDate, premiumFrequency }, today),
    chainId: record.chainId,
    predecessorId: record.predecessorId,
    quotationId: record.quotationId,
    successorId: record.successorId,
    createdAt: record.issuedAt.toISOString(),
    updatedAt: record.changedAt.toISOString(),
    version,
  };
}
