import { EXAMPLES_SHOWN, MOST_IMPORTED_ROWS } from '@insuremanager/contracts/imports/importViews';
import { query } from '../platform/postgres/postgres.js';
import { onDisk, openArchive } from './documents/archive.js';
import { archivedSheets } from './documents/archivedSheets.js';
import { guessSheet } from './guess/guessSheet.js';
import { BATCH, type Began, type ImportParts, importSeal, move, saveBatch } from './importParts.js';
import type { ImportTableRow, SaidValue } from './importTables.js';
import { openSheets } from './sheets/openSheets.js';
import { type Sheet, type SheetRow, UnusableFile } from './sheets/sheet.js';

/** What a sheet of this header was said to be. */
export interface RememberedMapping {
  readonly kind: string | null;
  readonly columns: readonly (string | null)[];
  readonly dateOrder: string;
  readonly values: readonly SaidValue[];
}

/** Rows by which a sheet is guessed. */
export const LOOKED_AT = 300;

export const shapeOf = (
  vault: Pick<ImportParts['vault'], 'fingerprint'>,
  header: readonly string[],
): string => vault.fingerprint('shape of a sheet', JSON.stringify(header));

/** Under whose key mappings are remembered: they hold texts of sheets. */
export const SHAPES = 'import-shapes';

/** Takes the rows of a file in, from its beginning: what was taken of it before is gone. */
export async function readFile(
  parts: ImportParts,
  row: ImportTableRow,
  signal: AbortSignal,
): Promise<void> {
  const { pool, vault, files } = parts;
  const { id, file_key: fileKey } = row;
  if (fileKey === null) throw new Error('This import has no file');
  const seal = importSeal(vault, id);
  await Promise.all([seal.ready(), vault.loadKeys([SHAPES])]);
  await query(pool, 'DELETE FROM imports.sheets WHERE import_id = $1', [id]);
  await query(pool, 'DELETE FROM imports.rows WHERE import_id = $1', [id]);
  await query(pool, 'UPDATE imports.imports SET done = 0 WHERE id = $1', [id]);
  await onDisk(parts, fileKey, signal, async (path, folder) => {
    const archive = await openArchive(path);
    try {
      const { sheets, files: documents } = archive
        ? await archivedSheets(archive, folder, parts.documents, signal)
        : { sheets: await openSheets(path, seal.text(row.file_name)), files: [] };
      const began: Began = { at: performance.now(), rows: 0 };
      for (const [index, sheet] of sheets.entries()) {
        await readSheet(parts, row, { index, sheet, began }, signal);
      }
      if (began.rows === 0) throw new UnusableFile('The file has no rows below its header.');
      // Else it would be taken for an import of hardly a row until somebody counts.
      await query(pool, 'ANALYZE imports.rows (import_id, sheet, "row", plan)');
      const kept = documents.length > 0 ? await seal.seal(documents) : null;
      await move(
        ...([pool, id, ['reading'], 'mapping'] as const),
        ', files = $4, file_key = CASE WHEN $4::text IS NULL THEN NULL ELSE file_key END',
        [kept],
      );
      if (kept === null) await files.remove(fileKey);
    } finally {
      archive?.close();
    }
  });
}

async function readSheet(
  { pool, vault, pace }: ImportParts,
  row: ImportTableRow,
  of: { index: number; sheet: Sheet; began: Began },
  signal: AbortSignal,
): Promise<void> {
  const { index, sheet, began } = of;
  const { id } = row;
  const seal = importSeal(vault, id);
  const looked: (readonly string[])[] = [];
  let count = 0;
  let batch: SheetRow[] = [];
  let most = await pace.next(BATCH, signal);
  const write = async () => {
    if (batch.length === 0) return;
    const contents = await Promise.all(batch.map(({ cells }) => seal.seal({ cells, repairs: {} })));
    count += batch.length;
    if (began.rows + batch.length > MOST_IMPORTED_ROWS) throw tooManyRows();
    const { isInPhase } = await saveBatch(pool, row, { rows: batch.length, began }, async (on) => {
      await query(
        on,
        `INSERT INTO imports.rows (import_id, sheet, "row", content)
         SELECT $1, $2, n, content FROM unnest($3::int[], $4::text[]) AS read(n, content)`,
        [id, index, batch.map(({ row: n }) => n), contents],
      );
    });
    if (!isInPhase) throw new UnusableFile('This import was removed.');
    batch = [];
  };
  for await (const read of sheet.read()) {
    signal.throwIfAborted();
    batch.push(read);
    if (looked.length < LOOKED_AT) looked.push(read.cells);
    if (batch.length < most) continue;
    await write();
    most = await pace.next(BATCH, signal);
  }
  await write();

  const [remembered] = await query<{ mapping: string }>(
    pool,
    'SELECT mapping FROM imports.shapes WHERE shape = $1',
    [shapeOf(vault, sheet.header)],
  );
  const before = remembered && (vault.unseal(SHAPES, remembered.mapping) as RememberedMapping);
  const guessed =
    sheet.guessed ?? before ?? guessSheet(sheet.header, looked, { sheetName: sheet.name });
  await query(
    pool,
    `INSERT INTO imports.sheets
       (import_id, sheet, name, header, kind, columns, guessed, date_order, is_remembered, row_count,
        examples, said)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11)`,
    [
      ...[id, index, sheet.name, JSON.stringify(sheet.header), guessed.kind],
      ...[
        JSON.stringify(guessed.columns),
        guessed.dateOrder,
        Boolean(before) && !sheet.guessed,
        count,
      ],
      ...[await seal.seal(examplesOf(sheet.header, looked)), await seal.seal(before?.values ?? [])],
    ],
  );
}

/** The first distinct texts of each column. */
const examplesOf = (header: readonly string[], rows: readonly (readonly string[])[]): string[][] =>
  header.map((_name, column) => {
    const texts = rows.map((cells) => cells[column] ?? '').filter((text) => text.trim() !== '');
    return [...new Set(texts)].slice(0, EXAMPLES_SHOWN);
  });

const tooManyRows = () =>
  new UnusableFile(
    `The file has more than ${MOST_IMPORTED_ROWS.toLocaleString('en-IN')} rows. Split it, and import its parts.`,
  );
