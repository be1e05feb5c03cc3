import { HTMLSelect, TextArea } from '@blueprintjs/core';
import {
  CHANNEL_LABELS,
  OUTCOME_LABELS,
  REQUEST_CHANNELS,
  REQUEST_OUTCOMES,
  REQUESTED_RIGHTS,
} from '@insuremanager/contracts/privacy/requestKinds';
import { ClosingInput, NewPersonRequest } from '@insuremanager/contracts/privacy/requestViews';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { operation } from '../../../data/operation';
import {
  ClosePersonRequestDocument,
  ReceivePersonRequestDocument,
} from '../../../data/operations.generated';
import { CustomerPicker } from '../../../records/customers/CustomerPicker';
import { DayTextInput } from '../../../ui/DayInput';
import { FormField } from '../../../ui/FormField';
import { FormFrame } from '../../../ui/record/FormFrame';
import { type MarkUnsaved, RecordDialog } from '../../../ui/record/RecordDialog';
import { usePrivacyForm } from '../usePrivacyForm';
import { type PersonRequest, rightOf } from './personRequest';

interface Choice {
  value: string;
  label: string;
}
const CHOOSE: Choice = { value: '', label: 'Choose …' };
const RIGHTS = [
  CHOOSE,
  ...REQUESTED_RIGHTS.map((right) => ({ value: right, label: rightOf({ right }) })),
];
const CHANNELS = [
  CHOOSE,
  ...REQUEST_CHANNELS.map((value) => ({ value, label: CHANNEL_LABELS[value] })),
];
const OUTCOMES = [
  CHOOSE,
  ...REQUEST_OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] })),
];

interface NewRequestDialogProps {
  /** Whose it is, where that is known. */
  customerId: number | null;
  onSaved: (request: PersonRequest) => void;
  onClose: () => void;
}

/** Enters what somebody asks for. */
export const NewRequestDialog = (props: NewRequestDialogProps) => (
  <RecordDialog title="Add Request" onClose={props.onClose}>
    {(markUnsaved) => <NewRequestForm {...props} markUnsaved={markUnsaved} />}
  </RecordDialog>
);

function NewRequestForm({
  customerId,
  onSaved,
  onClose,
  markUnsaved,
}: NewRequestDialogProps & { markUnsaved: MarkUnsaved }) {
  const form = usePrivacyForm({
    opened: {
      customerId,
      ...{ right: '', channel: '', words: '' },
      receivedOn: formatDay(kolkataDay(new Date())),
    },
    schema: NewPersonRequest,
    toSend: ({ customerId: id, ...input }, commandId) =>
      operation(ReceivePersonRequestDocument, { customerId: id, input, commandId }),
    failed: 'Failed to add the request. Please try again.',
    markUnsaved,
    onSaved: ({ saved }) => onSaved(saved.personRequest),
  });
  const { values, errors, set } = form;
  return (
    <FormFrame
      label="Add request"
      message={form.message}
      keyHint="Ctrl+Enter saves"
      closeLabel="Cancel"
      submitLabel="Add Request"
      isBusy={form.isBusy}
      onClose={onClose}
      onSubmit={form.submit}
    >
      <FormField label="Customer" required error={errors.customerId}>
        {(field) => (
          <CustomerPicker
            {...field}
            customerId={values.customerId}
            onChange={(customer) => set({ customerId: customer?.id ?? null })}
            autoFocus={customerId === null}
          />
        )}
      </FormField>
      <FormField label="Right" required error={errors.right}>
        {({ intent: _intent, ...field }) => (
          <HTMLSelect
            {...field}
            fill
            options={RIGHTS}
            value={values.right}
            onChange={({ currentTarget }) => set({ right: currentTarget.value })}
          />
        )}
      </FormField>
      <FormField label="Received on" required error={errors.receivedOn}>
        {(field) => (
          <DayTextInput
            {...field}
            text={values.receivedOn}
            onChange={(receivedOn) => set({ receivedOn })}
          />
        )}
      </FormField>
      <FormField label="How" required error={errors.channel}>
        {({ intent: _intent, ...field }) => (
          <HTMLSelect
            {...field}
            fill
            options={CHANNELS}
            value={values.channel}
            onChange={({ currentTarget }) => set({ channel: currentTarget.value })}
          />
        )}
      </FormField>
      <FormField
        label="In words"
        required
        hint="What the person asks for. It is erased with them."
        error={errors.words}
      >
        {({ intent: _intent, ...field }) => (
          <TextArea
            {...field}
            fill
            rows={4}
            value={values.words}
            onChange={({ currentTarget }) => set({ words: currentTarget.value })}
          />
        )}
      </FormField>
    </FormFrame>
  );
}

interface CloseRequestDialogProps {
  request: PersonRequest;
  onSaved: () => void;
  onClose: () => void;
}

/** What became of a request. */
export const CloseRequestDialog = (props: CloseRequestDialogProps) => (
  <RecordDialog title="Close Request" onClose={props.onClose}>
    {(markUnsaved) => <CloseRequestForm {...props} markUnsaved={markUnsaved} />}
  </RecordDialog>
);

function CloseRequestForm({
  request: { id },
  onSaved,
  onClose,
  markUnsaved,
}: CloseRequestDialogProps & { markUnsaved: MarkUnsaved }) {
  const form = usePrivacyForm({
    opened: { outcome: '', answer: '' },
    schema: ClosingInput,
    toSend: (input, commandId) => operation(ClosePersonRequestDocument, { id, input, commandId }),
    failed: 'Failed to close the request. Please try again.',
    markUnsaved,
    onSaved,
  });
  const { values, errors, set } = form;
  return (
    <FormFrame
      label="Close request"
      message={form.message}
      keyHint="Ctrl+Enter saves"
      closeLabel="Cancel"
      submitLabel="Close Request"
      isBusy={form.isBusy}
      onClose={onClose}
      onSubmit={form.submit}
    >
      <FormField label="Outcome" required error={errors.outcome}>
        {({ intent: _intent, ...field }) => (
          <HTMLSelect
            {...field}
            fill
            options={OUTCOMES}
            value={values.outcome}
            onChange={({ currentTarget }) => set({ outcome: currentTarget.value })}
          />
        )}
      </FormField>
      <FormField
        label={values.outcome === 'refused' ? 'Reason' : 'Answer'}
        required={values.outcome === 'refused'}
        hint="What the person was told"
        error={errors.answer}
      >
        {({ intent: _intent, ...field }) => (
          <TextArea
            {...field}
            fill
            rows={4}
            value={values.answer}
            onChange={({ currentTarget }) => set({ answer: currentTarget.value })}
          />
        )}
      </FormField>
    </FormFrame>
  );
}
