import { Dialog } from '@blueprintjs/core';
import type { RecordKey } from '../../records/addresses';
import { SearchPanel } from './SearchPanel';
import type { SearchTarget } from './searchOptions';

interface SearchDialogProps {
  isOpen: boolean;
  text: string;
  onText: (text: string) => void;
  recent: readonly RecordKey[];
  /** Null: nothing was chosen. */
  onClose: (target: SearchTarget | null) => void;
  onClosed: () => void;
}

export default function SearchDialog({ isOpen, onClose, onClosed, ...panel }: SearchDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      title="Global Search"
      onClose={() => onClose(null)}
      onClosed={onClosed}
      // Not by `autoFocus`, which is earlier than a form below knows that this dialog is open: the form
      // would fetch the focus back a frame later, and what is typed meanwhile would be lost.
      onOpening={(dialog) => dialog.querySelector('input')?.focus()}
      // Whoever opened it knows where the focus belongs.
      shouldReturnFocusOnClose={false}
      transitionDuration={0}
      className="search-dialog"
    >
      <SearchPanel {...panel} onChoose={onClose} />
    </Dialog>
  );
}
