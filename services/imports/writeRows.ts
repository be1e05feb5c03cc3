import type { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import type { ImportCellProblem } from '@insuremanager/contracts/imports/importViews';
import type { LeadInput } from '@insuremanager/contracts/leads/leadViews';
import type { PolicyInput } from '@insuremanager/contracts/policies/policyInputs';
import type { QuotationInput } from '@insuremanager/contracts/quotations/quotationFields';
import type { CommandContext, SavedRecord } from '../platform/commands/command.js';
import { Refusal } from '../platform/errors.js';
import { forEachLimit } from '../platform/forEachLimit.js';
import { namedUuid } from '../platform/namedUuid.js';
import { type Queryable, query } from '../platform/postgres/postgres.js';
import type { Verdict } from './checkRows.js';
import type { ClaimRow } from './claimRows.js';
import { type Archive, dropUploads } from './documents/archive.js';
import {
  DOCUMENTS_AT_ONCE,
  type OfDocument,
  policyGone,
  storeDocument,
} from './documents/storeDocument.js';
import { findInsuredTerm } from './existing.js';
import { ADDED_SINCE, foundSince } from './foundSince.js';
import { recordEnd } from './importEnds.js';
import { type RowsAtOnce, twoAtOnce } from './importPace.js';
import {
  type Began,
  filesOf,
  type ImportParts,
  type ImportSeal,
  importSeal,
  move,
  originOf,
  othersAreShown,
  saveBatch,
  sheetsOf,
} from './importParts.js';
import {
  type ImportTableRow,
  inOrderOfWriting,
  type RowDetails,
  type RowPlan,
  type RowResult,
  type RowTableRow,
  type RowWrites,
} from './importTables.js';
import { type DocumentRow, problemOf, problemsOfRefusal, type Reading } from './readRow.js';

/** Rows of a batch are under way side by side; beside people, so few that a save hardly waits. */
const AT_ONCE: RowsAtOnce = { alone: 250, beside: 8 };

interface WaitingRow
  extends Pick<
    RowTableRow,
    'sheet' | 'row' | 'plan' | 'details' | 'is_taken' | 'record_id' | 'seen'
  > {
  /** The record of the row whose customer it is. */
  readonly owner_id: number | null;
  /** The policy of the row whose document it is. */
  readonly policy_id: number | null;
}

/** Null: what it says is not kept any more. */
type OpenedRow = Omit<WaitingRow, 'details'> & { readonly details: RowDetails | null };

interface Written {
  readonly row: number;
  readonly plan: RowPlan | null;
  /** Null: it is there already, and was not written. */
  readonly result: RowResult | null;
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
  const { pool, vault, clock, pace } = parts;
  const { id } = row;
  const seal = importSeal(vault, id);
  await seal.ready();
  const began: Began = { at: performance.now(), rows: 0 };
  const files = filesOf(seal, row);
  const sheets = inOrderOfWriting(await sheetsOf(pool, id));
  const othersShown = othersAreShown(parts);
  for (const { sheet, kind, columns } of sheets) {
    const writeBatch = async (sealed: readonly WaitingRow[]): Promise<boolean> => {
      const waiting = sealed.map((one) => ({ ...one, details: seal.details(one.details) }));
      const written: Written[] = [];
      const save = () =>
        saveBatch(pool, row, { rows: written.length, began }, (on) =>
          saveResults(on, seal, { id, sheet }, written),
        );
      await othersShown();
      const found = await foundSince(
        parts,
        { import: row, columns, files },
        waiting.flatMap(({ plan, details, ...one }) =>
          plan === 'new' && details?.writes ? { ...one, writes: details.writes } : [],
        ),
      );
      try {
        await forEachLimit(waiting, { atOnce: waiting.length, signal }, async (one) => {
          const verdict = found.get(one.row);
          written.push(
            verdict
              ? leftOut(one, verdict)
              : await writeRow(parts, { import: row, columns, archive, files }, one),
          );
        });
      } catch (error) {
        // What was written is known, whatever came after it.
        await save();
        throw error;
      }
      return (await save()).isInPhase;
    };
    let after = 0;
    const isThrough = await twoAtOnce({
      ...{ pace, atOnce: kind === 'documents' ? DOCUMENTS_AT_ONCE : AT_ONCE, signal },
      async next(most) {
        const waiting = await waitingRows(parts, { id, sheet, after, most });
        after = waiting.at(-1)?.row ?? after;
        return waiting;
      },
      work: writeBatch,
    });
    if (!isThrough) return;
  }
  await recordEnd(parts, row, 'done');
  await dropUploads(parts, [id]);
  await move(pool, id, ['running'], 'done', ', ended_at = $4, attempts = 0', [clock.now()]);
}

/** The row that another one is of. By its key, whatever the planner takes a new import for: few rows. */
const rowOf = (one: string, of: string): string => `LEFT JOIN LATERAL (
  SELECT * FROM imports.rows AS other WHERE other.import_id = ${one}.import_id
    AND other.sheet = ${one}.of_sheet AND other."row" = ${one}.of_row OFFSET 0) AS ${of} ON true`;

const waitingRows = (
  { pool }: Pick<ImportParts, 'pool'>,
  { id, sheet, after, most }: { id: number; sheet: number; after: number; most: number },
): Promise<WaitingRow[]> =>
  query<WaitingRow>(
    pool,
    `SELECT rows.sheet, rows."row", rows.plan, rows.details, rows.is_taken, rows.record_id, rows.seen,
       coalesce(rows.customer_id, CASE WHEN owner.record_kind IN ('health', 'vehicle')
         THEN owner.customer_id ELSE owner.record_id END, again.record_id) AS owner_id,
       CASE WHEN owner.record_kind IN ('health', 'vehicle') THEN owner.record_id END AS policy_id
     FROM imports.rows ${rowOf('rows', 'owner')} ${rowOf('owner', 'again')}
     WHERE rows.import_id = $1 AND rows.sheet = $2 AND rows.plan IN ('new', 'changes')
       AND rows.result IS NULL AND rows."row" > $3
     ORDER BY rows."row" LIMIT $4`,
    [id, sheet, after, most],
  );

interface Writing extends Pick<Reading, 'columns'>, Pick<OfDocument, 'archive' | 'files'> {
  readonly import: ImportTableRow;
}

/** @throws what is no refusal of the row. */
async function writeRow(
  parts: ImportParts,
  { import: of, columns, archive, files }: Writing,
  row: OpenedRow,
): Promise<Written> {
  const { id, user_id: userId, username, role } = of;
  const { details } = row;
  const rejected = (problems: RowDetails['problems']): Written => ({
    ...{ row: row.row, plan: null, result: 'rejected', recordId: null, version: null },
    ...{ customerId: null, known: [] },
    details: { changes: [], label: '', ...details, problems, writes: null },
  });
  if (!details?.writes) return rejected([FORGOTTEN]);
  const { writes } = details;
  const context = {
    commandId: namedUuid('import', id, row.sheet, row.row),
    actor: { userId, username, role },
    ...{ correlationId: of.correlation_id, batchId: of.batch_id },
    ofImport: originOf(of),
    ...(row.seen === null ? {} : { expectedVersion: row.seen }),
  };
  try {
    const { record } = await (row.plan === 'new'
      ? create(
          parts,
          writes,
          { columns, ownerId: row.owner_id, policyId: row.policy_id, archive, files },
          context,
        )
      : change(parts, writes, row.record_id ?? 0, context));
    return {
      ...{
        row: row.row,
        plan: null,
        result: 'done',
        recordId: record.id,
        version: record.version,
        details,
      },
      customerId: 'customerId' in record ? (record.customerId as number | null) : record.id,
      known: writes.known,
    };
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
    return rejected(problemsOfRefusal({ columns }, error));
  }
}

/** What a row is that somebody else has added since it was checked. */
function leftOut({ row }: OpenedRow, verdict: Verdict): Written {
  const { plan, problems, changes, label, recordId, customerId } = verdict;
  const isRefused = plan === 'changes' || plan === 'problem';
  return {
    ...{ row, plan: isRefused ? null : plan, result: isRefused ? 'rejected' : null },
    ...{ recordId, customerId, version: null, known: [] },
    details: {
      ...{ changes, label, writes: null },
      problems: plan === 'changes' ? [ADDED_SINCE] : problems,
    },
  };
}

const FORGOTTEN: ImportCellProblem = {
  ...{ column: null, code: 'row-forgotten' },
  message: 'What this row said is not kept any more: the customer was erased.',
};

type Saved = Pick<SavedRecord<{ readonly id: number; readonly version: number }>, 'record'>;

interface NewRecord extends Pick<Reading, 'columns'>, Omit<OfDocument, 'input' | 'customerId'> {
  readonly ownerId: number | null;
}

function create(
  parts: ImportParts,
  { kind, input }: RowWrites,
  of: NewRecord,
  context: CommandContext,
): Promise<Saved> {
  const { customers, policies, quotations, leads } = parts;
  // Nobody's: they are given to agents afterwards.
  if (kind === 'customer') return customers.create(input as CustomerInput, context, null);
  if (kind === 'lead') return leads.create(input as LeadInput, context);
  const { ownerId: customerId } = of;
  if (customerId === null) throw ownerNotImported(of);
  if (kind === 'document')
    return storeDocument(
      parts,
      { ...of, customerId, input: input as unknown as DocumentRow },
      context,
    );
  if (kind === 'claim') return enterClaim(parts, input as unknown as ClaimRow, of, context);
  const owned = { ...input, customerId };
  return kind === 'quotation'
    ? quotations.create(owned as QuotationInput, context)
    : policies.issue(kind, owned as PolicyInput, context);
}

/** Under the policy of the import, or the term in which its loss happened. */
async function enterClaim(
  parts: ImportParts,
  row: ClaimRow,
  of: Pick<NewRecord, 'policyId'>,
  context: CommandContext,
): Promise<Saved> {
  const policyId = (await findInsuredTerm(parts, row))?.id ?? of.policyId;
  if (policyId === null) throw policyGone();
  return parts.claims.enter({ ...row.claim, policyId }, row.steps, context);
}

/** Only the fields that the row gives and that differed when it was checked. */
function change(
  { customers, policies, quotations }: ImportParts,
  { kind, input }: RowWrites,
  recordId: number,
  context: CommandContext,
): Promise<Saved> {
  if (kind === 'document' || kind === 'claim' || kind === 'lead') {
    throw new Error(`A ${kind} is not changed`);
  }
  if (kind === 'customer') return customers.update(recordId, input, context);
  return kind === 'quotation'
    ? quotations.update(recordId, input, context)
    : policies.update({ kind, id: recordId }, input, context);
}

const ownerNotImported = (of: Pick<Reading, 'columns'>): Refusal => {
  const message = 'The customer of this row was not imported. Correct that row first.';
  const { code } = problemOf(of, 'customerRef', 'customer-not-imported', message);
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
    written.map(async ({ row, plan, result, recordId, version, customerId, details }) => ({
      ...{ row, plan, result, record_id: recordId, written: version, customer_id: customerId },
      codes:
        result === 'rejected'
          ? details.problems.map(({ column, code }) => `${column ?? ''}:${code}`)
          : [],
      details: result === 'done' ? null : await seal.seal(details),
    })),
  );
  await query(
    on,
    `UPDATE imports.rows SET plan = coalesce(said.plan, rows.plan), result = said.result,
       codes = said.codes,
       record_id = coalesce(said.record_id, rows.record_id), written = said.written,
       customer_id = coalesce(said.customer_id, rows.customer_id),
       details = coalesce(said.details, rows.details)
     FROM jsonb_to_recordset($3::jsonb) AS said("row" int, plan text, result text,
       record_id int, written int, customer_id int, codes text[], details text)
     WHERE rows.import_id = $1 AND rows.sheet = $2 AND rows."row" = said."row"
       AND rows."row" = ANY ($4)`,
    [id, sheet, JSON.stringify(rows), written.map(({ row }) => row)],
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
     WHERE rows.record_id IS NOT NULL AND rows."row" = ANY ($4)
     -- Of two that say the same, as somebody wanted both, the first.
     ORDER BY said.key, rows.record_kind, said.n
     ON CONFLICT (key, record_kind) DO UPDATE
       SET record_id = EXCLUDED.record_id, import_id = EXCLUDED.import_id`,
    [id, sheet, known.map(({ key }) => key), known.map(({ row }) => row)],
  );
}
