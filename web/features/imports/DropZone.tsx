import { Button, Intent } from '@blueprintjs/core';
import { Th, Upload } from '@blueprintjs/icons';
import {
  SHEET_FILES_ACCEPTED,
  SHEET_FILES_SAID,
} from '@insuremanager/contracts/imports/sheetFiles';
import { useId, useRef } from 'react';
import { DropHint } from '../../records/documents/DropHint';
import { useFileDrop } from '../../records/documents/useFileDrop';

interface DropZoneProps {
  onFiles: (files: readonly File[]) => void;
}

/** Where a spreadsheet is chosen; dropped it may be anywhere on the page. */
export function DropZone({ onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const isOver = useFileDrop(onFiles);
  return (
    <div className="import-drop" data-over={isOver}>
      <span className="import-drop-icon" aria-hidden="true">
        <Th size={24} />
      </span>
      <h2>Drop your spreadsheet, or a ZIP of documents</h2>
      <p id={id} className="muted">
        {SHEET_FILES_SAID}
      </p>
      <Button
        intent={Intent.PRIMARY}
        icon={<Upload />}
        aria-describedby={id}
        onClick={() => input.current?.click()}
      >
        Choose File
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={SHEET_FILES_ACCEPTED}
        aria-label="Spreadsheets"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      {isOver && <DropHint text="Drop to import" />}
    </div>
  );
}
