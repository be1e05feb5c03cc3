import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type ReactNode, useRef, useState } from 'react';
import { useFirstFocus } from './useFirstFocus';
import { useReturnFocus } from './useReturnFocus';
import { useSubmitShortcut } from './useSubmitShortcut';

interface FormDialogProps {
  title: string;
  submitLabel: string;
  /** What cannot be taken back is `danger`. */
  intent?: Intent;
  onClose: () => void;
  /** Says itself what failed; until it has ended, nothing is submitted again. */
  onSubmit: () => Promise<void>;
  /** A few fields, or what is asked. */
  children: ReactNode;
}

/** A question with at most a few fields, over what it is about. */
export const FormDialog = (props: FormDialogProps) => (
  <Dialog
    isOpen
    title={props.title}
    onClose={props.onClose}
    isCloseButtonShown={false}
    canOutsideClickClose={false}
    className="small-dialog"
  >
    <DialogForm {...props} />
  </Dialog>
);

function DialogForm(props: FormDialogProps) {
  const { title, submitLabel, intent = Intent.PRIMARY, onClose, onSubmit, children } = props;
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await onSubmit();
    } finally {
      setBusy(false);
    }
  };
  const form = useRef<HTMLFormElement>(null);
  // A field, or else the way that changes nothing.
  useFirstFocus(form);
  useReturnFocus();
  useSubmitShortcut(form, () => void submit());
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      noValidate
      aria-label={title}
    >
      <DialogBody>{children}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" intent={intent} loading={isBusy}>
              {submitLabel}
            </Button>
          </>
        }
      />
    </form>
  );
}
