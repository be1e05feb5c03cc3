import { Button, Callout, Intent } from '@blueprintjs/core';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Upload } from '../../data/uploads';
import type { NoteUnsaved } from '../record/RecordDialog';
import { FileChoice } from './FileChoice';
import { UploadRows } from './UploadRows';
import { UploadTargetFields } from './UploadTargetFields';
import type { FixedTarget } from './uploadFormTarget';
import { useFileDrop } from './useFileDrop';
import { useUploadForm } from './useUploadForm';

interface UploadFormProps {
  fixed: FixedTarget | undefined;
  dropped: readonly File[];
  noteUnsaved: NoteUnsaved;
  onStored: (documents: readonly DocumentView[]) => void;
  onDone: (documents: readonly DocumentView[]) => void;
  onClose: () => void;
}

function sendLabel(uploads: readonly Upload[]): string {
  const ready = uploads.filter(({ phase }) => phase === 'ready').length;
  if (ready > 1) return `Upload ${ready} Files`;
  return ready === 0 && uploads.some(({ phase }) => phase === 'failed') ? 'Upload Again' : 'Upload';
}

export function UploadForm({ noteUnsaved, onClose, ...options }: UploadFormProps) {
  const done = (documents: readonly DocumentView[]) => {
    noteUnsaved(false);
    options.onDone(documents);
  };
  const form = useUploadForm({ ...options, onDone: done });
  const { uploads, faults, isBusy } = form;
  const isOver = useFileDrop(uploads.choose);
  useEffect(() => noteUnsaved(form.hasUnsaved), [noteUnsaved, form.hasUnsaved]);

  const fileButton = useRef<HTMLButtonElement>(null);
  const customer = useRef<HTMLInputElement>(null);
  const submit = () => {
    if (isBusy) return;
    const found = form.submit();
    if (found) (found.files ? fileButton.current : customer.current)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };

  const stored = uploads.uploads.flatMap(({ document }) => document ?? []);
  // What is left can only be taken out of the list: it was refused.
  const isDone = stored.length > 0 && !form.hasUnsaved;
  return (
    <form
      className="record-form"
      aria-label="Upload Document"
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="record-form-fields">
        {form.message !== null && (
          <Callout role="alert" intent={Intent.DANGER} icon={null} className="form-alert">
            {form.message}
          </Callout>
        )}
        <FileChoice
          buttonRef={fileButton}
          isOver={isOver}
          error={faults.files}
          onFiles={uploads.choose}
        />
        <UploadRows
          uploads={uploads.uploads}
          onRetry={form.retry}
          onCancel={uploads.cancel}
          onRemove={uploads.remove}
        />
        <UploadTargetFields
          fields={form.fields}
          fixed={options.fixed}
          isLocked={form.isLocked}
          customerError={faults.customer}
          customerRef={(input) => {
            customer.current = input;
          }}
          onChange={form.change}
        />
      </div>
      <footer className="record-form-foot">
        <span className="muted">Ctrl+Enter uploads</span>
        {isDone ? (
          <Button onClick={() => done(stored)}>Done</Button>
        ) : (
          <Button onClick={onClose}>Cancel</Button>
        )}
        <Button type="submit" intent={Intent.PRIMARY} loading={isBusy}>
          {sendLabel(uploads.uploads)}
        </Button>
      </footer>
    </form>
  );
}
