import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { breakWarning } from '@insuremanager/contracts/policies/policyWarnings';
import { addDays, endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { dayFrom, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { RenewalInput } from '../../../data/operations.generated';
import {
  formOf,
  inputOf,
  type PolicyFormValues,
  policyFormSchema,
} from '../../../ui/policies/policyForm';
import type { Policy } from '../policy';

/** The next term as it is proposed: the same again, for the year after the end. */
export function renewalFormOf(policy: Policy): PolicyFormValues {
  const start = addDays(policy.endDate, 1);
  const { thirdPartyEndDate } = policy;
  return {
    ...formOf(policy),
    startDate: shownDay(start),
    endDate: shownDay(endOfTerm(start)),
    thirdPartyEndDate:
      thirdPartyEndDate && thirdPartyEndDate >= start ? shownDay(thirdPartyEndDate) : '',
    status: 'active',
  };
}

/** What the next term of a policy must be. */
export const renewalSchema = (policy: Policy) =>
  policyFormSchema(policy.kind).superRefine(({ startDate }, context) => {
    if (startDate > policy.endDate) return;
    const message = `The new term must start after this one ends, on ${shownDay(policy.endDate)}`;
    context.addIssue({ code: 'custom', path: ['startDate'], message });
  });

/** All that the next term says; holder and status are not asked for. */
export function renewalOf(kind: PolicyKind, values: PolicyFormValues): RenewalInput {
  const { customerId: _holder, status: _status, ...renewal } = inputOf(kind, values);
  return renewal;
}

/** What the days between the terms mean; null when there are none. */
export function breakBefore(policy: Policy, values: PolicyFormValues): string | null {
  const start = dayFrom(values.startDate);
  return (start && breakWarning(policy.kind, policy.endDate, start)?.message) ?? null;
}
