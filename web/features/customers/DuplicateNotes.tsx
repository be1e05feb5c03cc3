import { Button } from '@blueprintjs/core';
import { Duplicate as DuplicateIcon } from '@blueprintjs/icons';
import type { Duplicate } from './useDuplicates';
import './DuplicateNotes.css';

/** How a shared field is named in "Same … as Anil Kumar". */
const SAME: Readonly<Record<string, string>> = {
  phone: 'phone',
  email: 'email',
  panNumber: 'PAN',
  aadhaarNumber: 'Aadhaar number',
};

/** A note's button goes with the note: the focus goes to the field that it is about. */
const focusInputOf = (button: HTMLElement) =>
  button.closest('.form-field')?.querySelector('input')?.focus();

interface DuplicateNotesProps {
  field: string;
  duplicates: Duplicate[];
  onOpen: (id: number) => void;
  onIgnore: (id: number) => void;
}

export const DuplicateNotes = ({ field, duplicates, onOpen, onIgnore }: DuplicateNotesProps) => (
  <div role="status">
    {duplicates.map(({ id, name }) => (
      <div key={id} className="duplicate-note">
        <DuplicateIcon size={14} />
        <span className="duplicate-note-text">
          Same {SAME[field] ?? field} as <strong>{name}</strong>
        </span>
        <Button
          size="small"
          variant="minimal"
          aria-label={`Open ${name}`}
          onClick={() => onOpen(id)}
        >
          Open
        </Button>
        <Button
          size="small"
          variant="minimal"
          aria-label={`Ignore ${name}`}
          onClick={({ currentTarget }) => {
            focusInputOf(currentTarget);
            onIgnore(id);
          }}
        >
          Ignore
        </Button>
      </div>
    ))}
  </div>
);
