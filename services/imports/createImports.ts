import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  ImportStarted,
  ImportUndoStarted,
  RejectedRowsDownloaded,
  userAccessStream,
} from '@insuremanager/contracts/identity/userEvents';
import { importTarget, type SheetKind } from '@insuremanager/contracts/imports/importTargets';
import {
  IMPORT_ROWS_KEPT_DAYS,
  IMPORTS_LISTED,
  LARGEST_SHEET_FILE,
  SHEET_FILE_TOO_LARGE,
  type SheetMapping,
  UNSTARTED_IMPORT_DAYS,
} from '@insuremanager/contracts/imports/importViews';
import { cleanText } from '@insuremanager/contracts/rules/text';
import type { CommandContext } from '../platform/commands/command.js';
import { conflict, forbidden, invalid, notFound, tooLarge } from '../platform/errors.js';
import { sweepFiles } from '../platform/files/sweep.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Platform } from '../platform/platform.js';
import { ensureSchema } from '../platform/postgres/ensureSchema.js';
import { inTransaction, type Queryable, query } from '../platform/postgres/postgres.js';
import type { SliceTables } from '../platform/slice.js';
import { dropUploads } from './documents/archive.js';
import { guessSheet } from './guess/guessSheet.js';
import { type ImportServices, importSeal, move, sheetsOf } from './importParts.js';
import { createRowQueries, IS_REJECTED, rejectedRows } from './importRows.js';
import type { Imports, ReceivedSheets } from './imports.js';
import {
  cellsNow,
  type ImportTableRow,
  importSteps,
  importSubject,
  RECEIVED,
  type RowContent,
  type RowTableRow,
  type SaidValue,
  type SheetTableRow,
} from './importTables.js';
import { countsOf, viewOfImport } from './importViewOf.js';
import { createPersonTraces } from './personTraces.js';
import { LOOKED_AT, SHAPES, shapeOf } from './readFile.js';

/** What the keys of uploaded sheets begin with; they are kept until their rows are read. */
export const SHEET_FILES = 'imports/';
/** Not started yet, of all users together. */
const MOST_WAITING = 20;
const ROWS_AT_ONCE = 1_000;

type ImportDependencies = ImportServices;

