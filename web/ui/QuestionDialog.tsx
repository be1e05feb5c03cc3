import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type ReactNode, useRef, useState } from 'react';
import { useFirstFocus } from './useFirstFocus';
import { useReturnFocus } from './useReturnFocus';

interface QuestionDialogProps {
  isOpen: boolean;
  title: string;
  text: ReactNode;
  /** The way that loses nothing: it has the focus, and Escape is it as well. */
  cancel: string;
  onClose: () => void;
  confirm: string;
  /** What cannot be taken back is `danger`, the default. */
  intent?: Intent | undefined;
  onConfirm: () => void;
}

/** Asks before something is lost. */
export default function QuestionDialog(props: QuestionDialogProps) {
  return (
    <Dialog
      // Made anew each time, it notes what has the focus before the question takes that.
      key={useOpenings(props.isOpen)}
      isOpen={props.isOpen}
      role="alertdialog"
      title={props.title}
      onClose={props.onClose}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      className="small-dialog"
    >
      <Question {...props} />
    </Dialog>
  );
}

/** How often it has been opened again. */
function useOpenings(isOpen: boolean): number {
  const [seen, setSeen] = useState({ isOpen, openings: 0 });
  if (seen.isOpen !== isOpen) setSeen({ isOpen, openings: seen.openings + Number(isOpen) });
  return seen.openings;
}

function Question({ text, cancel, onClose, confirm, intent, onConfirm }: QuestionDialogProps) {
  const question = useRef<HTMLDivElement>(null);
  // What lies below gives itself the focus in the frame after something over it was closed, as the
  // search is whose choice has led to this question.
  useFirstFocus(question);
  useReturnFocus();
  return (
    <div ref={question}>
      <DialogBody>
        <p className="muted">{text}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>{cancel}</Button>
            <Button intent={intent ?? Intent.DANGER} onClick={onConfirm}>
              {confirm}
            </Button>
          </>
        }
      />
    </div>
  );
}
