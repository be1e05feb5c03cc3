import { Dialog } from '@blueprintjs/core';
import { type ReactNode, useCallback, useRef } from 'react';
import type { Location } from 'react-router';
import { ConfirmUnsaved } from '../ConfirmUnsaved';
import { useReturnFocus } from '../useReturnFocus';
import { useUnsavedGuard } from '../useUnsavedGuard';
import './RecordDialog.css';

export type NoteUnsaved = (isUnsaved: boolean) => void;

interface RecordDialogProps {
  /** Such as "Add Customer". */
  title: string;
  onClose: () => void;
  /** The form, which says whether it holds what is not saved. */
  children: (noteUnsaved: NoteUnsaved) => ReactNode;
}

/** What of an address keeps the dialog open: the screen, `add` and `edit`. */
const placeOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string => {
  const params = new URLSearchParams(search);
  return JSON.stringify([pathname, params.get('add'), params.get('edit')]);
};

/** The dialog in which a record is added or edited, as long as its address says so. */
export function RecordDialog({ title, onClose, children }: RecordDialogProps) {
  useReturnFocus();
  const hasUnsaved = useRef(false);
  const guard = useUnsavedGuard(
    useCallback(() => hasUnsaved.current, []),
    placeOf,
  );
  const noteUnsaved = useCallback((isUnsaved: boolean) => {
    hasUnsaved.current = isUnsaved;
  }, []);

  return (
    <>
      <Dialog
        isOpen
        title={title}
        onClose={onClose}
        canOutsideClickClose={false}
        className="record-dialog"
      >
        {children(noteUnsaved)}
      </Dialog>
      <ConfirmUnsaved isOpen={guard.isAsking} onKeep={guard.stay} onDiscard={guard.leave} />
    </>
  );
}
