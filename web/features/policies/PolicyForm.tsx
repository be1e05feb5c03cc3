import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useCustomer } from '../../ui/CustomerPicker';
import { PolicyFields } from '../../ui/policies/PolicyFields';
import { POLICY_FIELD_GROUPS, REQUIRED_POLICY_FIELDS } from '../../ui/policies/policyFieldGroups';
import { shownValue } from '../../ui/policies/policyFieldWords';
import {
  changesOf,
  emptyForm,
  formOf,
  inputOf,
  type PolicyFormValues,
  policyFormSchema,
  warningsOf,
} from '../../ui/policies/policyForm';
import { RecordForm } from '../../ui/record/RecordForm';
import { type FormEnds, useRecordForm, validatedBy } from '../../ui/record/useRecordForm';
import { useNameOfCustomer } from '../../ui/useNameOfCustomer';
import type { Policy } from './policy';
import { policyEditRules } from './policyEdit';
import { POLICY_LISTS } from './policyListDesign';
import { useSavePolicy } from './useSavePolicy';

interface PolicyFormProps extends FormEnds {
  kind: PolicyKind;
  /** The policy as the edit begins; null for a new one. */
  base: Policy | null;
  /** For whom a new one is meant, when that is known. */
  holderId?: number | null;
}

const done = ({ policyNumber }: Policy, isNew: boolean) =>
  isNew
    ? { title: 'Policy Created', description: `${policyNumber} has been added.` }
    : { title: 'Policy Updated', description: `${policyNumber} has been updated.` };

export function PolicyForm({ kind, base: opened, holderId = null, ...ends }: PolicyFormProps) {
  const form = useForm<PolicyFormValues>({
    defaultValues: opened ? formOf(opened) : emptyForm(holderId),
    resolver: validatedBy(policyFormSchema(kind)),
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as PolicyFormValues;
  const customer = useCustomer(values.customerId === '' ? null : Number(values.customerId));
  const nameOf = useNameOfCustomer();
  const rules = useMemo(() => policyEditRules(kind, nameOf), [kind, nameOf]);
  const save = useSavePolicy(kind);

  const edit = useRecordForm({
    ...ends,
    one: 'policy',
    opened,
    form,
    rules,
    changesOf: (base, typed) => (base ? changesOf(base, typed) : inputOf(kind, typed)),
    save,
    done,
  });
  const today = kolkataDay(new Date());
  const isFor = opened?.customerId ?? holderId;
  return (
    <RecordForm
      edit={edit}
      one="policy"
      addLabel={POLICY_LISTS[kind].addLabel}
      shownValue={shownValue}
      onClose={ends.onClose}
    >
      <PolicyFields
        kind={kind}
        form={form}
        groups={POLICY_FIELD_GROUPS[kind]}
        required={REQUIRED_POLICY_FIELDS}
        warnings={warningsOf(kind, values, customer?.kycStatus ?? null, today)}
        warnsAtOnce={opened !== null}
        autoFocus={isFor === null ? 'customerId' : 'policyNumber'}
      />
    </RecordForm>
  );
}
