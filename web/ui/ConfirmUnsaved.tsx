import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';

/** What is asked, and what the two ways out are called. */
export interface UnsavedWords {
  question: string;
  text: string;
  keep: string;
  discard: string;
}

const TYPED: UnsavedWords = {
  question: 'Discard your changes?',
  text: 'What you typed has not been saved.',
  keep: 'Keep editing',
  discard: 'Discard changes',
};

interface ConfirmUnsavedProps {
  isOpen: boolean;
  /** Of what was typed, when left out. */
  words?: UnsavedWords;
  onKeep: () => void;
  onDiscard: () => void;
}

export const ConfirmUnsaved = ({
  isOpen,
  words = TYPED,
  onKeep,
  onDiscard,
}: ConfirmUnsavedProps) => (
  <Dialog
    isOpen={isOpen}
    role="alertdialog"
    title={words.question}
    onClose={onKeep}
    isCloseButtonShown={false}
    canOutsideClickClose={false}
    className="small-dialog"
  >
    <DialogBody>
      <p className="muted">{words.text}</p>
    </DialogBody>
    <DialogFooter
      actions={
        <>
          <Button autoFocus onClick={onKeep}>
            {words.keep}
          </Button>
          <Button intent={Intent.DANGER} onClick={onDiscard}>
            {words.discard}
          </Button>
        </>
      }
    />
  </Dialog>
);
