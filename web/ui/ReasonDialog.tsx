import { Dialog, type Intent, TextArea } from '@blueprintjs/core';
import { LONGEST_REASON, reasonText } from '@insuremanager/contracts/rules/reason';
import { type ReactNode, useState } from 'react';
import { FormField } from './FormField';
import { FormFrame } from './record/FormFrame';
import { useReturnFocus } from './useReturnFocus';
import './record/RecordDialog.css';

interface ReasonDialogProps {
  title: string;
  /** What is typed; a reason when left out. */
  label?: string;
  hint?: ReactNode;
  /** Whether it is long enough, and what is said where it is not. */
  schema?: ReturnType<typeof reasonText>;
  submitLabel: string;
  /** What the keys do that submit it. */
  keyHint?: string;
  /** What cannot be taken back is `danger`. */
  intent?: Intent;
  onClose: () => void;
  /** What failed, as a sentence; null: it is done, and the dialog closes. */
  onSubmit: (reason: string) => Promise<string | null>;
  /** What is about to happen. */
  children?: ReactNode;
  /** Under the field. */
  below?: ReactNode;
}

const REASON = reasonText();

/** Asks why something is done that is recorded. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, label = 'Reason', schema = REASON, submitLabel, onClose } = props;
  const { keyHint = 'Ctrl+Enter confirms' } = props;
  useReturnFocus();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async () => {
    const checked = schema.safeParse(reason);
    setError(checked.error?.issues[0]?.message);
    if (!checked.success || isBusy) return;
    setBusy(true);
    setFailure(null);
    const failed = await props.onSubmit(checked.data);
    setBusy(false);
    if (failed === null) onClose();
    else setFailure(failed);
  };
  return (
    <Dialog isOpen title={title} onClose={onClose} className="record-dialog">
      <FormFrame
        label={title}
        message={failure === null ? null : { text: failure }}
        keyHint={keyHint}
        closeLabel="Cancel"
        submitLabel={submitLabel}
        intent={props.intent}
        isBusy={isBusy}
        onClose={onClose}
        onSubmit={() => void submit()}
      >
        {props.children}
        <FormField label={label} required hint={props.hint} error={error}>
          {(field) => (
            <TextArea
              {...field}
              fill
              autoFocus
              autoResize
              maxLength={LONGEST_REASON}
              value={reason}
              onChange={({ currentTarget: { value } }) => {
                setReason(value);
                setError(undefined);
              }}
            />
          )}
        </FormField>
        {props.below}
      </FormFrame>
    </Dialog>
  );
}
