import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';

/** What is asked, and what the two ways out are called. */
export interface UnsavedTexts {
  question: string;
  text: string;
  keep: string;
  discard: string;
}

const TYPED: UnsavedTexts = {
  question: 'Discard your changes?',
  text: 'What you typed has not been saved.',
  keep: 'Keep editing',
  discard: 'Discard changes',
};

interface ConfirmUnsavedProps {
  isOpen: boolean;
  /** Of what was typed, when left out. */
  texts?: UnsavedTexts;
  onKeep: () => void;
  onDiscard: () => void;
}

export const ConfirmUnsaved = ({
  isOpen,
  texts = TYPED,
  onKeep,
  onDiscard,
}: ConfirmUnsavedProps) => (
  <Dialog
    isOpen={isOpen}
    role="alertdialog"
    title={texts.question}
    onClose={onKeep}
    // The way that loses nothing. By `autoFocus` the form below would fetch the focus back.
    onOpening={(dialog) => dialog.querySelector('button')?.focus()}
    isCloseButtonShown={false}
    canOutsideClickClose={false}
    className="small-dialog"
  >
    <DialogBody>
      <p className="muted">{texts.text}</p>
    </DialogBody>
    <DialogFooter
      actions={
        <>
          <Button onClick={onKeep}>{texts.keep}</Button>
          <Button intent={Intent.DANGER} onClick={onDiscard}>
            {texts.discard}
          </Button>
        </>
      }
    />
  </Dialog>
);
