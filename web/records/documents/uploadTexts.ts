import type { Upload } from '../../data/uploads';

type Ended = Pick<Upload, 'file' | 'phase'>;

/** Names of files that a notification has room for. */
const MOST_NAMES = 3;

const listed = (uploads: readonly Ended[]): string => {
  const names = uploads.map(({ file }) => file.name);
  if (names.length <= MOST_NAMES) return names.join(', ');
  return `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`;
};

/**
 * What a notification says of an attempt in which not all was stored: which files were and which
 * were not. Null where only refusals are to be said, each of which stands at its file.
 */
export function describeFailure(
  stored: readonly Ended[],
  notStored: readonly Ended[],
): string | null {
  const canHelp = notStored.some(({ phase }) => phase === 'failed');
  if (stored.length === 0) return canHelp ? 'Failed to upload document. Please try again.' : null;
  const again = canHelp ? ' Please try again.' : '';
  return `Stored: ${listed(stored)}. Not stored: ${listed(notStored)}.${again}`;
}
