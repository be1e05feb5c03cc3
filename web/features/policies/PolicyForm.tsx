import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { operation } from '../../data/operation';
import {
  CreatePolicyDocument,
  type PolicyInput,
  UpdatePolicyDocument,
} from '../../data/operations.generated';
import { useCustomer } from '../../records/customers/useCustomer';
import { useNameOfCustomer } from '../../records/customers/useNameOfCustomer';
import { lastInsurer, rememberInsurer } from '../../records/policies/lastInsurer';
import { PolicyFields } from '../../records/policies/PolicyFields';
import { POLICY_FIELD_GROUPS } from '../../records/policies/policyFieldGroups';
import {
  changesOf,
  formatValue,
  formOf,
  inputOf,
  labelsOf,
  type PolicyFormValues,
  policyFormSchema,
  proposedForm,
  warningsOf,
} from '../../records/policies/policyForm';
import { useOpenRecord } from '../../records/useOpenRecord';
import { RecordForm } from '../../ui/record/RecordForm';
import type { EditRules } from '../../ui/record/rebased';
import { type FormEnds, useRecordForm, useValidatedForm } from '../../ui/record/useRecordForm';
import { useSaveRecord } from '../../ui/record/useSaveRecord';
import { POLICY, type Policy, target } from './policy';

const saveOf = (kind: PolicyKind) => (base: Policy | null, input: PolicyInput, commandId: string) =>
  base
    ? operation(UpdatePolicyDocument, { ...target(base), input, commandId })
    : operation(CreatePolicyDocument, { kind, input, commandId });

const SAVE = { health: saveOf('health'), vehicle: saveOf('vehicle') } as const;

interface PolicyFormProps extends FormEnds {
  kind: PolicyKind;
  /** The policy as the edit begins; null for a new one. */
  base: Policy | null;
  /** For whom a new one is meant, when that is known. */
  customerId?: number | null;
}

export function PolicyForm({ kind, base: opened, customerId = null, ...ends }: PolicyFormProps) {
  const [proposed] = useState(() =>
    proposedForm(customerId, kolkataDay(new Date()), lastInsurer(kind)),
  );
  const form = useValidatedForm<PolicyFormValues>(
    opened ? formOf(opened) : proposed,
    policyFormSchema(kind),
  );
  const values = useWatch({ control: form.control }) as PolicyFormValues;
  const customer = useCustomer(values.customerId === '' ? null : Number(values.customerId));
  const nameOf = useNameOfCustomer();
  const rules = useMemo(
    (): EditRules<Policy, PolicyFormValues> => ({
      labels: labelsOf(kind),
      formOf,
      format: (field, value) =>
        field === 'customerId' ? nameOf(value) : formatValue(field, value),
    }),
    [kind, nameOf],
  );

  const openRecord = useOpenRecord();
  const edit = useRecordForm({
    ...ends,
    onSaved: (id) => {
      if (!opened) rememberInsurer(kind, form.getValues('insuranceCompany').trim());
      return ends.onSaved(id);
    },
    type: POLICY[kind],
    opened,
    form,
    rules,
    changesOf: (base, typed) => (base ? changesOf(base, typed) : inputOf(kind, typed)),
    save: useSaveRecord(POLICY[kind], SAVE[kind]),
    view: opened ? undefined : openRecord,
  });
  const today = kolkataDay(new Date());
  const isFor = opened?.customerId ?? customerId;
  return (
    <RecordForm edit={edit}>
      <PolicyFields
        kind={kind}
        form={form}
        groups={POLICY_FIELD_GROUPS[kind]}
        warnings={warningsOf(kind, values, customer?.kycStatus ?? null, today)}
        warnsAtOnce={opened !== null}
        autoFocus={isFor === null ? 'customerId' : 'policyNumber'}
      />
    </RecordForm>
  );
}
