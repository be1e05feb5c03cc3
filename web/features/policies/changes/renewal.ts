import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { breakWarning } from '@insuremanager/contracts/policies/policyWarnings';
import { addDays, endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { formatDay, parseDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { RenewalInput } from '../../../data/operations.generated';
import {
  formOf,
  inputOf,
  type PolicyFormValues,
  policyFormSchema,
} from '../../../records/policies/policyForm';
import type { Policy } from '../policy';

/** The next term as it is proposed: the same again, for the year after the end. */
export function renewalFormOf(policy: Policy): PolicyFormValues {
  const start = addDays(policy.endDate, 1);
  const { thirdPartyEndDate } = policy;
  return {
    ...formOf(policy),
    // Of the premium of another year the parts are others.
    ...{ ownDamagePremium: '', thirdPartyPremium: '', premiumGst: '' },
    startDate: formatDay(start),
    endDate: formatDay(endOfTerm(start)),
    thirdPartyEndDate:
      thirdPartyEndDate && thirdPartyEndDate >= start ? formatDay(thirdPartyEndDate) : '',
    status: 'active',
  };
}

/** What the next term of a policy must be. */
export const renewalSchema = (policy: Policy) =>
  policyFormSchema(policy.kind).superRefine(({ startDate }, context) => {
    if (startDate > policy.endDate) return;
    const message = `The new term must start after this one ends, on ${formatDay(policy.endDate)}`;
    context.addIssue({ code: 'custom', path: ['startDate'], message });
  });

/** All that the next term says; customer and status are not asked for. */
export function renewalOf(kind: PolicyKind, values: PolicyFormValues): RenewalInput {
  const { customerId: _customerId, status: _status, ...renewal } = inputOf(kind, values);
  return renewal;
}

/** What the days between the terms mean; null when there are none. */
export function breakBefore(policy: Policy, values: PolicyFormValues): string | null {
  const start = parseDay(values.startDate);
  return (start && breakWarning(policy.kind, policy.endDate, start)?.message) ?? null;
}
