import {
  type ImportValue,
  MOST_SHEET_ROWS_SHOWN,
  VALUES_SHOWN,
} from '@insuremanager/contracts/imports/importViews';
import type { GstRate } from '@insuremanager/contracts/rules/gst';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { pick } from '@insuremanager/contracts/rules/objects';
import { cleanText, isMissing } from '@insuremanager/contracts/rules/text';
import { customerDecider } from '../customers/index.js';
import { leadDecider } from '../leads/index.js';
import { type Queryable, query } from '../platform/postgres/postgres.js';
import { policyDecider } from '../policies/index.js';
import { quotationDecider } from '../quotations/index.js';
import { checkRow, type EarlierRow, type Surroundings, type Verdict } from './checkRows.js';
import { tryOutClaim } from './claimRows.js';
import type { FilesByName } from './documents/archivedFiles.js';
import { loadExisting } from './existing.js';
import { guessValue, hasMeanings } from './guess/guessValue.js';
import {
  BATCH,
  type Began,
  filesOf,
  type ImportParts,
  importSeal,
  move,
  readingOf,
  saveBatch,
  sheetsOf,
  withBreaks,
} from './importParts.js';
import {
  cellsNow,
  type ImportTableRow,
  inOrderOfWriting,
  type RowContent,
  type RowTableRow,
  type RowWrites,
} from './importTables.js';
import { type Reading, type ReadRow, readRow } from './readRow.js';
import {
  type KeyKind,
  keysBy,
  keysOfLinks,
  keysOfPolicy,
  keysOfRow,
  type RowKey,
} from './rowKeys.js';

/** Checks rows that were not checked yet, in the order in which they would be written. */
export async function checkImport(
  parts: ImportParts,
  row: ImportTableRow,
  signal: AbortSignal,
): Promise<void> {
  const { pool, vault, clock, agency, pace } = parts;
  const { id } = row;
  const seal = importSeal(vault, id);
  await seal.ready();
  const sheets = inOrderOfWriting(await sheetsOf(pool, id));
  const order = sheets.map(({ sheet }) => sheet);
  const [checked] = await query(
    pool,
    'SELECT FROM imports.rows WHERE import_id = $1 AND plan IS NOT NULL LIMIT 1',
    [id],
  );
  const isWhole = !checked;
  const keyOf = keysBy(vault);
  const began: Began = { at: performance.now(), rows: 0 };
  const files = filesOf(seal, row);
  const taxedOn = { today: kolkataDay(clock.now()), gstRates: await agency.gstRates() };

  for (const sheet of sheets) {
    const reading = readingOf(sheet, seal);
    const counted = new Map<number, Map<string, number>>();
    // What was changed while it was checked comes again, from the first of it on.
    let isAgain = !isWhole;
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const most = await pace.next(BATCH, signal);
      const waiting = await waitingRows(pool, { id, sheet: sheet.sheet, after, most });
      if (waiting.length === 0 && after === 0) break;
      if (waiting.length === 0) {
        after = 0;
        isAgain = true;
        continue;
      }
      const rows: CheckedRow[] = [];
      for await (const some of withBreaks(waiting)) {
        for (const { content, ...one } of some) {
          const cells = cellsNow(seal.content(content) ?? FORGOTTEN);
          const read = readRow(reading, cells);
          const own = keysOfRow(keyOf, read, files);
          const linked = [...keysOfPolicy(keyOf, read), ...keysOfLinks(keyOf, read.links)];
          rows.push({ ...one, cells, read, own, linked });
        }
      }
      const of = { id, order, sheet: sheet.sheet, reading, isAgain, taxedOn, files };
      await pace.giveWay(signal);
      const save = await checkBatch(parts, of, rows);
      await pace.giveWay(signal);
      const { isSaved, isInPhase } = await saveBatch(
        pool,
        row,
        { rows: rows.length, began, seenChanges: waiting[0]?.changes ?? 0 },
        async (on, isChecking) => {
          if (isChecking) await save(on);
        },
      );
      if (!isInPhase) return;
      // Who changed a row meanwhile did not find what was about to be said of others because of it.
      if (!isSaved) continue;
      if (!isAgain) for (const { cells } of rows) countTexts(counted, reading, cells);
      after = waiting.at(-1)?.row ?? 0;
    }
    if (isWhole) {
      await query(
        pool,
        'UPDATE imports.sheets SET found = $3 WHERE import_id = $1 AND sheet = $2',
        [...[id, sheet.sheet], await seal.seal(valuesIn(counted, reading))],
      );
    }
  }
  await move(pool, id, ['checking'], 'checked', ', attempts = 0');
}

/** Of somebody who was erased: it has nothing that a form could be filled with. */
const FORGOTTEN: RowContent = { cells: [], repairs: {} };

