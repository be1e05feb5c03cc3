import { Dialog } from '@blueprintjs/core';
import { type ReactNode, useCallback, useRef } from 'react';
import type { Location } from 'react-router';
import { ConfirmUnsaved, type UnsavedTexts } from '../ConfirmUnsaved';
import { useReturnFocus } from '../useReturnFocus';
import { useUnsavedGuard } from '../useUnsavedGuard';
import './RecordDialog.css';

export type MarkUnsaved = (isUnsaved: boolean) => void;

interface RecordDialogProps {
  /** Such as "Add Customer". */
  title: string;
  onClose: () => void;
  /** What is asked before what is not saved is left; of what was typed, when left out. */
  unsavedTexts?: UnsavedTexts;
  /** The form, which says whether it holds what is not saved. */
  children: (markUnsaved: MarkUnsaved) => ReactNode;
}

/** What of an address keeps the dialog open: the screen, and what names a dialog. */
const placeOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string => {
  const params = new URLSearchParams(search);
  const names = ['add', 'edit', 'upload', 'settings'];
  return JSON.stringify([pathname, ...names.map((name) => params.get(name))]);
};

/** The dialog in which a record is added or edited, as long as its address says so. */
export function RecordDialog({ title, onClose, unsavedTexts, children }: RecordDialogProps) {
  useReturnFocus();
  const hasUnsaved = useRef(false);
  const guard = useUnsavedGuard(
    useCallback(() => hasUnsaved.current, []),
    placeOf,
  );
  const markUnsaved = useCallback((isUnsaved: boolean) => {
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
        {children(markUnsaved)}
      </Dialog>
      <ConfirmUnsaved
        isOpen={guard.isAsking}
        texts={unsavedTexts}
        onKeep={guard.stay}
        onDiscard={guard.leave}
      />
    </>
  );
}
