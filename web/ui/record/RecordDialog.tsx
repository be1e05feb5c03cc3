import { Dialog } from '@blueprintjs/core';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { Location } from 'react-router';
import { useLiveData } from '../../data/live/LiveProvider';
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
  const liveData = useLiveData();
  const release = useRef<(() => void) | null>(null);
  // While somebody types, nothing changes around them.
  const hold = useCallback(
    (isHeld: boolean) => {
      if (isHeld) release.current ??= liveData.hold();
      else {
        release.current?.();
        release.current = null;
      }
    },
    [liveData],
  );
  useEffect(() => () => hold(false), [hold]);
  const markUnsaved = useCallback(
    (isUnsaved: boolean) => {
      hasUnsaved.current = isUnsaved;
      hold(isUnsaved);
    },
    [hold],
  );

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
