import type { SavedRecord } from '../platform/commands/command.js';
import { Refusal } from '../platform/errors.js';
import { forEachLimit } from '../platform/forEachLimit.js';
import { namedUuid } from '../platform/namedUuid.js';
import { type Queryable, query } from '../platform/postgres/postgres.js';
import { type Archive, dropUploads } from './documents/archive.js';
import { DOCUMENTS_AT_ONCE, type OfDocument, storeDocument } from './documents/storeDocument.js';
import { recordEnd } from './importEnds.js';
import {
  BATCH,
  type Began,
  filesOf,
  type ImportParts,
  type ImportSeal,
  importSeal,
  move,
  originOf,
  readingOf,
  saveBatch,
  sheetsOf,
} from './importParts.js';
import {
  cellsNow,
  type ImportTableRow,
  inOrderOfWriting,
  type RowContent,
  type RowDetails,
  type RowResult,
  type RowTableRow,
} from './importTables.js';
import {
  problemOf,
  problemsOfRefusal,
  type Reading,
  type ReadRow,
  type RowInput,
  readRow,
} from './readRow.js';
import { keysBy, keysOfRow } from './rowKeys.js';

/** Rows under way at once: enough to keep the log busy, few enough to leave room for the agents. */
const WIDTH = 48;

interface WaitingRow extends Omit<RowTableRow, 'details' | 'content'> {
  readonly content: string;
  readonly details: string;
  /** The record of the row whose customer it is. */
  readonly owner_id: number | null;
  /** The policy of the row whose document it is. */
  readonly policy_id: number | null;
}

interface Written {
  readonly row: number;
  readonly result: RowResult;
  readonly recordId: number | null;
  readonly version: number | null;
  readonly customerId: number | null;
  readonly details: RowDetails;
  /** By what a later import knows the record. */
  readonly known: readonly string[];
}

/** Writes what was checked, row by row, each by the command of a form under an id of its own. */
export async function writeRows(
  parts: ImportParts,
  row: ImportTableRow,
  signal: AbortSignal,
  archive: Archive | null = null,
): Promise<void> {
  const { pool, vault, clock } = parts;
  const { id } = row;
  const seal = importSeal(vault, id);
  await seal.ready();
  const began: Began = { at: performance.now(), rows: 0 };
  for (const sheet of inOrderOfWriting(await sheetsOf(pool, id))) {
    const reading = readingOf(sheet, seal);
    const writing = { import: row, reading, archive, files: filesOf(seal, row) };
    const atOnce = sheet.kind === 'documents' ? DOCUMENTS_AT_ONCE : WIDTH;
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const waiting = await waitingRows(parts, { id, sheet: sheet.sheet, after });
      if (waiting.length === 0) break;
      const written: Written[] = [];
      const save = () =>
        saveBatch(pool, row, { rows: written.length, began }, (on) =>
          saveResults(on, seal, { id, sheet: sheet.sheet }, written),
        );
      try {
        await forEachLimit(waiting, { atOnce, signal }, async (one) => {
          written.push(await writeRow(parts, writing, one));
        });
      } catch (error) {
        // What was written is known, whatever came after it.
        await save();
        throw error;
      }
      if (!(await save())) return;
      after = waiting.at(-1)?.row ?? 0;
    }
  }
  await recordEnd(parts, row, 'done');
  await dropUploads(parts, [id]);
  await move(pool, id, ['running'], 'done', ', ended_at = $4, attempts = 0', [clock.now()]);
}

const waitingRows = (
  { pool }: Pick<ImportParts, 'pool'>,
  { id, sheet, after }: { readonly id: number; readonly sheet: number; readonly after: number },
): Promise<WaitingRow[]> =>
  query<WaitingRow>(
    pool,
    `SELECT rows.*, coalesce(rows.customer_id, CASE WHEN owner.record_kind IN ('health', 'vehicle')
         THEN owner.customer_id ELSE owner.record_id END, again.record_id) AS owner_id,
       CASE WHEN owner.record_kind IN ('health', 'vehicle') THEN owner.record_id END AS policy_id
     FROM imports.rows
     LEFT JOIN imports.rows AS owner ON owner.import_id = rows.import_id
       AND owner.sheet = rows.of_sheet AND owner."row" = rows.of_row
     LEFT JOIN imports.rows AS again ON again.import_id = owner.import_id
       AND again.sheet = owner.of_sheet AND again."row" = owner.of_row
     WHERE rows.import_id = $1 AND rows.sheet = $2 AND rows.plan IN ('new', 'changes')
       AND rows.result IS NULL AND rows."row" > $3
     ORDER BY rows."row" LIMIT ${BATCH}`,
    [id, sheet, after],
  );

interface Writing extends Pick<OfDocument, 'archive' | 'files'> {
  readonly import: ImportTableRow;
  readonly reading: Reading;
}

