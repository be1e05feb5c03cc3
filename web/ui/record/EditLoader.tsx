import { type ReactNode, useRef } from 'react';
import { ErrorPanel } from '../list/ErrorPanel';
import { SkeletonRows } from '../list/SkeletonRows';
import { LoadFailure } from './LoadFailure';

interface EditLoaderProps<Saved> {
  /** What a record is called, such as "customer". */
  one: string;
  /** Undefined until it has come, null when it is in no list. */
  record: Saved | null | undefined;
  error: unknown;
  onRetry: () => unknown;
  /** The form, once there is what it begins with. */
  children: (base: Saved) => ReactNode;
}

/** Loads what an edit begins with. */
export function EditLoader<Saved>(props: EditLoaderProps<Saved>) {
  const { one, record, error, onRetry, children } = props;
  const base = useRef(record ?? null);
  // The form keeps the version that it began with, whatever reaches the cache later.
  base.current ??= record ?? null;
  if (base.current) return children(base.current);
  if (error) return <LoadFailure what={`the ${one}`} error={error} onRetry={onRetry} />;
  if (record === undefined) return <SkeletonRows height={56} what={`the ${one}`} />;
  return (
    <ErrorPanel
      title={`This ${one} is not in the lists`}
      message="It may have been deleted meanwhile."
      onRetry={() => void onRetry()}
    />
  );
}