/** The capability "imports". Makes its schema where it is missing. */
export async function createImports(
  platform: Platform,
  tables: SliceTables,
  { customers, policies, quotations, documents, claims, leads }: ImportDependencies,
): Promise<Imports> {
  const { pool, vault, files, commands, clock } = platform;
  await ensureSchema(pool, 'imports', importSteps);

  const requireRow = async (id: number, on: Queryable = pool): Promise<ImportTableRow> => {
    const [row] = await query<ImportTableRow>(on, 'SELECT * FROM imports.imports WHERE id = $1', [
      id,
    ]);
    if (!row) throw notFound('import', id);
    return row;
  };
  const view = async (id: number) => viewOfImport(platform, await requireRow(id));
  const requireRows = async (id: number): Promise<ImportTableRow> => {
    const row = await requireRow(id);
    if (row.rows_removed_at) throw rowsRemoved();
    return row;
  };
  const requireSheet = async (id: number, sheet: number): Promise<SheetTableRow> => {
    const found = (await sheetsOf(pool, id)).find((one) => one.sheet === sheet);
    if (!found) throw notFound('sheet', sheet);
    return found;
  };

  /** Changes what is to be written, and has that checked again, unless it is under way. */
  const changing = async (
    id: number,
    to: 'mapping' | 'checking' | 'again',
    change: (on: Queryable) => Promise<void>,
  ) => {
    await inTransaction(pool, async (client) => {
      const [row] = await query<ImportTableRow>(
        client,
        'SELECT * FROM imports.imports WHERE id = $1 FOR UPDATE',
        [id],
      );
      if (!row) throw notFound('import', id);
      if (!CHANGEABLE.includes(row.state)) throw importBusy();
      await change(client);
      // What nobody asked to be checked is checked when that is asked for.
      const again = row.state === 'mapping' ? 'mapping' : 'checking';
      const next = to === 'again' ? again : to;
      await query(
        client,
        `UPDATE imports.imports SET state = $2, problem = NULL, done = 0, changes = changes + 1
         WHERE id = $1`,
        [id, next],
      );
    });
    return view(id);
  };

  /** Rows whose verdict depends on what these are known by are checked again, too. */
  const uncheck = async (on: Queryable, id: number, sheet: number, rows: readonly number[]) => {
    await query(
      on,
      `WITH changed AS (SELECT $2::smallint AS sheet, unnest($3::int[]) AS "row"),
       beside AS (
         SELECT DISTINCT other.sheet, other."row"
         FROM imports.keys AS own JOIN changed USING (sheet, "row")
         JOIN imports.keys AS other ON other.import_id = own.import_id AND other.key = own.key
         WHERE own.import_id = $1)
       UPDATE imports.rows SET plan = NULL
       FROM (SELECT * FROM changed UNION SELECT * FROM beside) AS again
       WHERE rows.import_id = $1 AND rows.sheet = again.sheet AND rows."row" = again."row"`,
      [id, sheet, rows],
    );
    await query(
      on,
      `DELETE FROM imports.keys USING imports.rows
       WHERE keys.import_id = $1 AND rows.import_id = $1 AND rows.sheet = keys.sheet
         AND rows."row" = keys."row" AND rows.plan IS NULL`,
      [id],
    );
  };

  /** What its columns are, where its rows are of that kind. */
  const guessedAs = async (kind: SheetKind, id: number, { sheet, header }: SheetTableRow) => {
    const seal = importSeal(vault, id);
    await seal.ready();
    const rows = await query<Pick<RowTableRow, 'content'>>(
      pool,
      `SELECT content FROM imports.rows WHERE import_id = $1 AND sheet = $2
       ORDER BY "row" LIMIT ${LOOKED_AT}`,
      [id, sheet],
    );
    const examples = rows.flatMap(({ content }) => [seal.content(content)?.cells ?? []]);
    return guessSheet(header, examples, { kind }).columns;
  };

  const { rowsAbout, forgetAlike } = createPersonTraces(platform);
  const rowQueries = createRowQueries(platform, {
    ...{ customers, policies, quotations, documents, claims, leads },
  });

  return {
    async receive(fileName, content) {
      const fileKey = `${SHEET_FILES}${randomUUID()}`;
      const contentKey = await files.contentKeyOf(RECEIVED, fileKey);
      const { size } = await files.keep(fileKey, contentKey, limited(content));
      if (size === 0) {
        await files.remove(fileKey);
        throw invalid([{ field: 'file', code: 'file-empty', message: 'The file is empty.' }]);
      }
      return { fileName: cleanText(fileName).slice(0, 200), fileKey, size };
    },

    discard: ({ fileKey }: ReceivedSheets) => files.remove(fileKey),

    async begin({ fileName, fileKey }, context) {
      const { actor, commandId, correlationId } = context;
      const { userId, username, role } = actor;
      const [earlier] = await query<{ id: number }>(
        pool,
        'SELECT id FROM imports.imports WHERE command_id = $1',
        [commandId],
      );
      if (earlier) {
        await files.remove(fileKey);
        return view(earlier.id);
      }
      const waiting = await query(
        pool,
        `SELECT FROM imports.imports
         WHERE state IN ('reading', 'mapping', 'checking', 'checked', 'failed')`,
      );
      if (waiting.length >= MOST_WAITING) throw tooManyImports();
      const [row] = await query<{ id: number }>(
        pool,
        `INSERT INTO imports.imports
           (command_id, batch_id, user_id, username, role, correlation_id, file_key, uploaded_at,
            state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'failed') RETURNING id`,
        [commandId, randomUUID(), userId, username, role, correlationId, fileKey, clock.now()],
      );
      const id = row?.id ?? 0;
      const name = await vault.seal(importSubject(id), fileName);
      await query(
        pool,
        `UPDATE imports.imports SET file_name = $2, state = 'reading' WHERE id = $1`,
        [id, name],
      );
      return view(id);
    },

    async list() {
      const rows = await query<ImportTableRow>(
        pool,
        `SELECT * FROM imports.imports ORDER BY id DESC LIMIT ${IMPORTS_LISTED}`,
      );
      return Promise.all(rows.map((row) => viewOfImport(platform, row)));
    },

    async ended(userId, days, limit) {
      const rows = await query<ImportTableRow & { at: Date }>(
        pool,
        `SELECT * FROM (
           SELECT *, coalesce(undone_at, ended_at, started_at, uploaded_at) AS at
           FROM imports.imports WHERE user_id = $1 AND (state IN ('done', 'undone', 'failed')
             OR (state IN ('paused', 'mapping') AND problem IS NOT NULL))) AS ended
         WHERE at > $2::timestamptz - $3 * interval '1 day' ORDER BY at DESC LIMIT $4`,
        [userId, clock.now(), days, limit],
      );
      return Promise.all(
        rows.map(async (row) => ({
          ...{ id: row.id, state: row.state, problem: row.problem },
          ...{ counts: await countsOf(pool, row), endedAt: row.at.toISOString() },
        })),
      );
    },

    async find(id) {
      const [row] = await query<ImportTableRow>(
        pool,
        'SELECT * FROM imports.imports WHERE id = $1',
        [id],
      );
      return row ? viewOfImport(platform, row) : null;
    },

    require: view,

    async problems(id) {
      await requireRow(id);
      return rowQueries.problems(id);
    },

    async rows(id, wanted) {
      await requireRows(id);
      return rowQueries.rows(id, await requireSheet(id, wanted.sheet), wanted);
    },

    async mapSheet(id, sheet, mapping) {
      const found = await requireSheet(id, sheet);
      requireMapping(mapping, found);
      const seal = importSeal(vault, id);
      await seal.ready();
      const said = new Map<string, SaidValue>(
        seal.said(found.said).map((one) => [`${one.column}\n${one.text}`, one]),
      );
      for (const { column, text, meaning } of mapping.values) {
        const key = `${column}\n${cleanText(text)}`;
        if (meaning === null) said.delete(key);
        else said.set(key, { column, text: cleanText(text), meaning });
      }
      const { kind, dateOrder } = mapping;
      // Of what such rows have, others are what the columns are.
      const isOther = kind !== null && kind !== found.kind;
      const columns = isOther ? await guessedAs(kind, id, found) : mapping.columns;
      const guessed = isOther ? columns : found.guessed;
      const values = [...said.values()];
      const remembered = await vault.seal(SHAPES, { kind, columns, dateOrder, values });
      return changing(id, 'mapping', async (on) => {
        await query(
          on,
          `UPDATE imports.sheets SET kind = $3, columns = $4, date_order = $5, said = $6,
             is_remembered = false, guessed = $7 WHERE import_id = $1 AND sheet = $2`,
          [
            ...[id, sheet, kind, JSON.stringify(columns), dateOrder, await seal.seal(values)],
            JSON.stringify(guessed),
          ],
        );
        await query(
          on,
          `INSERT INTO imports.shapes (shape, mapping, said_at) VALUES ($1, $2, $3)
           ON CONFLICT (shape) DO UPDATE SET mapping = EXCLUDED.mapping, said_at = EXCLUDED.said_at`,
          [shapeOf(vault, found.header), remembered, clock.now()],
        );
      });
    },

    async check(id) {
      return changing(id, 'checking', async (on) => {
        const [mapped] = await query(
          on,
          'SELECT FROM imports.sheets WHERE import_id = $1 AND kind IS NOT NULL LIMIT 1',
          [id],
        );
        if (!mapped) throw nothingToImport();
        await query(
          on,
          `UPDATE imports.rows SET plan = NULL, codes = '{}', details = NULL, record_id = NULL,
             record_kind = NULL, customer_id = NULL, of_sheet = NULL, of_row = NULL
           WHERE import_id = $1 AND plan IS NOT NULL`,
          [id],
        );
        await query(on, 'DELETE FROM imports.keys WHERE import_id = $1', [id]);
      });
    },

    async repairCell(id, { sheet, row, column, text }) {
      await requireRows(id);
      const seal = importSeal(vault, id);
      await seal.ready();
      return changing(id, 'again', async (on) => {
        const [found] = await query<RowTableRow>(
          on,
          'SELECT * FROM imports.rows WHERE import_id = $1 AND sheet = $2 AND "row" = $3',
          [id, sheet, row],
        );
        const content = found && seal.content(found.content);
        if (!content) throw notFound('row', row);
        if (column >= content.cells.length) throw notFound('column', column);
        await saveContents(on, { id, sheet }, [
          { row, content: await seal.seal(repaired(content, column, text)) },
        ]);
        await uncheck(on, id, sheet, [row]);
      });
    },

    async repairCells(id, { sheet, column, from, to }) {
      await requireRows(id);
      const seal = importSeal(vault, id);
      await seal.ready();
      return changing(id, 'again', async (on) => {
        for (let after = 0; ; ) {
          const rows = await query<RowTableRow>(
            on,
            `SELECT "row", content FROM imports.rows WHERE import_id = $1 AND sheet = $2
             AND "row" > $3 ORDER BY "row" LIMIT ${ROWS_AT_ONCE}`,
            [id, sheet, after],
          );
          const alike = rows.flatMap((row) => {
            const content = seal.content(row.content);
            const isAlike = content && cellsNow(content)[column] === from;
            return isAlike ? [{ row: row.row, content }] : [];
          });
          const changed = await Promise.all(
            alike.map(async ({ row, content }) => ({
              row,
              content: await seal.seal(repaired(content, column, to)),
            })),
          );
          await saveContents(on, { id, sheet }, changed);
          await uncheck(
            on,
            id,
            sheet,
            changed.map(({ row }) => row),
          );
          if (rows.length < ROWS_AT_ONCE) break;
          after = rows.at(-1)?.row ?? 0;
        }
      });
    },

    takeDuplicates: (id, { sheet, rows, areTaken }) =>
      changing(id, 'again', async (on) => {
        const changed = await query<{ row: number }>(
          on,
          `UPDATE imports.rows SET is_taken = $3 WHERE import_id = $1 AND sheet = $2
             AND (plan = 'duplicate' OR is_taken) AND is_taken <> $3
             AND ($4::int[] IS NULL OR "row" = ANY ($4)) RETURNING "row"`,
          [id, sheet, areTaken, rows],
        );
        await uncheck(
          on,
          id,
          sheet,
          changed.map(({ row }) => row),
        );
      }),

    async start(id, context) {
      const row = await requireRow(id);
      if (row.state === 'running' || row.state === 'done') return view(id);
      if (row.state !== 'checked') throw notChecked();
      const { userId, username, role } = context.actor;
      // Of two who start it, the second waits, and finds it started. What was recorded by a process
      // that died is known by its id when it comes again.
      const isStarted = await inTransaction(pool, async (client) => {
        const isMoved = await move(
          client,
          id,
          ['checked'],
          'running',
          `, user_id = $4, username = $5, role = $6, started_at = $7, done = 0, rate = NULL`,
          [userId, username, role, clock.now()],
        );
        if (!isMoved) return false;
        const { created, changed } = await countsOf(client, row);
        const started = ImportStarted({ userId, importId: id, created, changed });
        await commands.record(userAccessStream(userId), [started], {
          ...context,
          ...{ commandId: namedUuid('import-started', id), batchId: row.batch_id },
        });
        return true;
      });
      const now = await requireRow(id);
      if (!isStarted && now.state !== 'running' && now.state !== 'done') throw importBusy();
      return view(id);
    },

    async pause(id) {
      await requireRow(id);
      await move(pool, id, ['running'], 'paused');
      return view(id);
    },

    async resume(id) {
      await requireRows(id);
      await move(pool, id, ['paused'], 'running');
      return view(id);
    },

    async undo(id, context: CommandContext) {
      const row = await requireRow(id);
      if (row.state === 'undoing' || row.state === 'undone') return view(id);
      if (row.state !== 'done' && row.state !== 'paused') throw notDone();
      const { userId, username, role } = context.actor;
      await inTransaction(pool, async (client) => {
        const isMoved = await move(
          client,
          id,
          ['done', 'paused'],
          'undoing',
          `, user_id = $4, username = $5, role = $6, done = 0, rate = NULL,
           ended_at = coalesce(ended_at, $7)`,
          [userId, username, role, clock.now()],
        );
        if (!isMoved) return;
        const started = ImportUndoStarted({ userId, importId: id });
        const { batch_id: batchId } = row;
        await commands.record(userAccessStream(userId), [started], { ...context, batchId });
      });
      return view(id);
    },

    async discardImport(id) {
      const row = await requireRow(id);
      const removed = await query<ImportTableRow>(
        pool,
        'DELETE FROM imports.imports WHERE id = $1 AND started_at IS NULL RETURNING *',
        [id],
      );
      if (removed.length === 0) throw alreadyStarted();
      if (row.file_key) await files.remove(row.file_key);
    },

    async rejected(id, context) {
      const row = await requireRows(id);
      const { userId } = context.actor;
      if (row.user_id !== userId) {
        throw forbidden('Only who started an import gets its rows as they came.');
      }
      const { rejected, duplicates } = await countsOf(pool, row);
      const rows = rejected + duplicates;
      const about = await query<{ customer_id: number }>(
        pool,
        `SELECT DISTINCT customer_id FROM imports.rows
         WHERE import_id = $1 AND ${IS_REJECTED} AND customer_id IS NOT NULL ORDER BY 1`,
        [id],
      );
      const customerIds = about.map(({ customer_id }) => customer_id);
      const downloaded = RejectedRowsDownloaded({ userId, importId: id, rows, customerIds });
      await commands.record(userAccessStream(userId), [downloaded], context);
      return { content: Readable.from(rejectedRows(platform, id)) };
    },

    rowsAbout,
    forgetAlike,

    async forgetLead(id) {
      await query(
        pool,
        `UPDATE imports.sheets SET examples = NULL, found = NULL FROM imports.rows
         WHERE rows.record_kind = 'lead' AND rows.record_id = $1
           AND rows.import_id = sheets.import_id AND rows.sheet = sheets.sheet`,
        [id],
      );
      await query(
        pool,
        `UPDATE imports.rows SET content = NULL, details = NULL
         WHERE record_kind = 'lead' AND record_id = $1 AND content IS NOT NULL`,
        [id],
      );
    },
    async forgetPerson(customerId) {
      // Examples are of the first rows, whoever's they are.
      await query(
        pool,
        `UPDATE imports.sheets SET examples = NULL, found = NULL FROM imports.rows
         WHERE rows.customer_id = $1 AND rows.import_id = sheets.import_id
           AND rows.sheet = sheets.sheet`,
        [customerId],
      );
      await query(
        pool,
        `UPDATE imports.rows SET content = NULL, details = NULL
         WHERE customer_id = $1 AND content IS NOT NULL`,
        [customerId],
      );
      // In a ZIP that waits to be written are files of theirs.
      const zips = await query<{ id: number }>(
        pool,
        `SELECT DISTINCT id FROM imports.imports JOIN imports.rows ON import_id = id
         WHERE customer_id = $1 AND record_kind = 'document' AND file_key IS NOT NULL`,
        [customerId],
      );
      await dropUploads(
        platform,
        zips.map(({ id }) => id),
      );
      await query(
        pool,
        `DELETE FROM imports.known WHERE record_kind = 'customer' AND record_id = $1`,
        [customerId],
      );
    },

    async expire() {
      const now = clock.now();
      await query(
        pool,
        `WITH ended AS (
           UPDATE imports.imports SET rows_removed_at = $1, file_name = NULL
           WHERE rows_removed_at IS NULL AND state IN ('done', 'undone', 'paused')
             AND coalesce(undone_at, ended_at, started_at) < $1::timestamptz - $2 * interval '1 day'
           RETURNING id),
         blank AS (
           UPDATE imports.sheets SET examples = NULL, found = NULL, said = NULL FROM ended
           WHERE import_id = ended.id),
         forgotten AS (DELETE FROM imports.keys USING ended WHERE import_id = ended.id)
         UPDATE imports.rows SET content = NULL, details = NULL FROM ended
         WHERE import_id = ended.id`,
        [now, IMPORT_ROWS_KEPT_DAYS],
      );
      const ended = await query<{ id: number }>(
        pool,
        'SELECT id FROM imports.imports WHERE rows_removed_at IS NOT NULL AND file_key IS NOT NULL',
      );
      await dropUploads(
        platform,
        ended.map(({ id }) => id),
      );
      const removed = await query<ImportTableRow>(
        pool,
        `DELETE FROM imports.imports WHERE started_at IS NULL
         AND uploaded_at < $1::timestamptz - $2 * interval '1 day' RETURNING *`,
        [now, UNSTARTED_IMPORT_DAYS],
      );
      for (const { file_key } of removed) if (file_key !== null) await files.remove(file_key);
    },

    sweep: (signal) =>
      sweepFiles(
        { ...platform, readModels: tables },
        {
          prefix: SHEET_FILES,
          oftenOutdated: true,
          // No event refers to one.
          referredTo: async () => new Set(),
          newest: async () => null,
          async needed(fileKeys) {
            const rows = await query<{ file_key: string }>(
              pool,
              'SELECT file_key FROM imports.imports WHERE file_key = ANY ($1)',
              [fileKeys],
            );
            return new Set(rows.map(({ file_key }) => file_key));
          },
        },
        signal,
      ),
  };
}

