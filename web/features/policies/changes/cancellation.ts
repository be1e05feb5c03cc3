import type { Fields } from '@insuremanager/contracts/fields/field';
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

/** Nobody sells a vehicle that is not insured. */
export const cancellationFieldsOf = (kind: PolicyKind): Fields => ({
  ...cancellationFields,
  reason: {
    ...cancellationFields.reason,
    options: CANCELLATION_REASONS.filter((one) => kind === 'vehicle' || one !== 'sold_vehicle'),
  },
});
