import {
  type ExportedList,
  type ExportFormat,
  exportPath,
} from '@insuremanager/contracts/exports/exportedLists';
import type { ExportView } from '@insuremanager/contracts/exports/exportViews';
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

type WholeList = { filter: FilterValues<Criteria> } & Sorting<string>;

/** What stands in the file: records by their numbers, or all that a list shows. */
export type ExportContent = { ids: readonly number[] } | WholeList;

export interface ExportWanted {
  list: ExportedList;
  format: ExportFormat;
  content: ExportContent;
  /** Undefined: all that there are. */
  columns?: readonly string[];
}

/** What is wanted of a whole list, as an address would say it. */
export function exportQuery(
  { filter, sort, direction }: WholeList,
  { criteria }: Pick<ListDescription, 'criteria'>,
  columns?: readonly string[],
): string {
  const query = new URLSearchParams({ sort, direction });
  for (const [name, value] of Object.entries(filter)) {
    const criterion = criteria[name];
    if (criterion) query.set(parameterOf(name, criterion), [value].flat().join(','));
  }
  if (columns) query.set('columns', columns.join(','));
  return String(query);
}

/** Why there is no file. */
export interface ExportFailure {
  isSessionOver: boolean;
  /** There are too many rows to send at once. */
  isTooLarge: boolean;
  sentence: string | null;
}

/** Null: the file is saved. An export: it is made in the background. */
export type ExportOutcome = null | ExportView | { failure: ExportFailure };

/**
 * Asks for a file, in a body: which records, and what is searched for, stand in no address. One that
 * is too long to be sent at once is made in the background.
 */
export async function exportFile(
  wanted: ExportWanted,
  description: Pick<ListDescription, 'criteria'>,
): Promise<ExportOutcome> {
  const { list, format, content, columns } = wanted;
  const failure = await saveExport(wanted);
  if (!failure?.isTooLarge || 'ids' in content) return failure && { failure };
  const query = exportQuery(content, description, columns);
  try {
    const answer = await post('/api/exports', { list, format, query });
    if (!answer.ok) return { failure: await failureIn(answer) };
    return (await answer.json()) as ExportView;
  } catch {
    return { failure: UNREACHED };
  }
}

async function saveExport({ list, format, content, columns }: ExportWanted) {
  try {
    const answer = await post(`${OFFICE_BASE}${exportPath(list, format)}`, { ...content, columns });
    if (!answer.ok) return await failureIn(answer);
    saveFile(await answer.blob(), nameOfFile(answer) ?? `${list}.${format}`);
    return null;
  } catch {
    return UNREACHED;
  }
}

const UNREACHED: ExportFailure = { isSessionOver: false, isTooLarge: false, sentence: null };

const post = (address: string, body: object): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify(body),
  });

async function failureIn(answer: Response): Promise<ExportFailure> {
  const problem = Problem.safeParse(parsedJson(await answer.text())).data;
  return {
    isSessionOver: answer.status === 401,
    isTooLarge: problem?.code === 'export-too-large',
    sentence: problem?.error ?? null,
  };
}

/** Cancels an export that is under way, or removes its file; a sentence where that failed. */
export async function cancelExport(id: number): Promise<string | null> {
  const failed = 'The export could not be cancelled. Please try again.';
  try {
    const answer = await fetch(`/api/exports/${id}`, {
      method: 'DELETE',
      credentials: 'same-origin',
    });
    return answer.ok ? null : ((await failureIn(answer)).sentence ?? failed);
  } catch {
    return failed;
  }
}
