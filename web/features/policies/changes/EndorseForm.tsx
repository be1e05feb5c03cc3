import { useMutation } from '@apollo/client/react';
import { TextArea } from '@blueprintjs/core';
import type { PolicyField } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { kolkataDay, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useCallback, useState } from 'react';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { type EndorsementInput, EndorsePolicyDocument } from '../../../data/operations.generated';
import { DayTextInput } from '../../../ui/DayTextInput';
import { FormField } from '../../../ui/FormField';
import { PolicyFields } from '../../../ui/policies/PolicyFields';
import { type FieldGroup, REQUIRED_POLICY_FIELDS } from '../../../ui/policies/policyFieldGroups';
import { labelsOf, shownValue } from '../../../ui/policies/policyFieldWords';
import { type PolicyFormValues, warningsOf } from '../../../ui/policies/policyForm';
import { RecordForm } from '../../../ui/record/RecordForm';
import { type FormEnds, useRecordForm, validatedBy } from '../../../ui/record/useRecordForm';
import type { Policy } from '../policy';
import {
  type EndorsementValues,
  endorsableFields,
  endorsementFormOf,
  endorsementOf,
  endorsementSchema,
  type ShownChange,
  shownChanges,
} from './endorsement';
import { useChangePolicy } from './useChangePolicy';

const COVER: readonly PolicyField[] = [
  'sumAssured',
  'premiumAmount',
  'premiumFrequency',
  'policyType',
  'coverType',
  'ncbPercent',
  'endDate',
  'thirdPartyEndDate',
];

const groupsOf = (kind: PolicyKind): FieldGroup[] => {
  const fields = endorsableFields(kind);
  const cover = {
    heading: 'Cover and premium',
    fields: fields.filter((field) => COVER.includes(field)),
  };
  const vehicle = { heading: 'Vehicle', fields: fields.filter((field) => !COVER.includes(field)) };
  return kind === 'health' ? [cover] : [cover, vehicle];
};

const NOTHING_CHANGES = 'Nothing changes yet: change at least one field of the cover.';

/** Changes the cover of a policy from a day on, and keeps what was before. */
export function EndorseForm({ policy, ...ends }: FormEnds & { policy: Policy }) {
  const { kind } = policy;
  const [today] = useState(() => kolkataDay(new Date()));
  const formOf = (now: Policy) => endorsementFormOf(now, today);
  const form = useForm<EndorsementValues>({
    defaultValues: formOf(policy),
    resolver: validatedBy(endorsementSchema(policy)),
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as EndorsementValues;
  const save = useChangePolicy(kind, 'endorse', useSendEndorsement());
  const labels = { effectiveFrom: 'Effective from', reason: 'Reason', ...labelsOf(kind) };
  const edit = useRecordForm({
    ...ends,
    one: 'policy',
    opened: policy,
    form,
    rules: { labels, formOf, shown: shownValue },
    changesOf: (base, typed) => endorsementOf(base ?? policy, typed),
    save,
    holdUp: async () => (changes.length === 0 ? NOTHING_CHANGES : null),
    done: ({ policyNumber }) => ({
      title: 'Policy Endorsed',
      description: `${policyNumber} has been changed from ${values.effectiveFrom} on.`,
    }),
  });
  const changes = shownChanges(edit.base ?? policy, values);
  const { errors } = form.formState;

  return (
    <RecordForm
      edit={edit}
      one="policy"
      addLabel="Endorse Policy"
      saveLabel="Endorse Policy"
      shownValue={shownValue}
      onClose={ends.onClose}
    >
      <fieldset>
        <legend>Endorsement</legend>
        <FormField
          label="Effective from"
          required
          error={errors.effectiveFrom?.message}
          hint={`A day of the term, ${shownDay(policy.startDate)} to ${shownDay(policy.endDate)}`}
        >
          {(field) => (
            <Controller
              control={form.control}
              name="effectiveFrom"
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
        <FormField label="Reason" required error={errors.reason?.message}>
          {({ intent: _intent, ...field }) => {
            const { ref, ...area } = form.register('reason');
            return <TextArea {...field} {...area} inputRef={ref} fill maxLength={500} />;
          }}
        </FormField>
      </fieldset>
      <PolicyFields
        kind={kind}
        form={form as unknown as UseFormReturn<PolicyFormValues>}
        groups={groupsOf(kind)}
        required={REQUIRED_POLICY_FIELDS}
        warnings={warningsOf(kind, values, null, today)}
        warnsAtOnce
      />
      <Changes changes={changes} labels={labels} />
    </RecordForm>
  );
}

interface ChangesProps {
  changes: ShownChange[];
  labels: Readonly<Record<string, string>>;
}

/** What the endorsement will do, in the words of the history. */
const Changes = ({ changes, labels }: ChangesProps) => (
  <section className="endorsement-changes" aria-label="What changes">
    <h3>What changes</h3>
    {changes.length === 0 ? (
      <p className="muted">Nothing yet</p>
    ) : (
      <dl>
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{labels[field]}</dt>
            <dd className="tabular">
              <del>{before || '(empty)'}</del>
              <span aria-hidden="true"> → </span>
              <span className="visually-hidden">becomes</span>
              <ins>{after || '(empty)'}</ins>
            </dd>
          </div>
        ))}
      </dl>
    )}
  </section>
);

function useSendEndorsement() {
  const [endorse] = useMutation(EndorsePolicyDocument);
  return useCallback(
    async ({ id, kind, version }: Policy, input: EndorsementInput, commandId: string) => {
      const variables = { id, kind, expectedVersion: version, input, commandId };
      return (await endorse({ variables })).data?.endorsePolicy.policy;
    },
    [endorse],
  );
}
