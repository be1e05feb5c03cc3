import { Dialog } from '@blueprintjs/core';
import { NomineeInput, nomineeFields } from '@insuremanager/contracts/customers/nominees';
import { emptyFormOf, fieldNames } from '@insuremanager/contracts/fields/fields';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { useCommands } from '../../data/commands';
import { operation } from '../../data/operation';
import { type NomineeShownFragment, RecordNomineeDocument } from '../../data/operations.generated';
import { sentenceFor } from '../../data/problems';
import { FormFrame } from '../../ui/record/FormFrame';
import type { FormValues } from '../../ui/record/fieldsForm';
import { useValidatedForm } from '../../ui/record/useRecordForm';
import { useToast } from '../../ui/toaster/Toaster';
import { useReturnFocus } from '../../ui/useReturnFocus';
import { DescribedField } from '../FormFields';
import '../../ui/record/RecordDialog.css';

type Values = FormValues<typeof nomineeFields>;

interface NomineeDialogProps {
  customer: { readonly id: number; readonly name: string };
  onSaved: (nominees: readonly NomineeShownFragment[]) => void;
  onClose: () => void;
}

/** Records whom a customer has named. */
export default function NomineeDialog({ customer, onSaved, onClose }: NomineeDialogProps) {
  useReturnFocus();
  const send = useCommands();
  const showToast = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const today = formatDay(kolkataDay(new Date()));
  const form = useValidatedForm<Values>(
    { ...emptyFormOf(nomineeFields), recordedOn: today },
    NomineeInput,
  );

  const save = form.handleSubmit(async (input) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const answer = await send(
      (commandId) =>
        operation(RecordNomineeDocument, { customerId: customer.id, input, commandId }),
      { content: JSON.stringify(input) },
    );
    setBusy(false);
    if (!answer.failure) {
      onSaved(answer.data.saved.nominees);
      showToast({ title: 'Nominee Recorded', description: input.name.trim() });
      return onClose();
    }
    const named = answer.failure.problem?.fields ?? [];
    for (const { field, message } of named) form.setError(field as keyof Values, { message });
    if (named.length > 0) return;
    setFailure(sentenceFor(answer.failure, 'Failed to record the nominee. Please try again.'));
  });

  return (
    <Dialog
      isOpen
      title="Record nominee"
      onClose={onClose}
      canOutsideClickClose={false}
      className="record-dialog"
    >
      <FormFrame
        label="Record nominee"
        message={failure === null ? null : { text: failure }}
        keyHint="Ctrl+Enter saves"
        closeLabel="Cancel"
        submitLabel="Save"
        isBusy={isBusy}
        onClose={onClose}
        onSubmit={() => void save()}
      >
        <p>
          Whom <bdi>{customer.name}</bdi> has named to exercise their rights to their personal data
          on death or incapacity. It is no nominee of a policy.
        </p>
        {fieldNames(nomineeFields).map((name) => (
          <DescribedField
            key={name}
            {...{ form, fields: nomineeFields, name }}
            autoFocus={name === 'name'}
          />
        ))}
      </FormFrame>
    </Dialog>
  );
}
