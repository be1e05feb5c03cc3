import { labelsOf } from '@insuremanager/contracts/fields/fields';
import { cancellationFields } from '@insuremanager/contracts/policies/policyInputs';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { operation } from '../../../data/operation';
import { type CancellationInput, CancelPolicyDocument } from '../../../data/operations.generated';
import { DescribedField } from '../../../records/FormFields';
import { wireValues } from '../../../ui/record/fieldsForm';
import { RecordForm } from '../../../ui/record/RecordForm';
import { type FormEnds, useRecordForm, useValidatedForm } from '../../../ui/record/useRecordForm';
import { formatValue, POLICY, type Policy, target } from '../policy';
import {
  type CancellationValues,
  cancellationFieldsOf,
  cancellationFormOf,
  cancellationSchema,
} from './cancellation';
import { useChangePolicy } from './useChangePolicy';

const LABELS = labelsOf(cancellationFields);

const done = ({ policyNumber }: Policy) => ({
  title: 'Policy Cancelled',
  description: `${policyNumber} has been cancelled.`,
});

const cancel = (policy: Policy, input: CancellationInput, commandId: string) =>
  operation(CancelPolicyDocument, { ...target(policy), input, commandId });

/** Ends the cover of a policy before its time. */
export function CancelForm({ policy, ...ends }: FormEnds & { policy: Policy }) {
  const [today] = useState(() => kolkataDay(new Date()));
  const formOf = (now: Policy) => cancellationFormOf(now, today);
  const form = useValidatedForm<CancellationValues>(formOf(policy), cancellationSchema(policy));
  const save = useChangePolicy(policy.kind, 'cancel', cancel);
  const edit = useRecordForm({
    ...ends,
    type: POLICY[policy.kind],
    opened: policy,
    form,
    rules: { labels: LABELS, formOf, format: formatValue },
    changesOf: (_base, typed) => wireValues(cancellationFields, typed) as CancellationInput,
    save,
    done,
  });
  const fields = cancellationFieldsOf(policy.kind);

  return (
    <RecordForm edit={edit} submitLabel="Cancel Policy" closeLabel="Keep Policy">
      <fieldset>
        <legend>{policy.policyNumber}</legend>
        <DescribedField
          form={form}
          fields={fields}
          name="cancelledOn"
          required
          hint="The first day without cover"
        />
        <DescribedField form={form} fields={fields} name="reason" autoFocus />
        <DescribedField form={form} fields={fields} name="note" />
      </fieldset>
    </RecordForm>
  );
}
