import { SHEET_KIND_LABELS, type SheetKind } from '@insuremanager/contracts/imports/importTargets';
import type {
  ImportCounts,
  ImportState,
  RowOutcome,
} from '@insuremanager/contracts/imports/importViews';
import { formatCount } from '../../ui/format';
import type { Tone } from '../../ui/statusTones';

/** What a state is called, and its colour. */
export const STATES: Readonly<Record<ImportState, { label: string; tone: Tone }>> = {
  reading: { label: 'Reading', tone: 'wait' },
  mapping: { label: 'Columns', tone: 'wait' },
  checking: { label: 'Checking', tone: 'wait' },
  checked: { label: 'Checked', tone: 'wait' },
  running: { label: 'Importing', tone: 'wait' },
  paused: { label: 'Paused', tone: 'ended' },
  done: { label: 'Imported', tone: 'good' },
  failed: { label: 'Not imported', tone: 'bad' },
  undoing: { label: 'Undoing', tone: 'wait' },
  undone: { label: 'Undone', tone: 'ended' },
};

const BUSY: readonly ImportState[] = ['reading', 'checking', 'running', 'undoing'];
/** Something goes on in the background. */
export const isBusy = (state: ImportState): boolean => BUSY.includes(state);

/** It was never started, and nothing was written. */
const UNSTARTED: readonly ImportState[] = ['reading', 'mapping', 'checking', 'checked', 'failed'];
export const isUnstarted = (state: ImportState): boolean => UNSTARTED.includes(state);

export const STEPS = ['columns', 'check', 'run', 'done'] as const;
export type Step = (typeof STEPS)[number];
export const STEP_LABELS: Readonly<Record<Step, string>> = {
  columns: 'Columns',
  check: 'Check',
  run: 'Import',
  done: 'Done',
};

const STEP_OF: Readonly<Record<ImportState, Step>> = {
  reading: 'columns',
  mapping: 'columns',
  failed: 'columns',
  checking: 'check',
  checked: 'check',
  running: 'run',
  paused: 'run',
  done: 'done',
  undoing: 'done',
  undone: 'done',
};
/** How far an import is. */
export const stepOf = (state: ImportState): Step => STEP_OF[state];

export const rowsOf = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;

/** What its sheets are, such as "Customers, Vehicle policies"; empty where nobody knows. */
export const kindsOf = (sheets: readonly { kind?: SheetKind | null | undefined }[]): string =>
  [...new Set(sheets.flatMap(({ kind }) => (kind ? SHEET_KIND_LABELS[kind] : [])))].join(', ');

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long the rest takes at that rate; null while nobody knows. */
export function timeLeft(rows: number, rowsPerSecond: number | null): string | null {
  if (!rowsPerSecond || rows <= 0) return null;
  const seconds = rows / rowsPerSecond;
  if (seconds < MINUTE) return 'less than a minute left';
  const minutes = Math.round(seconds / MINUTE);
  if (seconds < HOUR) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

/** What a row is, beside its number. */
export const OUTCOMES: Readonly<Record<RowOutcome, { label: string; tone: Tone }>> = {
  new: { label: 'New', tone: 'good' },
  changes: { label: 'Changes', tone: 'wait' },
  same: { label: 'Same', tone: 'ended' },
  duplicate: { label: 'Duplicate', tone: 'wait' },
  problem: { label: 'Problem', tone: 'bad' },
  done: { label: 'Imported', tone: 'good' },
  rejected: { label: 'Refused', tone: 'bad' },
  undone: { label: 'Undone', tone: 'ended' },
  kept: { label: 'Kept', tone: 'wait' },
};

type Said = readonly (readonly [count: number, words: string])[];
const listed = (said: Said): string =>
  said.flatMap(([count, words]) => (count > 0 ? `${formatCount(count)} ${words}` : [])).join(', ');
const many = (count: number, one: string, others: string): string => (count === 1 ? one : others);

interface Counted {
  state: ImportState;
  counts: ImportCounts;
}

/** What became of an import, or would, in as few words as there is something to say. */
export const outcomeOf = ({ state, counts }: Counted): string => {
  const { created, changed, rejected, undone, kept } = counts;
  return listed(
    state === 'undone'
      ? [
          [undone, 'undone'],
          [kept, 'kept'],
        ]
      : [
          [created, 'new'],
          [changed, 'changed'],
          [rejected, 'left out'],
        ],
  );
};

/** What an import would do, in a few sentences. */
export function whatHappens({
  created,
  changed,
  same,
  duplicates,
  rejected,
}: ImportCounts): string {
  const does = listed([
    [created, many(created, 'record is added', 'records are added')],
    [changed, many(changed, 'is changed', 'are changed')],
  ]);
  const left = listed([
    [rejected, many(rejected, 'row with problems', 'rows with problems')],
    [duplicates, many(duplicates, 'that looks like a duplicate', 'that look like duplicates')],
  ]);
  const nothingNew = listed([[same, many(same, 'row says nothing new', 'rows say nothing new')]]);
  const sentences = [does || 'Nothing is written', left && `Left out: ${left}`, nothingNew];
  return `${sentences.filter(Boolean).join('. ')}.`;
}

/** What undoing will do, in plain words. */
export function whatUndoes({ created, changed }: ImportCounts): string {
  const does = listed([
    [
      created,
      many(created, 'record that was added is deleted', 'records that were added are deleted'),
    ],
    [
      changed,
      many(
        changed,
        'that was changed gets back what it had before',
        'that were changed get back what they had before',
      ),
    ],
  ]);
  return `${does}. What somebody has changed since is kept, and listed here. The histories show both.`;
}
