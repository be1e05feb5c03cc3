import { type ReactNode, useRef } from 'react';
import { useGatewayQuery } from '../../data/operation';
import { ErrorPanel } from '../list/ErrorPanel';
import { SkeletonRows } from '../list/SkeletonRows';
import { LoadFailure } from './Loaded';
import { RecordDialog } from './RecordDialog';
import type { RecordType, SavedRecord } from './recordType';
import type { FormEnds } from './useRecordForm';

export interface EditDialogProps<Saved extends SavedRecord> extends Omit<FormEnds, 'markUnsaved'> {
  type: RecordType<Saved>;
  /** The record to change; null adds one. */
  id: number | null;
  /** What is to be done with it, as the address says; null: an edit. */
  change: string | null;
  /** "Add Customer" or "Edit Customer" when left out. */
  title?: string;
  /** A record that is none of these is treated as if it were in no list. */
  includes?: (record: Saved) => boolean;
  /** The form. */
  children: (base: Saved | null, ends: FormEnds) => ReactNode;
}

/** The dialog in which a record is added or changed. */
export function EditDialog<Saved extends SavedRecord>(props: EditDialogProps<Saved>) {
  const { type, id, change, onSaved, onClose, children } = props;
  const { title = `${id === null ? 'Add' : 'Edit'} ${type.title}` } = props;
  return (
    <RecordDialog key={`${change}-${id}`} title={title} onClose={onClose}>
      {(markUnsaved) => {
        const ends = { onSaved, onClose, markUnsaved };
        if (id === null) return children(null, ends);
        return (
          <EditLoader type={type} id={id} includes={props.includes}>
            {(base) => children(base, ends)}
          </EditLoader>
        );
      }}
    </RecordDialog>
  );
}

interface EditLoaderProps<Saved extends SavedRecord>
  extends Pick<EditDialogProps<Saved>, 'type' | 'includes'> {
  id: number;
  children: (base: Saved) => ReactNode;
}

/** Loads what an edit begins with. */
function EditLoader<Saved extends SavedRecord>(props: EditLoaderProps<Saved>) {
  const { type, id, includes, children } = props;
  const { data, error, retry } = useGatewayQuery(type.details(id));
  const loaded = data?.record && (includes?.(data.record) ?? true) ? data.record : null;
  const base = useRef(loaded);
  // The form keeps the version that it began with, whatever reaches the cache later.
  base.current ??= loaded;
  if (base.current) return children(base.current);
  if (error) return <LoadFailure what={`the ${type.one}`} error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={56} what={`the ${type.one}`} />;
  return (
    <ErrorPanel
      title={`This ${type.one} is not in the lists`}
      message="It may have been deleted."
      onRetry={retry}
    />
  );
}
