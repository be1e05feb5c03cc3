import { emptyFormOf, labelsOf } from '@insuremanager/contracts/fields/fields';
import { TakenBackInput, takenBackFields } from '@insuremanager/contracts/policies/paymentFields';
import { operation } from '../../../data/operation';
import {
  TakeBackInstalmentDocument,
  type TakenBackInput as WireInput,
} from '../../../data/operations.generated';
import { DescribedField } from '../../../records/FormFields';
import { type FormValues, wireValues } from '../../../ui/record/fieldsForm';
import { RecordForm } from '../../../ui/record/RecordForm';
import { type FormEnds, useRecordForm, useValidatedForm } from '../../../ui/record/useRecordForm';
import { formatValue, POLICY, type Policy, target } from '../policy';
import { useChangePolicy } from './useChangePolicy';

type TakenBackValues = FormValues<typeof takenBackFields>;

const LABELS = labelsOf(takenBackFields);

const formOf = ({ instalmentsPaid }: Policy): TakenBackValues => ({
  ...emptyFormOf(takenBackFields),
  number: String(instalmentsPaid),
});
const done = ({ policyNumber, instalmentsPaid }: Policy) => ({
  title: 'Payment Taken Back',
  description: `${policyNumber}: instalment ${instalmentsPaid + 1} is due again.`,
});

const takeBack = (policy: Policy, input: WireInput, commandId: string) =>
  operation(TakeBackInstalmentDocument, { ...target(policy), input, commandId });

/** Undoes the latest payment: it was marked by mistake, or came back. */
export function TakeBackForm({ policy, ...ends }: FormEnds & { policy: Policy }) {
  const form = useValidatedForm<TakenBackValues>(formOf(policy), TakenBackInput);
  const save = useChangePolicy(policy.kind, 'take_back', takeBack);
  const edit = useRecordForm({
    ...ends,
    type: POLICY[policy.kind],
    opened: policy,
    form,
    rules: { labels: LABELS, formOf, format: formatValue },
    changesOf: (_base, typed) => wireValues(takenBackFields, typed) as WireInput,
    save,
    done,
  });

  return (
    <RecordForm edit={edit} submitLabel="Take Back Payment">
      <p>
        Instalment {policy.instalmentsPaid} of {policy.policyNumber} will be due again. The payment
        stays in the history.
      </p>
      <DescribedField form={form} fields={takenBackFields} name="reason" autoFocus />
    </RecordForm>
  );
}
