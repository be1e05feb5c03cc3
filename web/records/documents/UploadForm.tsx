import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { useEffect, useRef } from 'react';
import type { Upload } from '../../data/uploads';
import { FormFrame } from '../../ui/record/FormFrame';
import type { MarkUnsaved } from '../../ui/record/RecordDialog';
import { FileChoice } from './FileChoice';
import { UploadRows } from './UploadRows';
import { UploadTargetFields } from './UploadTargetFields';
import type { FixedTarget } from './uploadFormTarget';
import { useFileDrop } from './useFileDrop';
import { useUploadForm } from './useUploadForm';

interface UploadFormProps {
  fixed: FixedTarget | undefined;
  dropped: readonly File[];
  markUnsaved: MarkUnsaved;
  onStored: (documents: readonly DocumentView[]) => void;
  onDone: (documents: readonly DocumentView[]) => void;
  onClose: () => void;
}

function sendLabel(uploads: readonly Upload[]): string {
  const ready = uploads.filter(({ phase }) => phase === 'ready').length;
  if (ready > 1) return `Upload ${ready} Files`;
  return ready === 0 && uploads.some(({ phase }) => phase === 'failed') ? 'Upload Again' : 'Upload';
}

export function UploadForm({ markUnsaved, onClose, ...options }: UploadFormProps) {
  const done = (documents: readonly DocumentView[]) => {
    markUnsaved(false);
    options.onDone(documents);
  };
  const form = useUploadForm({ ...options, onDone: done });
  const { uploads, faults, isBusy } = form;
  const isOver = useFileDrop(uploads.choose);
  useEffect(() => markUnsaved(form.hasUnsaved), [markUnsaved, form.hasUnsaved]);

  const fileButton = useRef<HTMLButtonElement>(null);
  const customer = useRef<HTMLInputElement>(null);
  const submit = () => {
    if (isBusy) return;
    const found = form.submit();
    if (found) (found.files ? fileButton.current : customer.current)?.focus();
  };
  const stored = uploads.uploads.flatMap(({ document }) => document ?? []);
  // What is left can only be taken out of the list: it was refused.
  const isDone = stored.length > 0 && !form.hasUnsaved;
  return (
    <FormFrame
      label="Upload Document"
      message={form.message === null ? null : { text: form.message }}
      keyHint="Ctrl+Enter uploads"
      closeLabel={isDone ? 'Done' : 'Cancel'}
      submitLabel={sendLabel(uploads.uploads)}
      isBusy={isBusy}
      onClose={isDone ? () => done(stored) : onClose}
      onSubmit={submit}
    >
      <FileChoice
        buttonRef={fileButton}
        autoFocus={options.dropped.length === 0}
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
    </FormFrame>
  );
}
