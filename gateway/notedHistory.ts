import type { HistoryEntry } from '@insuremanager/contracts/history';
import type { RecordDeclaration } from '@insuremanager/contracts/records/records';
import { TASK_RECORDS } from '@insuremanager/contracts/tasks/taskKinds';
import type { Capabilities } from './books.js';

/**
 * What happened to a record, and what was noted, said and done about it, in one order. A note leaves
 * the record as it was: it has the version of the entry before it.
 */
export async function withNotes(
  { tasks }: Pick<Capabilities, 'tasks'>,
  { one }: Pick<RecordDeclaration, 'one'>,
  id: number,
  history: HistoryEntry[],
): Promise<HistoryEntry[]> {
  const kind = TASK_RECORDS.find((record) => record === one);
  const noted = kind ? await tasks.notedOn(kind, id) : [];
  if (noted.length === 0) return history;
  let version = 0;
  return [...history.map((entry) => ({ entry, isOwn: true })), ...noted.map(notOwn)]
    .sort((a, b) => a.entry.at.localeCompare(b.entry.at))
    .map(({ entry, isOwn }) => {
      if (isOwn) version = entry.version;
      return isOwn ? entry : { ...entry, version };
    });
}

const notOwn = (entry: HistoryEntry) => ({ entry, isOwn: false });
