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
          onClick={() => onIgnore(id)}
        >
          Ignore
        </Button>
      </div>
    ))}
  </div>
);
