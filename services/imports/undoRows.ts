import type { CustomerEvent } from '@insuremanager/contracts/customers/customerEvents';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import { policyIdOf, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { quotationStream } from '@insuremanager/contracts/quotations/quotationEvents';
import { customerDecider } from '../customers/index.js';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type { CommandContext } from '../platform/commands/command.js';
import { folded } from '../platform/commands/foldedStream.js';
import { Refusal } from '../platform/errors.js';
import { forEachLimit } from '../platform/forEachLimit.js';
import { namedUuid } from '../platform/namedUuid.js';
import { query } from '../platform/postgres/postgres.js';
import { findTerm, policyDecider } from '../policies/index.js';
import { quotationDecider } from '../quotations/index.js';
import { recordEnd } from './importEnds.js';
import { type ImportParts, importSeal, move, progress, sheetsOf } from './importParts.js';
import {
  type ImportTableRow,
  inOrderOfWriting,
  type RowDetails,
  type RowTableRow,
} from './importTables.js';

const BATCH = 200;
const WIDTH = 8;
/** How long the lists may take to show what was deleted before. */
const LISTS_WITHIN_MS = 60_000;

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
  const { pool, vault, clock } = parts;
  const { id } = row;
  const seal = importSeal(vault, id);
  await seal.ready();
  const began = { at: performance.now(), rows: 0 };
  for (const { sheet, kind } of inOrderOfWriting(await sheetsOf(pool, id)).reverse()) {
    // Whether something else is a customer's, lists say.
    if (kind === 'customers') await listsShowAll(parts);
    for (;;) {
      signal.throwIfAborted();
      const rows = await query<WrittenRow>(
        pool,
        `SELECT * FROM imports.rows WHERE import_id = $1 AND sheet = $2 AND result = 'done'
         ORDER BY "row" DESC LIMIT ${BATCH}`,
        [id, sheet],
      );
      if (rows.length === 0) break;
      const undone: { row: WrittenRow; why: string | null }[] = [];
      try {
        await forEachLimit(rows, { atOnce: WIDTH, signal }, async (one) => {
          undone.push({ row: one, why: await undoRow(parts, row, one) });
        });
      } finally {
        await saveUndone(parts, { id, sheet }, undone);
      }
      began.rows += undone.length;
      if (!(await progress(pool, row, undone.length, began))) return;
    }
  }
  await recordEnd(parts, row, 'undone');
  await move(pool, id, ['undoing'], 'undone', ', undone_at = $4, attempts = 0', [clock.now()]);
}

async function listsShowAll({ eventLog, tables }: ImportParts): Promise<void> {
  const head = await eventLog.head();
  if (head !== null) await tables.waitFor(head, LISTS_WITHIN_MS);
}

const CHANGED_SINCE = 'It was changed by a person since.';

/** Null: it was undone; else why not. */
async function undoRow(
  parts: ImportParts,
  of: ImportTableRow,
  row: WrittenRow,
): Promise<string | null> {
  const { id, user_id: userId, username, role } = of;
  const context: CommandContext = {
    commandId: namedUuid('undo-import', id, row.sheet, row.row),
    actor: { userId, username, role },
    ...{ correlationId: of.correlation_id, batchId: of.batch_id },
  };
  try {
    return row.plan === 'changes'
      ? await setBack(parts, of, row, context)
      : await remove(parts, of, row, context);
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
    // Somebody has done it already.
    return error.kind === 'not-found' ? 'It was deleted by a person since.' : error.message;
  }
}

const streamOf = ({ record_kind, record_id }: WrittenRow): string => {
  if (record_kind === 'customer') return customerStream(record_id);
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

async function remove(
  parts: ImportParts,
  of: ImportTableRow,
  row: WrittenRow,
  context: CommandContext,
): Promise<string | null> {
  const { commands, customers, policies, quotations, documents } = parts;
  const { record_id: id, record_kind: kind } = row;
  const events = await commands.readHistory(streamOf(row));
  const isDone = events.some(({ metadata }) => metadata.commandId === context.commandId);
  if (!isDone && bySomebodyElse(events, row, of)) return CHANGED_SINCE;
  if (kind === 'customer') {
    const [held, offered, filed] = await Promise.all([
      policies.count({ customerId: id }, 1),
      quotations.count({ customerId: id }, 1),
      documents.count({ customerId: id }, 1),
    ]);
    if (held.count + offered.count + filed.count > 0)
      return 'It has policies, quotations or documents that were not undone.';
    await customers.delete(id, context);
  } else if (kind === 'quotation') await quotations.delete(id, context);
  else if (kind) await policies.delete({ kind, id }, context);
  return null;
}

/** Fields that still say what the import wrote get back what they said before it. */
async function setBack(
  parts: ImportParts,
  of: ImportTableRow,
  row: WrittenRow,
  context: CommandContext,
): Promise<string | null> {
  const { commands, customers, policies, quotations } = parts;
  const events = await commands.readHistory(streamOf(row));
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
    else if (kind) await policies.update({ kind, id }, patch, context);
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
  { pool, vault }: Pick<ImportParts, 'pool' | 'vault'>,
  { id, sheet }: { readonly id: number; readonly sheet: number },
  undone: readonly { readonly row: WrittenRow; readonly why: string | null }[],
): Promise<void> {
  if (undone.length === 0) return;
  const seal = importSeal(vault, id);
  const rows = await Promise.all(
    undone.map(async ({ row, why }) => {
      const nothing: RowDetails = { problems: [], changes: [], label: '' };
      const details = seal.details(row.details) ?? nothing;
      const problems = why === null ? [] : [{ column: null, code: 'kept', message: why }];
      return {
        ...{ row: row.row, result: why === null ? 'undone' : 'kept' },
        details: await seal.seal({ ...details, problems }),
      };
    }),
  );
  await query(
    pool,
    `UPDATE imports.rows SET result = said.result, details = said.details
     FROM jsonb_to_recordset($3::jsonb) AS said("row" int, result text, details text)
     WHERE rows.import_id = $1 AND rows.sheet = $2 AND rows."row" = said."row"`,
    [id, sheet, JSON.stringify(rows)],
  );
  const gone = undone.filter(({ row, why }) => why === null && row.plan === 'new');
  await query(
    pool,
    `DELETE FROM imports.known USING imports.rows
     WHERE rows.import_id = $1 AND rows.sheet = $2 AND rows."row" = ANY ($3)
       AND known.record_kind = rows.record_kind AND known.record_id = rows.record_id`,
    [id, sheet, gone.map(({ row }) => row.row)],
  );
}
