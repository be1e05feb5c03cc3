import { claimStream } from '@insuremanager/contracts/claims/claimEvents';
import type { CustomerEvent } from '@insuremanager/contracts/customers/customerEvents';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { documentStream } from '@insuremanager/contracts/documents/documentEvents';
import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import { leadStream } from '@insuremanager/contracts/leads/leadEvents';
import { policyIdOf, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { quotationStream } from '@insuremanager/contracts/quotations/quotationEvents';
import { customerDecider } from '../customers/index.js';
import { documentsTable } from '../documents/index.js';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type { CommandContext } from '../platform/commands/command.js';
import { folded } from '../platform/commands/foldedStream.js';
import { Refusal } from '../platform/errors.js';
import { forEachLimit } from '../platform/forEachLimit.js';
import { namedUuid } from '../platform/namedUuid.js';
import { type Queryable, query } from '../platform/postgres/postgres.js';
import { findTerm, policiesTable, policyDecider } from '../policies/index.js';
import { quotationDecider, quotationsTable } from '../quotations/index.js';
import { dropUploads } from './documents/archive.js';
import { recordEnd } from './importEnds.js';
import type { RowsAtOnce } from './importPace.js';
import {
  type Began,
  type ImportParts,
  type ImportSeal,
  importSeal,
  listsShowAll,
  move,
  originOf,
  saveBatch,
  sheetsOf,
} from './importParts.js';
import { type ImportTableRow, inOrderOfWriting, type RowTableRow } from './importTables.js';

/** Rows that are taken back at once: all that they have to know is asked for together. */
const AT_ONCE: RowsAtOnce = { alone: 128, beside: 5 };

type WrittenRow = RowTableRow & { readonly record_id: number; readonly written: number };

/**
 * Takes back what an import wrote, the last row first: what it made is deleted, what it changed is
 * set back. What a person has changed since stays, and the row says why.
 */
export async function undoRows(
  parts: ImportParts,
  row: ImportTableRow,
  signal: AbortSignal,
): Promise<void> {
  const { pool, vault, clock, pace } = parts;
  const { id } = row;
  const seal = importSeal(vault, id);
  await seal.ready();
  const began: Began = { at: performance.now(), rows: 0 };
  for (const { sheet, kind } of inOrderOfWriting(await sheetsOf(pool, id)).reverse()) {
    // Whether something else is a customer's, lists say.
    if (kind === 'customers') await listsShowAll(parts);
    for (let before = LAST_ROW; ; ) {
      signal.throwIfAborted();
      const most = await pace.next(AT_ONCE, signal);
      const rows = await query<WrittenRow>(
        pool,
        `SELECT * FROM imports.rows WHERE import_id = $1 AND sheet = $2 AND result = 'done'
           AND "row" < $3 ORDER BY "row" DESC LIMIT $4`,
        [id, sheet, before, most],
      );
      if (rows.length === 0) break;
      const undone: UndoneRow[] = [];
      const save = () =>
        saveBatch(pool, row, { rows: undone.length, began }, (on) =>
          saveUndone(on, seal, { id, sheet }, undone),
        );
      try {
        const around = await aroundRows(parts, rows);
        await forEachLimit(rows, { atOnce: rows.length, signal }, async (one) => {
          undone.push({ row: one, why: await undoRow(parts, row, one, around) });
        });
      } catch (error) {
        await save();
        throw error;
      }
      if (!(await save()).isInPhase) return;
      before = rows.at(-1)?.row ?? 0;
    }
  }
  await recordEnd(parts, row, 'undone');
  await dropUploads(parts, [id]);
  await move(pool, id, ['undoing'], 'undone', ', undone_at = $4, attempts = 0', [clock.now()]);
}

/** Beyond every row that a sheet can have. */
const LAST_ROW = 2 ** 31 - 1;

interface UndoneRow {
  readonly row: WrittenRow;
  /** Null: it was undone; else why not. */
  readonly why: string | null;
}

/** What is known of some records before they are taken back. */
interface Around {
  readonly histories: ReadonlyMap<string, readonly RecordedEvent[]>;
  /** Customers who have something. */
  readonly holders: ReadonlySet<number>;
}

async function aroundRows(
  { commands, tables }: Pick<ImportParts, 'commands' | 'tables'>,
  rows: readonly WrittenRow[],
): Promise<Around> {
  const customers = rows
    .filter(({ record_kind, plan }) => record_kind === 'customer' && plan === 'new')
    .map(({ record_id }) => record_id);
  const holdersIn = ({ name }: { readonly name: string }) =>
    tables.from(name).select('customer_id').whereIn('customer_id', customers);
  const [histories, holders] = await Promise.all([
    commands.readHistories(rows.map(streamOf)),
    customers.length === 0
      ? []
      : (tables.knex.unionAll(
          [policiesTable, quotationsTable, documentsTable].map(holdersIn),
          true,
        ) as unknown as Promise<{ customer_id: number }[]>),
  ]);
  return { histories, holders: new Set(holders.map(({ customer_id }) => customer_id)) };
}

const CHANGED_SINCE = 'It was changed by a person since.';

async function undoRow(
  parts: ImportParts,
  of: ImportTableRow,
  row: WrittenRow,
  around: Around,
): Promise<UndoneRow['why']> {
  const { id, user_id: userId, username, role } = of;
  const context: CommandContext = {
    commandId: namedUuid('undo-import', id, row.sheet, row.row),
    actor: { userId, username, role },
    ...{ correlationId: of.correlation_id, batchId: of.batch_id },
    ofImport: { ...originOf(of), isUndo: true },
  };
  try {
    return row.plan === 'changes'
      ? await setBack(parts, of, row, { context, around })
      : await remove(parts, of, row, { context, around });
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
    // Somebody has done it already.
    return error.kind === 'not-found' ? 'It was deleted by a person since.' : error.message;
  }
}

const streamOf = ({ record_kind, record_id }: WrittenRow): string => {
  if (record_kind === 'customer') return customerStream(record_id);
  if (record_kind === 'document') return documentStream(record_id);
  if (record_kind === 'claim') return claimStream(record_id);
  if (record_kind === 'lead') return leadStream(record_id);
  return record_kind === 'quotation'
    ? quotationStream(record_id)
    : policyStream(policyIdOf(record_id));
};

/** What others did to the record after the import: not what the calendar does by itself. */
const bySomebodyElse = (
  events: readonly RecordedEvent[],
  { written }: WrittenRow,
  { batch_id }: ImportTableRow,
): boolean =>
  events.some(
    ({ revision, metadata }) =>
      revision > BigInt(written) &&
      metadata.actor.userId !== systemActor.userId &&
      metadata.batchId !== batch_id,
  );

interface Undoing {
  readonly context: CommandContext;
  readonly around: Around;
}

const eventsOf = ({ histories }: Around, row: WrittenRow): readonly RecordedEvent[] =>
  histories.get(streamOf(row)) ?? [];

async function remove(
  { customers, policies, quotations, documents, claims, leads }: ImportParts,
  of: ImportTableRow,
  row: WrittenRow,
  { context, around }: Undoing,
): Promise<string | null> {
  const { record_id: id, record_kind: kind } = row;
  const events = eventsOf(around, row);
  const isDone = events.some(({ metadata }) => metadata.commandId === context.commandId);
  if (!isDone && bySomebodyElse(events, row, of)) return CHANGED_SINCE;
  if (kind === 'customer') {
    if (around.holders.has(id))
      return 'It has policies, quotations or documents that were not undone.';
    await customers.delete(id, context);
  } else if (kind === 'quotation') await quotations.delete(id, context);
  else if (kind === 'document') await documents.delete(id, context);
  else if (kind === 'claim') await claims.delete(id, context);
  else if (kind === 'lead') await leads.delete(id, context);
  else if (kind) await policies.delete({ kind, id }, context);
  return null;
}

/** Fields that still say what the import wrote get back what they said before it. */
async function setBack(
  { customers, policies, quotations }: ImportParts,
  of: ImportTableRow,
  row: WrittenRow,
  { context, around }: Undoing,
): Promise<string | null> {
  const events = eventsOf(around, row);
  if (events.some(({ metadata }) => metadata.commandId === context.commandId)) return null;
  const ownId = namedUuid('import', of.id, row.sheet, row.row);
  const first = events.findIndex(({ metadata }) => metadata.commandId === ownId);
  const last = events.findLastIndex(({ metadata }) => metadata.commandId === ownId);
  if (first === -1) return null;
  const [before, wrote, now] = [first, last + 1, events.length].map((end) =>
    valuesAfter(row, events.slice(0, end)),
  );
  if (!before || !wrote || !now) return 'It was deleted or erased since.';
  const changed = Object.keys(wrote).filter((field) => wrote[field] !== before[field]);
  const ours = changed.filter((field) => now[field] === wrote[field]);
  const patch = Object.fromEntries(ours.map((field) => [field, before[field] ?? null]));
  if (ours.length > 0) {
    const { record_id: id, record_kind: kind } = row;
    if (kind === 'customer') await customers.update(id, patch, context);
    else if (kind === 'quotation') await quotations.update(id, patch, context);
    else if (kind === 'health' || kind === 'vehicle')
      await policies.update({ kind, id }, patch, context);
  }
  return ours.length < changed.length ? CHANGED_SINCE : null;
}

type Values = Readonly<Record<string, unknown>>;

/** What a record says after some of its events, in normal form; null: there is none, or no longer. */
function valuesAfter(row: WrittenRow, events: readonly RecordedEvent[]): Values | null {
  const of = <Event extends DomainEvent>() => events as readonly RecordedEvent<Event>[];
  if (row.record_kind === 'customer') {
    const customer = folded(customerDecider, of<CustomerEvent>());
    if (customer.phase !== 'existing' || !customer.record.details) return null;
    const { details, kycStatus } = customer.record;
    return { ...details, kycStatus };
  }
  if (row.record_kind === 'quotation') {
    const quotation = folded(quotationDecider, of());
    if (quotation.phase !== 'existing') return null;
    const { offer, particulars, status } = quotation.record;
    return { ...offer, ...particulars, status };
  }
  const term = findTerm(folded(policyDecider, of()), row.record_id);
  if (!term || term.isDeleted || !term.identity) return null;
  return { ...term.cover, ...term.identity, status: term.status };
}

async function saveUndone(
  on: Queryable,
  seal: ImportSeal,
  { id, sheet }: { readonly id: number; readonly sheet: number },
  undone: readonly UndoneRow[],
): Promise<void> {
  if (undone.length === 0) return;
  const rows = await Promise.all(
    undone.map(async ({ row, why }) => {
      const nothing = { problems: [], changes: [], label: '' };
      const details = seal.details(row.details) ?? nothing;
      const problems = why === null ? [] : [{ column: null, code: 'kept', message: why }];
      return {
        ...{ row: row.row, result: why === null ? 'undone' : 'kept' },
        details: await seal.seal({ ...details, problems, writes: null }),
      };
    }),
  );
  await query(
    on,
    `UPDATE imports.rows SET result = said.result, details = said.details
     FROM jsonb_to_recordset($3::jsonb) AS said("row" int, result text, details text)
     WHERE rows.import_id = $1 AND rows.sheet = $2 AND rows."row" = said."row"
       AND rows."row" = ANY ($4)`,
    [id, sheet, JSON.stringify(rows), undone.map(({ row }) => row.row)],
  );
  const gone = undone.filter(({ row, why }) => why === null && row.plan === 'new');
  await query(
    on,
    `DELETE FROM imports.known USING imports.rows
     WHERE rows.import_id = $1 AND rows.sheet = $2 AND rows."row" = ANY ($3)
       AND known.record_kind = rows.record_kind AND known.record_id = rows.record_id`,
    [id, sheet, gone.map(({ row }) => row.row)],
  );
}