/** @throws what is no refusal of the row. */
async function writeRow(
  parts: ImportParts,
  { import: of, reading, archive, files }: Writing,
  row: WaitingRow,
): Promise<Written> {
  const { id, user_id: userId, username, role } = of;
  const seal = importSeal(parts.vault, id);
  const content = seal.content(row.content) as RowContent;
  const details = seal.details(row.details) as RowDetails;
  const read = readRow(reading, cellsNow(content));
  const context = {
    commandId: namedUuid('import', id, row.sheet, row.row),
    actor: { userId, username, role },
    ...{ correlationId: of.correlation_id, batchId: of.batch_id },
    ofImport: originOf(of),
  };
  const none = { row: row.row, recordId: null, version: null, customerId: null, known: [] };
  try {
    const { record } = await (row.plan === 'new'
      ? create(
          parts,
          { read, reading, ownerId: row.owner_id, policyId: row.policy_id, archive, files },
          context,
        )
      : change(
          parts,
          { read, details, recordId: row.record_id ?? 0 },
          {
            ...context,
            ...(row.seen === null ? {} : { expectedVersion: row.seen }),
          },
        ));
    const keyOf = keysBy(parts.vault);
    return {
      ...{ row: row.row, result: 'done', recordId: record.id, version: record.version, details },
      customerId: 'customerId' in record ? (record.customerId as number) : record.id,
      known: keysOfRow(keyOf, read)
        .filter(({ kind }) => kind === 'ref' || kind === 'same')
        .map(({ text }) => text),
    };
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
    const problems = problemsOfRefusal(reading, error);
    return { ...none, result: 'rejected', details: { ...details, problems } };
  }
}

type Saved = Pick<SavedRecord<{ readonly id: number; readonly version: number }>, 'record'>;

interface NewRecord extends Omit<OfDocument, 'input' | 'customerId'> {
  readonly read: ReadRow;
  readonly reading: Reading;
  readonly ownerId: number | null;
}

function create(
  parts: ImportParts,
  of: NewRecord,
  context: Parameters<ImportParts['customers']['create']>[1],
): Promise<Saved> {
  const { customers, policies, quotations } = parts;
  const record = requireRecord(of.read);
  // Nobody's: they are given to agents afterwards.
  if (record.kind === 'customer') return customers.create(record.input, context, null);
  const { ownerId: customerId } = of;
  if (customerId === null) throw ownerNotImported(of.reading);
  if (record.kind === 'document')
    return storeDocument(parts, { ...of, customerId, input: record.input }, context);
  return record.kind === 'quotation'
    ? quotations.create({ ...record.input, customerId }, context)
    : policies.issue(record.kind, { ...record.input, customerId }, context);
}

/** Only the fields that the row gives and that differed when it was checked. */
function change(
  { customers, policies, quotations }: ImportParts,
  of: { read: ReadRow; details: RowDetails; recordId: number },
  context: Parameters<ImportParts['customers']['create']>[1],
): Promise<Saved> {
  const record = requireRecord(of.read);
  const input = record.input as unknown as Readonly<Record<string, unknown>>;
  const patch = Object.fromEntries(of.details.changes.map(({ field }) => [field, input[field]]));
  const { recordId } = of;
  if (record.kind === 'document') throw new Error('A document is not changed');
  if (record.kind === 'customer') return customers.update(recordId, patch, context);
  return record.kind === 'quotation'
    ? quotations.update(recordId, patch, context)
    : policies.update({ kind: record.kind, id: recordId }, patch, context);
}

const requireRecord = ({ record }: ReadRow): RowInput => {
  if (!record) throw new Error('A row with problems was to be written');
  return record;
};

const ownerNotImported = (reading: Reading): Refusal => {
  const message = 'The customer of this row was not imported. Correct that row first.';
  const { code } = problemOf(reading, 'customerRef', 'customer-not-imported', message);
  return new Refusal('invalid', {
    ...{ code, message },
    fields: [{ field: 'customerRef', code, message }],
  });
};

async function saveResults(
  on: Queryable,
  seal: ImportSeal,
  { id, sheet }: { readonly id: number; readonly sheet: number },
  written: readonly Written[],
): Promise<void> {
  if (written.length === 0) return;
  const rows = await Promise.all(
    written.map(async ({ row, result, recordId, version, customerId, details }) => ({
      ...{ row, result, record_id: recordId, written: version, customer_id: customerId },
      codes:
        result === 'rejected'
          ? details.problems.map(({ column, code }) => `${column ?? ''}:${code}`)
          : [],
      details: result === 'rejected' ? await seal.seal(details) : null,
    })),
  );
  await query(
    on,
    `UPDATE imports.rows SET result = said.result, codes = said.codes,
       record_id = coalesce(said.record_id, rows.record_id), written = said.written,
       customer_id = coalesce(said.customer_id, rows.customer_id),
       details = coalesce(said.details, rows.details)
     FROM jsonb_to_recordset($3::jsonb) AS said("row" int, result text, record_id int,
       written int, customer_id int, codes text[], details text)
     WHERE rows.import_id = $1 AND rows.sheet = $2 AND rows."row" = said."row"`,
    [id, sheet, JSON.stringify(rows)],
  );
  const known = written.flatMap(({ row, known: keys }) => keys.map((key) => ({ row, key })));
  if (known.length === 0) return;
  await query(
    on,
    `INSERT INTO imports.known (key, record_kind, record_id, import_id)
     SELECT DISTINCT ON (said.key, rows.record_kind)
       said.key, rows.record_kind, rows.record_id, $1
     FROM unnest($3::text[], $4::int[]) AS said(key, n)
     JOIN imports.rows ON rows.import_id = $1 AND rows.sheet = $2 AND rows."row" = said.n
     WHERE rows.record_id IS NOT NULL
     -- Of two that say the same, as somebody wanted both, the first.
     ORDER BY said.key, rows.record_kind, said.n
     ON CONFLICT (key, record_kind) DO UPDATE
       SET record_id = EXCLUDED.record_id, import_id = EXCLUDED.import_id`,
    [id, sheet, known.map(({ key }) => key), known.map(({ row }) => row)],
  );
}
