import {
  type ExportedList,
  type ExportFormat,
  exportPath,
} from '@insuremanager/contracts/exports/exportedLists';
import {
  type Criteria,
  type ListDescription,
  parameterOf,
} from '@insuremanager/contracts/fields/list';
import { Problem } from '@insuremanager/contracts/problem';
import { OFFICE_BASE } from '../../../data/pastDay';
import { parsedJson } from '../../../data/problems';
import { nameOfFile, saveFile } from '../../saveFile';
import type { FilterValues } from '../listFilter';
import type { Sorting } from '../sorting';

/** What stands in the file: records by their numbers, or all that a list shows. */
export type ExportContent =
  | { ids: readonly number[] }
  | ({ filter: FilterValues<Criteria> } & Sorting<string>);

export interface ExportWanted {
  list: ExportedList;
  format: ExportFormat;
  content: ExportContent;
  /** Undefined: all that there are. */
  columns?: readonly string[];
}

/**
 * Where the browser can fetch a file by itself; null where what is wanted is nobody else's business:
 * which records, and what is searched for, stand in no address.
 */
export function exportAddress(
  { list, format, content, columns }: ExportWanted,
  { criteria }: Pick<ListDescription, 'criteria'>,
): string | null {
  if ('ids' in content) return null;
  const { filter, sort, direction } = content;
  const query = new URLSearchParams({ sort, direction });
  for (const [name, value] of Object.entries(filter)) {
    const criterion = criteria[name];
    if (criterion?.kind === 'search') return null;
    if (criterion) query.set(parameterOf(name, criterion), [value].flat().join(','));
  }
  if (columns) query.set('columns', columns.join(','));
  return `${OFFICE_BASE}${exportPath(list, format, String(query))}`;
}

/** Why there is no file. */
export interface ExportFailure {
  isSessionOver: boolean;
  sentence: string | null;
}

/** Asks for a file in a body, and saves it. Null: it is saved. */
export async function saveExport(wanted: ExportWanted): Promise<ExportFailure | null> {
  const { list, format, content, columns } = wanted;
  try {
    const answer = await fetch(`${OFFICE_BASE}${exportPath(list, format)}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...content, columns }),
    });
    if (!answer.ok) {
      const problem = Problem.safeParse(parsedJson(await answer.text()));
      return { isSessionOver: answer.status === 401, sentence: problem.data?.error ?? null };
    }
    saveFile(await answer.blob(), nameOfFile(answer) ?? `${list}.${format}`);
    return null;
  } catch {
    return { isSessionOver: false, sentence: null };
  }
}
