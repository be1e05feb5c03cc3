import { setImmediate as turn } from 'node:timers/promises';
import type { OfImport } from '@insuremanager/contracts/history';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Agency } from '../agency/index.js';
import type { Claims } from '../claims/index.js';
import type { Customers } from '../customers/index.js';
import type { Documents } from '../documents/index.js';
import type { Leads } from '../leads/index.js';
import type { LogPosition } from '../platform/eventLog/eventLog.js';
import type { Platform } from '../platform/platform.js';
import { inTransaction, type Pool, type Queryable, query } from '../platform/postgres/postgres.js';
import type { SliceTables } from '../platform/slice.js';
import type { Policies } from '../policies/index.js';
import type { Quotations } from '../quotations/index.js';
import { type ArchivedFile, type FilesByName, filesByName } from './documents/archivedFiles.js';
import type { ImportPace, RowsAtOnce } from './importPace.js';
import {
  type FoundValues,
  type ImportTableRow,
  importSubject,
  type RowContent,
  type RowDetails,
  type SaidValue,
  type SheetTableRow,
} from './importTables.js';
import type { Reading } from './readRow.js';

/** What imports call: the commands of the forms, and the lists. */
export interface ImportServices {
  readonly customers: Customers;
  readonly policies: Policies;
  readonly quotations: Quotations;
  readonly documents: Pick<
    Documents,
    'inspect' | 'sameFiles' | 'receive' | 'upload' | 'delete' | 'listByIds'
  >;
  readonly claims: Pick<Claims, 'enter' | 'delete' | 'listByIds'>;
  readonly leads: Pick<Leads, 'create' | 'delete' | 'listByIds'>;
  readonly agency: Pick<Agency, 'gstRates'>;
}

export interface ImportParts
  extends ImportServices,
    Pick<
      Platform,
      'pool' | 'vault' | 'files' | 'commands' | 'eventLog' | 'clock' | 'logger' | 'withLock'
    > {
  readonly tables: SliceTables;
  readonly pace: ImportPace;
}

/** Whoever an import writes for; null: may not any more. */
export type FindUser = (userId: number) => Promise<{ readonly role: Role } | null>;

/** What histories call an import by. */
export const originOf = (row: ImportTableRow): OfImport => ({
  id: row.id,
  day: kolkataDay(row.started_at ?? row.uploaded_at),
  isUndo: false,
});

/** Of an import, by number. */
export async function findImport(pool: Queryable, id: number): Promise<ImportTableRow | null> {
  const [row] = await query<ImportTableRow>(pool, 'SELECT * FROM imports.imports WHERE id = $1', [
    id,
  ]);
  return row ?? null;
}

export const sheetsOf = (pool: Queryable, id: number): Promise<SheetTableRow[]> =>
  query<SheetTableRow>(pool, 'SELECT * FROM imports.sheets WHERE import_id = $1 ORDER BY sheet', [
    id,
  ]);

type Sealing = Pick<Platform['vault'], 'seal' | 'unseal' | 'loadKeys'>;

/** What an import holds, sealed by its key. */
export function importSeal(vault: Sealing, id: number) {
  const subject = importSubject(id);
  const open = <Value>(sealed: string | null): Value | null =>
    sealed === null ? null : (vault.unseal(subject, sealed) as Value | null);
  return {
    ready: () => vault.loadKeys([subject]),
    seal: (value: RowContent | RowDetails | FoundValues | readonly SaidValue[] | unknown) =>
      vault.seal(subject, value),
    content: (sealed: string | null) => open<RowContent>(sealed),
    details: (sealed: string | null) => open<RowDetails>(sealed),
    said: (sealed: string | null): readonly SaidValue[] => open<SaidValue[]>(sealed) ?? [],
    found: (sealed: string | null): FoundValues => open<FoundValues>(sealed) ?? [],
    examples: (sealed: string | null): readonly (readonly string[])[] =>
      open<string[][]>(sealed) ?? [],
    files: (sealed: string | null): readonly ArchivedFile[] => open<ArchivedFile[]>(sealed) ?? [],
    text: (sealed: string | null): string => open<string>(sealed) ?? '',
  };
}

export type ImportSeal = ReturnType<typeof importSeal>;

/** The documents of the ZIP that an import came as. */
export const filesOf = (seal: ImportSeal, { files }: Pick<ImportTableRow, 'files'>): FilesByName =>
  filesByName(seal.files(files));