interface WaitingRow extends Pick<RowTableRow, 'row' | 'content' | 'is_taken'> {
  /** What becomes of it is saved only while it is what it was. */
  readonly seen_as: string;
  /** Of the import, when the row was what it is. */
  readonly changes: number;
}

interface Wanted extends Pick<RowTableRow, 'sheet'> {
  readonly id: number;
  readonly after: number;
  readonly most: number;
}

const waitingRows = (pool: Queryable, { id, sheet, after, most }: Wanted): Promise<WaitingRow[]> =>
  query<WaitingRow>(
    pool,
    `SELECT "row", content, is_taken, xmin::text AS seen_as,
       (SELECT changes FROM imports.imports WHERE id = $1) AS changes
     FROM imports.rows
     WHERE import_id = $1 AND sheet = $2 AND plan IS NULL AND "row" > $3
     ORDER BY "row" LIMIT $4`,
    [id, sheet, after, most],
  );

/** How often texts of choice fields come that are not among the options. */
function countTexts(
  counted: Map<number, Map<string, number>>,
  { kind, columns, habits }: Reading,
  cells: readonly string[],
): void {
  for (const [column, field] of columns.entries()) {
    const cell = cleanText(cells[column] ?? '');
    if (field === null || isMissing(cell) || !hasMeanings(kind, field)) continue;
    const isSaid = habits.values.get(field)?.has(cell);
    if (!isSaid && guessValue(kind, field, cell) !== null) continue;
    const texts = counted.get(column) ?? new Map<string, number>();
    // A column of free text, taken for a choice, has as many as rows.
    if (texts.size < MOST_SHEET_ROWS_SHOWN * 10 || texts.has(cell))
      counted.set(column, texts.set(cell, (texts.get(cell) ?? 0) + 1));
  }
}

const valuesIn = (
  counted: ReadonlyMap<number, ReadonlyMap<string, number>>,
  { columns, habits }: Reading,
): [number, ImportValue[]][] =>
  [...counted].map(([column, texts]) => {
    const said = habits.values.get(columns[column] ?? '');
    const values = [...texts].map(([text, count]) => ({
      ...{ text, meaning: said?.get(text) ?? null, count },
    }));
    return [column, values.sort((a, b) => b.count - a.count).slice(0, VALUES_SHOWN)];
  });

interface BatchOf {
  readonly id: number;
  /** Sheets in the order in which they are written. */
  readonly order: readonly number[];
  readonly sheet: number;
  readonly reading: Reading;
  /** Some of it may have been checked before. */
  readonly isAgain: boolean;
  /** Of a ZIP. */
  readonly files: FilesByName;
  readonly taxedOn: { readonly today: Day; readonly gstRates: readonly GstRate[] };
}

interface CheckedRow extends Omit<WaitingRow, 'content'> {
  readonly cells: readonly string[];
  readonly read: ReadRow;
  /** By what it is known, and by what it names its customer. */
  readonly own: readonly RowKey[];
  readonly linked: readonly RowKey[];
}

interface RowVerdict extends Pick<WaitingRow, 'row' | 'seen_as'> {
  readonly verdict: Verdict;
  readonly writes: RowWrites | null;
  readonly holds: boolean;
}

interface Holder extends EarlierRow {
  readonly key: bigint;
}

