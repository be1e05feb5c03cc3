import type { Readable } from 'node:stream';
import type { EndedImport } from '@insuremanager/contracts/imports/importEnds';
import type {
  CellRepair,
  CellsRepair,
  ImportProblem,
  ImportRow,
  ImportView,
  RowsWanted,
  SheetMapping,
} from '@insuremanager/contracts/imports/importViews';
import type { CommandContext } from '../platform/commands/command.js';

/** A file that has arrived and is no import yet. */
export interface ReceivedSheets {
  readonly fileName: string;
  readonly fileKey: string;
  readonly size: number;
}

/** A row that is kept and is about a person. */
export interface ImportedRowHeld {
  readonly importId: number;
  readonly row: number;
  readonly uploadedAt: Date;
  /** It became a record of theirs, or changed one; else it only says what they are known by. */
  readonly isLinked: boolean;
  readonly cells: readonly { readonly name: string; readonly text: string }[];
}

/** A page of rows. */
export interface ImportRowsPage {
  readonly items: readonly ImportRow[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** All that are wanted. */
  readonly count: number;
}

/**
 * The capability "imports": spreadsheets that become records, by the commands of the forms. What
 * takes long is done in the background (`importer.ts`), which any process answers for; what was
 * begun twice happens once. Methods may raise a Refusal.
 */
export interface Imports {
  /** Stores a file as it arrives. @throws too-large; invalid on `file` */
  receive(fileName: string, content: Readable): Promise<ReceivedSheets>;
  /** Gives up a file that was received. */
  discard(received: ReceivedSheets): Promise<void>;
  /** Begins to read a file. @throws conflict `too-many-imports` */
  begin(received: ReceivedSheets, context: CommandContext): Promise<ImportView>;
  /** The newest first. */
  list(): Promise<ImportView[]>;
  /** What a user started, undid or uploaded and went on no more in the last days, the last first. */
  ended(userId: number, days: number, limit: number): Promise<EndedImport[]>;
  find(id: number): Promise<ImportView | null>;
  /** @throws not-found */
  require(id: number): Promise<ImportView>;
  /** By kind, the most frequent first. @throws not-found */
  problems(id: number): Promise<ImportProblem[]>;
  /** @throws not-found; conflict `import-rows-removed` */
  rows(id: number, wanted: RowsWanted): Promise<ImportRowsPage>;
  /** What a sheet is and how it is read; it has to be checked again. @throws invalid; conflict */
  mapSheet(id: number, sheet: number, mapping: SheetMapping): Promise<ImportView>;
  /** Has the rows checked, in the background. @throws conflict `import-busy`, `nothing-to-import` */
  check(id: number): Promise<ImportView>;
  /** Changes a cell, and has its row checked. @throws not-found; conflict */
  repairCell(id: number, repair: CellRepair): Promise<ImportView>;
  /** Changes all cells alike, and has their rows checked. @throws not-found; conflict */
  repairCells(id: number, repair: CellsRepair): Promise<ImportView>;
  /** Whether rows are written although they look like what exists. Null: all duplicates of the sheet. */
  takeDuplicates(
    id: number,
    duplicates: { sheet: number; rows: readonly number[] | null; areTaken: boolean },
  ): Promise<ImportView>;
  /** @throws conflict `import-not-checked` */
  start(id: number, context: CommandContext): Promise<ImportView>;
  pause(id: number): Promise<ImportView>;
  resume(id: number): Promise<ImportView>;
  /** @throws conflict `import-not-done` */
  undo(id: number, context: CommandContext): Promise<ImportView>;
  /** Removes one that was never started, with its rows. @throws conflict `import-started` */
  discardImport(id: number): Promise<void>;
  /**
   * The rows that were not written as they came, with the reasons, as CSV.
   * @throws not-found; conflict `import-rows-removed`; forbidden to others than who uploaded it
   */
  rejected(id: number, context: CommandContext): Promise<{ readonly content: Readable }>;
  /** What rows that are kept say about a person. */
  rowsAbout(customerId: number): Promise<ImportedRowHeld[]>;
  /**
   * Removes rows that are about a person who is being erased and became no record, and examples of
   * sheets. To be called while it can be read still what they are known by.
   */
  forgetAlike(customerId: number): Promise<void>;
  /** Removes what rows say that became a lead, or look like it: its person is erased. */
  forgetLead(id: number): Promise<void>;
  /** Removes what is known of a person who is erased from the rows of all imports. */
  forgetPerson(customerId: number): Promise<void>;
  /** Removes rows whose time is over, and imports that were never started. */
  expire(signal?: AbortSignal): Promise<void>;
  /** Removes stored files that belong to no import; their number. */
  sweep(signal?: AbortSignal): Promise<number>;
}
