import { policyFields } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { CreatePolicyDocument, UpdatePolicyDocument } from '../../data/operations.generated';
import { useCustomer } from '../../records/customers/useCustomer';
import { useFieldsForm } from '../../records/FieldsForm';
import { formDesign } from '../../records/formDesign';
import { lastInsurer, rememberInsurer } from '../../records/policies/lastInsurer';
import { PolicyFields } from '../../records/policies/PolicyFields';
import { POLICY_FIELD_GROUPS } from '../../records/policies/policyFieldGroups';
import {
  changesOf,
  formOf,
  inputOf,
  policyFormSchema,
  proposedForm,
  warningsOf,
} from '../../records/policies/policyForm';
import { RecordForm } from '../../ui/record/RecordForm';
import type { FormEnds } from '../../ui/record/useRecordForm';
import { saveBy } from '../../ui/record/useSaveRecord';
import { POLICY, type Policy } from './policy';

export const designOf = (kind: PolicyKind) =>
  formDesign(POLICY[kind], policyFields, {
    kind,
    schema: policyFormSchema(kind),
    groups: POLICY_FIELD_GROUPS[kind],
    formOf,
    inputOf: (values) => inputOf(kind, values),
    changesOf,
    save: saveBy(CreatePolicyDocument, UpdatePolicyDocument, { kind }),
    onAdded: ({ insuranceCompany }) => rememberInsurer(kind, insuranceCompany),
  });

const POLICY_FORM = { health: designOf('health'), vehicle: designOf('vehicle') };

interface PolicyFormProps extends FormEnds {
  kind: PolicyKind;
  /** The policy as the edit begins; null for a new one. */
  base: Policy | null;
  /** For whom a new one is meant, when that is known. */
  customerId?: number | null;
}

export function PolicyForm({ kind, customerId = null, ...form }: PolicyFormProps) {
  const today = kolkataDay(new Date());
  const [initial] = useState(() => proposedForm(customerId, today, lastInsurer(kind)));
  const { edit, shown } = useFieldsForm({ design: POLICY_FORM[kind], initial, ...form });
  const { values } = shown;
  const customer = useCustomer(values.customerId === '' ? null : Number(values.customerId));
  return (
    <RecordForm edit={edit}>
      <PolicyFields
        {...shown}
        kind={kind}
        warnings={warningsOf(kind, values, customer?.kycStatus ?? null, today)}
      />
    </RecordForm>
  );
}
