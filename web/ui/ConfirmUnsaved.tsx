import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';

interface ConfirmUnsavedProps {
  isOpen: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

export const ConfirmUnsaved = ({ isOpen, onKeep, onDiscard }: ConfirmUnsavedProps) => (
  <Dialog
    isOpen={isOpen}
    role="alertdialog"
    title="Discard your changes?"
    onClose={onKeep}
    isCloseButtonShown={false}
    canOutsideClickClose={false}
    className="small-dialog"
  >
    <DialogBody>
      <p className="muted">What you typed has not been saved.</p>
    </DialogBody>
    <DialogFooter
      actions={
        <>
          <Button autoFocus onClick={onKeep}>
            Keep editing
          </Button>
          <Button intent={Intent.DANGER} onClick={onDiscard}>
            Discard changes
          </Button>
        </>
      }
    />
  </Dialog>
);
