import { useMutation } from '@apollo/client/react';
import { HTMLSelect, TextArea } from '@blueprintjs/core';
import { zodResolver } from '@hookform/resolvers/zod';
import type { CancellationInput } from '@insuremanager/contracts/policies/policyChanges';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useCallback, useState } from 'react';
import { Controller, type Resolver, useForm } from 'react-hook-form';
import { CancelPolicyDocument } from '../../../data/operations.generated';
import { DayTextInput } from '../../../ui/DayTextInput';
import { FormField } from '../../../ui/FormField';
import { shownValue } from '../../../ui/policies/policyFieldWords';
import { CANCELLATION_REASON_WORDS } from '../../../ui/policies/policyWords';
import { RecordForm } from '../../../ui/record/RecordForm';
import { type FormEnds, useRecordForm } from '../../../ui/record/useRecordForm';
import type { Policy } from '../policy';
import {
  type CancellationValues,
  cancellationFormOf,
  cancellationSchema,
  reasonsFor,
} from './cancellation';
import { useChangePolicy } from './useChangePolicy';

const LABELS = { cancelledOn: 'Cancelled on', reason: 'Reason', note: 'Note' };

const done = ({ policyNumber }: Policy) => ({
  title: 'Policy Cancelled',
  description: `${policyNumber} has been cancelled.`,
});

/** Ends the cover of a policy before its time. */
export function CancelForm({ policy, ...ends }: FormEnds & { policy: Policy }) {
  const [today] = useState(() => kolkataDay(new Date()));
  const formOf = (now: Policy) => cancellationFormOf(now, today);
  const form = useForm<CancellationValues, unknown, CancellationInput>({
    defaultValues: formOf(policy),
    resolver: zodResolver(cancellationSchema(policy)) as unknown as Resolver<
      CancellationValues,
      unknown,
      CancellationInput
    >,
    mode: 'onTouched',
  });
  const save = useChangePolicy(policy.kind, 'cancel', useSendCancellation());
  const edit = useRecordForm({
    ...ends,
    one: 'policy',
    opened: policy,
    form,
    rules: { labels: LABELS, formOf, shown: shownValue },
    changesOf: (_base, input) => input,
    save,
    done,
  });
  const { errors } = form.formState;
  const reasons = reasonsFor(policy.kind).map((value) => ({
    value,
    label: CANCELLATION_REASON_WORDS[value],
  }));

  return (
    <RecordForm
      edit={edit}
      one="policy"
      addLabel="Cancel Policy"
      saveLabel="Cancel Policy"
      closeLabel="Keep Policy"
      shownValue={shownValue}
      onClose={ends.onClose}
    >
      <fieldset>
        <legend>{policy.policyNumber}</legend>
        <FormField
          label={LABELS.cancelledOn}
          required
          hint="The first day without cover"
          error={errors.cancelledOn?.message}
        >
          {(field) => (
            <Controller
              control={form.control}
              name="cancelledOn"
              render={({ field: { value, onChange, onBlur, ref } }) => (
                <DayTextInput
                  {...field}
                  text={value}
                  onChange={onChange}
                  onBlur={onBlur}
                  inputRef={ref}
                  autoFocus
                />
              )}
            />
          )}
        </FormField>
        <FormField label={LABELS.reason} required error={errors.reason?.message}>
          {(field) => (
            <HTMLSelect
              {...field}
              {...form.register('reason')}
              fill
              options={[{ value: '', label: 'Choose a reason' }, ...reasons]}
            />
          )}
        </FormField>
        <FormField label={LABELS.note} error={errors.note?.message}>
          {(field) => {
            const { ref, ...area } = form.register('note');
            return <TextArea {...field} {...area} inputRef={ref} fill maxLength={500} />;
          }}
        </FormField>
      </fieldset>
    </RecordForm>
  );
}

function useSendCancellation() {
  const [cancel] = useMutation(CancelPolicyDocument);
  return useCallback(
    async ({ id, kind, version }: Policy, input: CancellationInput, commandId: string) => {
      const variables = { id, kind, expectedVersion: version, input, commandId };
      return (await cancel({ variables })).data?.cancelPolicy.policy;
    },
    [cancel],
  );
}