/** What rows would do; the function that is returned saves it. */
async function checkBatch(
  parts: ImportParts,
  of: BatchOf,
  rows: readonly CheckedRow[],
): Promise<(on: Queryable) => Promise<void>> {
  const { id, sheet, reading, isAgain } = of;
  const all = rows.flatMap(({ own, linked }) => [...own, ...linked]);
  const holders = await heldBefore(parts, of, all);
  const known = await knownRecords(parts, all);
  const existing = await loadExisting(
    parts,
    rows.map(({ read }) => read),
    [...new Set([...known.values(), ...recordsIn(holders)])],
    of.files,
  );

  const written: RowVerdict[] = [];
  const judge = ({ row, is_taken: isTaken, seen_as, read, own, linked }: CheckedRow) => {
    const before = ({ key }: RowKey) =>
      (holders.get(key) ?? []).filter((one) => one.sheet !== sheet || one.row < row);
    const around: Surroundings = {
      existing,
      earlier: (key) => before(key)[0] ?? null,
      holders: (key) => before(key).filter(({ isDuplicate }) => !isDuplicate).length,
      known: ({ text }) => known.get(text) ?? null,
      tryOut: (record) => tryOut(record, of),
    };
    const verdict = checkRow(read, { reading, own, linked, isTaken }, around);
    const holds = verdict.plan !== 'problem';
    written.push({ row, seen_as, verdict, writes: writesOf(verdict, read, own), holds });
    if (!holds) return;
    for (const { key } of own) {
      const holder = {
        ...{ key, sheet, row, recordId: verdict.recordId, name: verdict.label },
        isDuplicate: verdict.plan === 'duplicate',
      };
      holders.set(key, [...(holders.get(key) ?? []), holder]);
    }
  };
  for await (const some of withBreaks(rows)) some.forEach(judge);
  const sealed = await sealedVerdicts(parts, of, written);
  const keys = written.flatMap(({ row, holds }, nth) => {
    const { own = [], linked = [] } = rows[nth] ?? {};
    return [
      ...own.map(({ key }) => ({ key, row, holds })),
      ...linked.map(({ key }) => ({ key, row, holds: false })),
    ];
  });
  return async (on) => {
    if (isAgain) {
      const ownKeys = rows.map(({ own }) => own);
      await recheckLater(on, of, written, ownKeys);
      await query(
        on,
        `DELETE FROM imports.keys WHERE import_id = $1 AND sheet = $2 AND "row" = ANY ($3)`,
        [id, sheet, rows.map(({ row }) => row)],
      );
    }
    const numbers = rows.map(({ row }) => row);
    await query(on, SAVE_VERDICTS, [id, sheet, sealed, numbers]);
    await query(
      on,
      `INSERT INTO imports.keys (import_id, key, sheet, "row", holds)
       SELECT $1, key, $2, n, holds FROM unnest($3::bigint[], $4::int[], $5::boolean[])
         AS held(key, n, holds)`,
      [
        ...[id, sheet, keys.map(({ key }) => String(key)), keys.map(({ row }) => row)],
        keys.map(({ holds }) => holds),
      ],
    );
  };
}

/** By what a later import knows a record again. */
const LASTING: readonly KeyKind[] = ['ref', 'same'];

function writesOf(
  { plan, changes }: Verdict,
  { record }: ReadRow,
  own: readonly RowKey[],
): RowWrites | null {
  if (!record || (plan !== 'new' && plan !== 'changes')) return null;
  const input: Readonly<Record<string, unknown>> = { ...record.input };
  return {
    kind: record.kind,
    input:
      plan === 'new'
        ? input
        : pick(
            input,
            changes.map(({ field }) => field),
          ),
    known: own.filter(({ kind }) => LASTING.includes(kind)).map(({ text }) => text),
  };
}

const recordsIn = (holders: ReadonlyMap<bigint, readonly Holder[]>): number[] =>
  [...holders.values()].flat().flatMap(({ recordId }) => recordId ?? []);

/** What the command of a new record would refuse: its own decision, on nothing. */
function tryOut(record: NonNullable<ReadRow['record']>, { taxedOn, files }: BatchOf): void {
  switch (record.kind) {
    case 'document':
      files.require(record.input.file);
      return;
    case 'customer': {
      const { today } = taxedOn;
      const command = { type: 'RegisterCustomer', customerId: 1, ownerId: null } as const;
      customerDecider.decide(
        { ...command, input: record.input, today, newestNotice: 0 },
        customerDecider.initial,
      );
      return;
    }
    case 'claim':
      tryOutClaim(record.input, taxedOn.today);
      return;
    case 'lead': {
      const { today } = taxedOn;
      leadDecider.decide(
        { type: 'create', id: 1, input: record.input, today },
        leadDecider.initial,
      );
      return;
    }
    case 'quotation': {
      const command = { type: 'CreateQuotation', id: 1, number: '', input: record.input } as const;
      quotationDecider.decide({ ...command, ...taxedOn }, quotationDecider.initial);
      return;
    }
    default: {
      const ref = { kind: record.kind, id: 0 };
      const command = { type: 'IssuePolicy', ref, input: record.input, quotationId: null } as const;
      policyDecider.decide(command, policyDecider.initial);
    }
  }
}

