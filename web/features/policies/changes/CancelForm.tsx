import { HTMLSelect } from '@blueprintjs/core';
import { labelsOf } from '@insuremanager/contracts/fields/fields';
import { cancellationFields } from '@insuremanager/contracts/policies/policyInputs';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { operation } from '../../../data/operation';
import { type CancellationInput, CancelPolicyDocument } from '../../../data/operations.generated';
import { formatValue } from '../../../records/policies/policyForm';
import { FormField } from '../../../ui/FormField';
import { optionsOf } from '../../../ui/labels';
import { wireValues } from '../../../ui/record/fieldsForm';
import { DayField, LongTextField } from '../../../ui/record/formFields';
import { RecordForm } from '../../../ui/record/RecordForm';
import { type FormEnds, useRecordForm, validatedBy } from '../../../ui/record/useRecordForm';
import { POLICY, type Policy, target } from '../policy';
import {
  type CancellationValues,
  cancellationFormOf,
  cancellationSchema,
  reasonsFor,
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
  const form = useForm<CancellationValues>({
    defaultValues: formOf(policy),
    resolver: validatedBy(cancellationSchema(policy)),
    mode: 'onTouched',
  });
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
  const { errors } = form.formState;
  const reasons = optionsOf(reasonsFor(policy.kind));

  return (
    <RecordForm edit={edit} submitLabel="Cancel Policy" closeLabel="Keep Policy">
      <fieldset>
        <legend>{policy.policyNumber}</legend>
        <DayField
          form={form}
          name="cancelledOn"
          label={LABELS.cancelledOn}
          required
          hint="The first day without cover"
        />
        <FormField label={LABELS.reason} required error={errors.reason?.message}>
          {(field) => (
            <HTMLSelect
              {...field}
              {...form.register('reason')}
              fill
              autoFocus
              options={[{ value: '', label: 'Choose a reason' }, ...reasons]}
            />
          )}
        </FormField>
        <LongTextField
          form={form}
          name="note"
          label={LABELS.note}
          maxLength={cancellationFields.note.limit}
        />
      </fieldset>
    </RecordForm>
  );
}
