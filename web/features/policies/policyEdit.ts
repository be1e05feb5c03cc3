import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { labelsOf, shownValue } from '../../ui/policies/policyFieldWords';
import { formOf, type PolicyFormValues } from '../../ui/policies/policyForm';
import type { EditRules } from '../../ui/record/rebased';
import type { Policy } from './policy';

/** `nameOf` a customer, by the number that the form holds. */
export const policyEditRules = (
  kind: PolicyKind,
  nameOf: (customerId: string) => string,
): EditRules<Policy, PolicyFormValues> => ({
  labels: labelsOf(kind),
  formOf,
  shown: (field, value) => (field === 'customerId' ? nameOf(value) : shownValue(field, value)),
});
