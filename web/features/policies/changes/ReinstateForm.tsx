import { emptyFormOf, labelsOf } from '@insuremanager/contracts/fields/fields';
import {
  ReinstatementInput,
  reinstatementFields,
} from '@insuremanager/contracts/policies/policyInputs';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { operation } from '../../../data/operation';
import {
  ReinstatePolicyDocument,
  type ReinstatementInput as WireInput,
} from '../../../data/operations.generated';
import { DescribedField } from '../../../records/FormFields';
import { type FormValues, wireValues } from '../../../ui/record/fieldsForm';
import { FormNote, RecordForm } from '../../../ui/record/RecordForm';
import { type FormEnds, useRecordForm, useValidatedForm } from '../../../ui/record/useRecordForm';
import { formatValue, POLICY, type Policy, target } from '../policy';
import { useChangePolicy } from './useChangePolicy';

type ReinstatementValues = FormValues<typeof reinstatementFields>;

const LABELS = labelsOf(reinstatementFields);
const IS_OVER = 'The term has ended. Renew the policy, or correct its end date.';

const formOf = () => emptyFormOf(reinstatementFields);
const done = ({ policyNumber }: Policy) => ({
  title: 'Policy Reinstated',
  description: `${policyNumber} is active again.`,
});

const reinstate = (policy: Policy, input: WireInput, commandId: string) =>
  operation(ReinstatePolicyDocument, { ...target(policy), input, commandId });

/** Undoes a cancellation or a lapse. */
export function ReinstateForm({ policy, ...ends }: FormEnds & { policy: Policy }) {
  const form = useValidatedForm<ReinstatementValues>(formOf(), ReinstatementInput);
  const save = useChangePolicy(policy.kind, 'reinstate', reinstate);
  const edit = useRecordForm({
    ...ends,
    type: POLICY[policy.kind],
    opened: policy,
    form,
    rules: { labels: LABELS, formOf, format: formatValue },
    changesOf: (_base, typed) => wireValues(reinstatementFields, typed) as WireInput,
    save,
    done,
  });

  return (
    <RecordForm edit={edit} submitLabel="Reinstate Policy">
      <p>
        {policy.policyNumber} is {policy.status} now. It will be active again, until{' '}
        {formatDay(policy.endDate)}.
      </p>
      {policy.daysUntilExpiry < 0 && <FormNote>{IS_OVER}</FormNote>}
      <DescribedField form={form} fields={reinstatementFields} name="note" autoFocus />
    </RecordForm>
  );
}
