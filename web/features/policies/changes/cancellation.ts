import { CancellationInput } from '@insuremanager/contracts/policies/policyChanges';
import {
  CANCELLATION_REASONS,
  type PolicyKind,
} from '@insuremanager/contracts/policies/policyKinds';
import { type Day, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Policy } from '../policy';
import { dayWithin, outsideTerm } from './endorsement';

export interface CancellationValues {
  cancelledOn: string;
  reason: string;
  note: string;
}

export const cancellationFormOf = (policy: Policy, today: Day): CancellationValues => ({
  cancelledOn: shownDay(dayWithin(policy, today)),
  reason: '',
  note: '',
});

/** A valid form as the gateway takes a cancellation of a policy. */
export const cancellationSchema = (policy: Policy) =>
  CancellationInput.superRefine(({ cancelledOn }, context) => {
    const outside = cancelledOn ? outsideTerm(policy, cancelledOn) : 'Cancelled on is required';
    if (outside) context.addIssue({ code: 'custom', path: ['cancelledOn'], message: outside });
  });

/** Why a policy of a kind is cancelled. */
export const reasonsFor = (kind: PolicyKind) =>
  CANCELLATION_REASONS.filter((reason) => kind === 'vehicle' || reason !== 'sold_vehicle');
