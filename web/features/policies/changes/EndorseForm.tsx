import { labelsOf as labelsOfFields } from '@insuremanager/contracts/fields/fields';
import type { PolicyField } from '@insuremanager/contracts/policies/policyFields';
import { endorsementFields } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { operation } from '../../../data/operation';
import { type EndorsementInput, EndorsePolicyDocument } from '../../../data/operations.generated';
import { DescribedField } from '../../../records/FormFields';
import { PolicyFields } from '../../../records/policies/PolicyFields';
import { labelsOf, type PolicyFormValues, warningsOf } from '../../../records/policies/policyForm';
import type { FieldGroup } from '../../../ui/record/fieldsForm';
import { ChangeList } from '../../../ui/record/HistoryEntries';
import { RecordForm } from '../../../ui/record/RecordForm';
import { type FormEnds, useRecordForm, useValidatedForm } from '../../../ui/record/useRecordForm';
import { formatValue, POLICY, type Policy, target } from '../policy';
import {
  type EndorsementValues,
  endorsableNames,
  endorsementFormOf,
  endorsementOf,
  endorsementSchema,
  type ShownChange,
  shownChanges,
} from './endorsement';
import { useChangePolicy } from './useChangePolicy';
import './changes.css';

const COVER: readonly PolicyField[] = [
  'sumAssured',
  'premiumAmount',
  'premiumFrequency',
  'ownDamagePremium',
  'thirdPartyPremium',
  'premiumGst',
  'policyType',
  'coverType',
  'ncbPercent',
  'endDate',
  'thirdPartyEndDate',
];

const groupsOf = (kind: PolicyKind): FieldGroup<PolicyField>[] => {
  const fields = endorsableNames(kind);
  const cover = {
    heading: 'Cover and premium',
    fields: fields.filter((field) => COVER.includes(field)),
  };
  const rest = fields.filter((field) => !COVER.includes(field));
  return [cover, { heading: kind === 'health' ? 'Nominee' : 'Vehicle', fields: rest }];
};

const NOTHING_CHANGES = 'Change at least one field of the cover.';

const endorse = (policy: Policy, input: EndorsementInput, commandId: string) =>
  operation(EndorsePolicyDocument, { ...target(policy), input, commandId });

/** Changes the cover of a policy from a day on, and keeps what was before. */
export function EndorseForm({ policy, ...ends }: FormEnds & { policy: Policy }) {
  const { kind } = policy;
  const [today] = useState(() => kolkataDay(new Date()));
  const formOf = (now: Policy) => endorsementFormOf(now, today);
  const form = useValidatedForm<EndorsementValues>(formOf(policy), endorsementSchema(policy));
  const values = useWatch({ control: form.control }) as EndorsementValues;
  const save = useChangePolicy(policy.kind, 'endorse', endorse);
  const labels = { ...labelsOfFields(endorsementFields), ...labelsOf(kind) };
  const edit = useRecordForm({
    ...ends,
    type: POLICY[policy.kind],
    opened: policy,
    form,
    rules: { labels, formOf, format: formatValue },
    changesOf: (base, typed) => endorsementOf(base ?? policy, typed),
    save,
    holdUp: async () => (changes.length === 0 ? NOTHING_CHANGES : null),
    done: ({ policyNumber }) => ({
      title: 'Policy Endorsed',
      description: `${policyNumber} has been endorsed with effect from ${values.effectiveFrom}.`,
    }),
  });
  const changes = shownChanges(edit.base ?? policy, values);

  return (
    <RecordForm edit={edit} submitLabel="Endorse Policy">
      <fieldset>
        <legend>Endorsement</legend>
        <DescribedField
          form={form}
          fields={endorsementFields}
          name="effectiveFrom"
          hint={`A date within the term, ${formatDay(policy.startDate)} to ${formatDay(policy.endDate)}`}
        />
        <DescribedField form={form} fields={endorsementFields} name="reason" autoFocus />
      </fieldset>
      <PolicyFields
        kind={kind}
        form={form as unknown as UseFormReturn<PolicyFormValues>}
        groups={groupsOf(kind)}
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
      <ChangeList
        changes={changes.map(({ field, before, after }) => ({
          field,
          label: labels[field] ?? field,
          before: before || '(empty)',
          after: after || null,
        }))}
        formatValue={(_field, value) => value}
        verb="becomes"
      />
    )}
  </section>
);