/** How a sheet is read, as it was said. */
export function readingOf(
  sheet: SheetTableRow & { kind: Reading['kind'] },
  seal: ImportSeal,
): Reading {
  const values = new Map<string, Map<string, string>>();
  for (const { column, text, meaning } of seal.said(sheet.said)) {
    const field = sheet.columns[column];
    if (!field) continue;
    const ofField = values.get(field) ?? new Map<string, string>();
    values.set(field, ofField.set(text, meaning));
  }
  return {
    kind: sheet.kind,
    columns: sheet.columns,
    habits: { dateOrder: sheet.date_order, values },
  };
}

/** How long the lists may take to show what was written before. */
const LISTS_WITHIN_MS = 60_000;

/** Waits until lists show what was written by now. */
export async function listsShowAll({
  eventLog,
  tables,
}: Pick<ImportParts, 'eventLog' | 'tables'>): Promise<void> {
  const head = await eventLog.head();
  if (head !== null) await tables.waitFor(head, LISTS_WITHIN_MS);
}

/**
 * Before each batch: waits until lists show what others wrote by now. While nobody saves that stands
 * before the last batch, and what was written since is the import's own.
 */
export function othersAreShown({
  eventLog,
  tables,
  pace,
}: Pick<ImportParts, 'eventLog' | 'tables' | 'pace'>): () => Promise<void> {
  let before: LogPosition | null = null;
  return async () => {
    const head = await eventLog.head();
    const awaited = pace.isAlone() ? (before ?? head) : head;
    before = head;
    if (awaited !== null) await tables.waitFor(awaited, LISTS_WITHIN_MS);
  };
}

/** Rows that are read or checked at once. */
export const BATCH: RowsAtOnce = { alone: 250, beside: 5 };

/** So many rows are worked on before others have their turn: a save waits no longer than that. */
const ROWS_A_TURN = 5;

/** Rows one after the other, with a break in which the process serves others. */
export async function* withBreaks<Row>(rows: readonly Row[]): AsyncIterable<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_A_TURN) {
    yield rows.slice(from, from + ROWS_A_TURN);
    await turn();
  }
}

/** Since when a phase is worked on, and how many rows it is through with since. */
export interface Began {
  readonly at: number;
  rows: number;
}

/** What was done with a batch, and whether the import goes on. */
export interface SavedBatch {
  readonly isSaved: boolean;
  readonly isInPhase: boolean;
}

/**
 * Saves what a batch of rows came to, and how far the phase is, together, under the lock of the
 * import: so nobody else changes its rows meanwhile.
 * @param seenChanges what somebody has changed since is not to be overwritten: as many changes there
 *   were when the rows were taken; absent: whatever was changed
 * @param save gets whether the import is in the phase still
 */
export async function saveBatch(
  pool: Pool,
  { id, state }: Pick<ImportTableRow, 'id' | 'state'>,
  {
    rows,
    began,
    seenChanges,
  }: { readonly rows: number; readonly began: Began; readonly seenChanges?: number },
  save: (on: Queryable, isInPhase: boolean) => Promise<void>,
): Promise<SavedBatch> {
  const seconds = Math.max((performance.now() - began.at) / 1000, 0.001);
  return inTransaction(pool, async (client) => {
    const [now] = await query<Pick<ImportTableRow, 'state' | 'changes'>>(
      client,
      `UPDATE imports.imports SET rate = $4,
         done = done + CASE WHEN state = $2 AND changes = coalesce($5, changes) THEN $3 ELSE 0 END
       WHERE id = $1 RETURNING state, changes`,
      [id, state, rows, Math.round((began.rows + rows) / seconds), seenChanges],
    );
    if (!now) return { isSaved: false, isInPhase: false };
    const isInPhase = now.state === state;
    if (seenChanges !== undefined && now.changes !== seenChanges)
      return { isSaved: false, isInPhase };
    await save(client, isInPhase);
    began.rows += rows;
    return { isSaved: true, isInPhase };
  });
}

/** From one state to the next; false: it is not in the first any more. */
export async function move(
  pool: Queryable,
  id: number,
  from: readonly string[],
  to: string,
  set = '',
  values: readonly unknown[] = [],
): Promise<boolean> {
  const rows = await query(
    pool,
    `UPDATE imports.imports SET state = $3, problem = NULL ${set}
     WHERE id = $1 AND state = ANY ($2) RETURNING id`,
    [id, from, to, ...values],
  );
  return rows.length > 0;
}
