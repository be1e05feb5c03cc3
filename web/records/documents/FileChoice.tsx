import { Upload } from '@blueprintjs/icons';
import { ACCEPTED_FILES } from '@insuremanager/contracts/documents/documentKinds';
import { type RefObject, useId, useRef } from 'react';
import './FileChoice.css';

interface FileChoiceProps {
  buttonRef: RefObject<HTMLButtonElement | null>;
  /** It has the focus once it is there: nothing can be uploaded before a file is chosen. */
  autoFocus: boolean;
  isOver: boolean;
  error: string | undefined;
  onFiles: (files: File[]) => void;
}

/** Where files are dropped; as a button it opens the browser's own choice of files. */
export function FileChoice({ buttonRef, autoFocus, isOver, error, onFiles }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <div className="file-choice">
      <button
        type="button"
        ref={buttonRef}
        className="file-choice-zone"
        // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that somebody opened
        autoFocus={autoFocus}
        data-over={isOver}
        data-invalid={error !== undefined}
        aria-describedby={`${id}-says`}
        onClick={() => input.current?.click()}
      >
        <Upload size={20} />
        <span>
          <strong>Choose files</strong> or drop them here
        </span>
      </button>
      <span id={`${id}-says`} className={error ? 'file-choice-error' : 'muted'}>
        {error ?? 'PDF, JPG, PNG, DOC or DOCX, up to 10 MB each'}
      </span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED_FILES}
        aria-label="Files"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
