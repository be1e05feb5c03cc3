import { emptyFormOf } from '@insuremanager/contracts/fields/fields';
import {
  CancellationInput,
  cancellationFields,
} from '@insuremanager/contracts/policies/policyInputs';
import {
  CANCELLATION_REASONS,
  type PolicyKind,
} from '@insuremanager/contracts/policies/policyKinds';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { FormValues } from '../../../ui/record/fieldsForm';
import type { Policy } from '../policy';
import { dayWithin, outsideTerm } from './endorsement';

export type CancellationValues = FormValues<typeof cancellationFields>;

export const cancellationFormOf = (policy: Policy, today: Day): CancellationValues => ({
  ...emptyFormOf(cancellationFields),
  cancelledOn: formatDay(dayWithin(policy, today)),
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