/** Rows of earlier batches and sheets that have one of these, the first first. */
async function heldBefore(
  { pool, vault }: ImportParts,
  { id, order, sheet }: BatchOf,
  keys: readonly RowKey[],
): Promise<Map<bigint, Holder[]>> {
  const wanted = [...new Set(keys.map(({ key }) => String(key)))];
  const seal = importSeal(vault, id);
  const found = await query<{
    key: string;
    sheet: number;
    row: number;
    record_id: number | null;
    details: string | null;
    is_duplicate: boolean;
  }>(
    pool,
    `SELECT held.key::text, held.sheet, held."row", rows.record_id, rows.details,
       rows.plan = 'duplicate' AS is_duplicate
     FROM imports.keys AS held CROSS JOIN LATERAL (
       SELECT * FROM imports.rows AS row WHERE row.import_id = held.import_id
         AND row.sheet = held.sheet AND row."row" = held."row" AND plan IS NOT NULL OFFSET 0) AS rows
     WHERE held.import_id = $1 AND held.key = ANY ($2::bigint[]) AND held.holds
       AND array_position($3::smallint[], held.sheet) <= array_position($3::smallint[], $4::smallint)
     ORDER BY array_position($3::smallint[], held.sheet), held."row"`,
    [id, wanted, order, sheet],
  );
  const holders = new Map<bigint, Holder[]>();
  for (const { key, sheet: at, row, record_id, details, is_duplicate } of found) {
    const name = seal.details(details)?.label ?? '';
    const holder = {
      ...{ key: BigInt(key), sheet: at, row, recordId: record_id, name },
      isDuplicate: is_duplicate,
    };
    holders.set(holder.key, [...(holders.get(holder.key) ?? []), holder]);
  }
  return holders;
}

const knownRecords = (
  { pool }: ImportParts,
  keys: readonly RowKey[],
): Promise<ReadonlyMap<string, number>> =>
  recordsKnownBy(
    pool,
    keys.flatMap(({ kind, text }) => (LASTING.includes(kind) ? text : [])),
  );

/** The records that imports made of what is known by these. @param but not by this import */
export async function recordsKnownBy(
  pool: Queryable,
  texts: readonly string[],
  but: number | null = null,
): Promise<ReadonlyMap<string, number>> {
  if (texts.length === 0) return new Map();
  const rows = await query<{ key: string; record_id: number }>(
    pool,
    `SELECT key, record_id FROM imports.known
     WHERE key = ANY ($1) AND import_id IS DISTINCT FROM $2`,
    [[...new Set(texts)], but],
  );
  return new Map(rows.map(({ key, record_id }) => [key, record_id]));
}

/** Rows that were checked as if these did not have what they are known by. */
async function recheckLater(
  on: Queryable,
  { id, order, sheet }: BatchOf,
  written: readonly { readonly row: number; readonly holds: boolean }[],
  ownKeys: readonly (readonly RowKey[])[],
): Promise<void> {
  const held = written.flatMap(({ row, holds }, nth) =>
    holds ? (ownKeys[nth] ?? []).map(({ key }) => ({ key: String(key), row })) : [],
  );
  if (held.length === 0) return;
  await query(
    on,
    `WITH later AS (
       SELECT DISTINCT keys.sheet, keys."row" FROM imports.keys
       JOIN unnest($3::bigint[], $4::int[]) AS held(key, n) ON held.key = keys.key
       WHERE keys.import_id = $1
         AND (array_position($5::smallint[], keys.sheet), keys."row")
           > (array_position($5::smallint[], $2::smallint), held.n))
     UPDATE imports.rows SET plan = NULL FROM later
     WHERE rows.import_id = $1 AND rows.sheet = later.sheet AND rows."row" = later."row"
       AND rows.plan IS NOT NULL AND rows.result IS NULL`,
    [id, sheet, held.map(({ key }) => key), held.map(({ row }) => row), order],
  );
}

/** As `SAVE_VERDICTS` takes them. */
async function sealedVerdicts(
  { vault }: ImportParts,
  { id }: BatchOf,
  written: readonly RowVerdict[],
): Promise<string> {
  const seal = importSeal(vault, id);
  const rows = await Promise.all(
    written.map(async ({ row, seen_as, verdict, writes }) => ({
      ...{ row, seen_as },
      plan: verdict.plan,
      codes: verdict.problems.map(({ column, code }) => `${column ?? ''}:${code}`),
      record_kind: verdict.recordKind,
      record_id: verdict.recordId,
      customer_id: verdict.customerId,
      of_sheet: verdict.of?.sheet ?? null,
      of_row: verdict.of?.row ?? null,
      seen: verdict.seen,
      details: await seal.seal({
        ...{ problems: verdict.problems, changes: verdict.changes, label: verdict.label, writes },
      }),
    })),
  );
  return JSON.stringify(rows);
}

const SAVE_VERDICTS = `UPDATE imports.rows SET plan = said.plan, codes = said.codes, record_kind = said.record_kind,
       record_id = said.record_id, customer_id = said.customer_id, of_sheet = said.of_sheet,
       of_row = said.of_row, seen = said.seen, details = said.details
     FROM jsonb_to_recordset($3::jsonb) AS said("row" int, plan text, codes text[],
       record_kind text, record_id int, customer_id int, of_sheet smallint, of_row int, seen int,
       details text, seen_as text)
     WHERE rows.import_id = $1 AND rows.sheet = $2 AND rows."row" = said."row"
       AND rows."row" = ANY ($4) AND rows.xmin::text = said.seen_as`;