const CHANGEABLE: readonly ImportTableRow['state'][] = ['mapping', 'checking', 'checked'];

async function* limited(content: AsyncIterable<Uint8Array>) {
  let size = 0;
  for await (const bytes of content) {
    size += bytes.length;
    if (size > LARGEST_SHEET_FILE) throw fileTooLarge();
    yield bytes;
  }
}

const repaired = (content: RowContent, column: number, text: string): RowContent => {
  const { [column]: _before, ...others } = content.repairs;
  const isAsItCame = content.cells[column] === text;
  return { ...content, repairs: isAsItCame ? others : { ...others, [column]: text } };
};

const saveContents = (
  on: Queryable,
  { id, sheet }: { id: number; sheet: number },
  rows: readonly { readonly row: number; readonly content: string }[],
) =>
  query(
    on,
    `UPDATE imports.rows SET content = said.content
     FROM unnest($3::int[], $4::text[]) AS said(n, content)
     WHERE import_id = $1 AND sheet = $2 AND "row" = said.n`,
    [id, sheet, rows.map(({ row }) => row), rows.map(({ content }) => content)],
  );

/** @throws invalid when a column is something that such a sheet does not have, or twice. */
function requireMapping({ kind, columns }: SheetMapping, { header }: SheetTableRow): void {
  if (columns.length !== header.length) {
    const message = `The sheet has ${header.length} columns.`;
    throw invalid([{ field: 'columns', code: 'out-of-range', message }]);
  }
  const fields = columns.filter((field) => field !== null);
  const unknown = fields.find((field) => !kind || !importTarget(kind as SheetKind, field));
  const twice = fields.find((field, nth) => fields.indexOf(field) !== nth);
  if (unknown === undefined && twice === undefined) return;
  const message =
    unknown === undefined ? `Two columns are ${twice}.` : `Such a sheet has no ${unknown}.`;
  throw invalid([{ field: 'columns', code: 'invalid-mapping', message }]);
}

const fileTooLarge = () =>
  tooLarge({
    ...{ field: 'file', code: 'file-too-large' },
    message: SHEET_FILE_TOO_LARGE,
  });
const importBusy = () =>
  conflict('import-busy', 'This import is being read, or was started: it cannot be changed now.');
const nothingToImport = () =>
  conflict('nothing-to-import', 'Say of at least one sheet what it is.');
const notChecked = () => conflict('import-not-checked', 'Have the import checked first.');
const notDone = () => conflict('import-not-done', 'Only what has ended, or is paused, is undone.');
const alreadyStarted = () =>
  conflict('import-started', 'This import was started. Undo it to take back what it wrote.');
const rowsRemoved = () =>
  conflict('import-rows-removed', 'The rows of this import are not kept any more.');
const tooManyImports = () =>
  conflict(
    'too-many-imports',
    `${MOST_WAITING} imports wait to be started. Start one, or remove one.`,
  );
