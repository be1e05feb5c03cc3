import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type FormEvent, type ReactNode, useState } from 'react';

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
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, intent = Intent.PRIMARY, onClose, onSubmit, children } = props;
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      await onSubmit();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      className="small-dialog"
      // A field, or else the way that changes nothing.
      onOpening={(dialog) => dialog.querySelector<HTMLElement>('input, select, button')?.focus()}
    >
      <form onSubmit={submit} noValidate aria-label={title}>
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
    </Dialog>
  );
}
