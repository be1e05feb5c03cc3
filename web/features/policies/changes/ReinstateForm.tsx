import { useMutation } from '@apollo/client/react';
import { TextArea } from '@blueprintjs/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { ReinstatementInput } from '@insuremanager/contracts/policies/policyChanges';
import { shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useCallback } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { ReinstatePolicyDocument } from '../../../data/operations.generated';
import { FormField } from '../../../ui/FormField';
import { shownValue } from '../../../ui/policies/policyFieldWords';
import { RecordForm } from '../../../ui/record/RecordForm';
import { type FormEnds, useRecordForm } from '../../../ui/record/useRecordForm';
import type { Policy } from '../policy';
import { FormNote } from './FormNote';
import { useChangePolicy } from './useChangePolicy';

interface ReinstatementValues {
  note: string;
}

const LABELS = { note: 'Note' };
const IS_OVER = 'Its term is over. If cover goes on, renew it or correct its end date.';

const formOf = (): ReinstatementValues => ({ note: '' });
const done = ({ policyNumber }: Policy) => ({
  title: 'Policy Reinstated',
  description: `${policyNumber} is active again.`,
});

/** Undoes a cancellation or a lapse. */
export function ReinstateForm({ policy, ...ends }: FormEnds & { policy: Policy }) {
  const form = useForm<ReinstatementValues, unknown, ReinstatementInput>({
    defaultValues: formOf(),
    resolver: zodResolver(ReinstatementInput) as unknown as Resolver<
      ReinstatementValues,
      unknown,
      ReinstatementInput
    >,
    mode: 'onTouched',
  });
  const save = useChangePolicy(policy.kind, 'reinstate', useSendReinstatement());
  const edit = useRecordForm({
    ...ends,
    one: 'policy',
    opened: policy,
    form,
    rules: { labels: LABELS, formOf, shown: shownValue },
    changesOf: (_base, { note }) => ({ note: note ?? null }),
    save,
    done,
  });

  return (
    <RecordForm
      edit={edit}
      one="policy"
      addLabel="Reinstate Policy"
      saveLabel="Reinstate Policy"
      shownValue={shownValue}
      onClose={ends.onClose}
    >
      <p>
        {policy.policyNumber} is {policy.status} now. It will be active again, until{' '}
        {shownDay(policy.endDate)}.
      </p>
      {policy.daysUntilExpiry < 0 && <FormNote>{IS_OVER}</FormNote>}
      <FormField label={LABELS.note} error={form.formState.errors.note?.message}>
        {(field) => {
          const { ref, ...area } = form.register('note');
          return <TextArea {...field} {...area} inputRef={ref} fill maxLength={500} autoFocus />;
        }}
      </FormField>
    </RecordForm>
  );
}

function useSendReinstatement() {
  const [reinstate] = useMutation(ReinstatePolicyDocument);
  return useCallback(
    async ({ id, kind, version }: Policy, input: ReinstatementInput, commandId: string) => {
      const variables = { id, kind, expectedVersion: version, input, commandId };
      return (await reinstate({ variables })).data?.reinstatePolicy.policy;
    },
    [reinstate],
  );
}
