import { claimStream } from '@insuremanager/contracts/claims/claimEvents';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { documentStream } from '@insuremanager/contracts/documents/documentEvents';
import type { ImportCellProblem } from '@insuremanager/contracts/imports/importViews';
import { leadStream } from '@insuremanager/contracts/leads/leadEvents';
import { policyIdOf, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { quotationStream } from '@insuremanager/contracts/quotations/quotationEvents';
import { recordsKnownBy } from './checkImport.js';
import { checkAgain, type Verdict } from './checkRows.js';
import type { FilesByName } from './documents/archivedFiles.js';
import { policyIdIn } from './documents/storeDocument.js';
import { type Existing, loadExisting } from './existing.js';
import type { ImportParts } from './importParts.js';
import type { ImportTableRow, RowWrites } from './importTables.js';
import type { Reading, ReadRow, RowInput } from './readRow.js';
import type { RowKey } from './rowKeys.js';

/** A row that was checked and is to become a new record. */
export interface NewRow {
  readonly row: number;
  readonly is_taken: boolean;
  readonly owner_id: number | null;
  readonly policy_id: number | null;
  readonly writes: RowWrites;
}

/**
 * Which of these rows are there by now, as another import or a person has added them since they were
 * checked: by number, with what they would do now. What this import wrote itself does not count.
 */
export async function foundSince(
  parts: ImportParts,
  of: {
    readonly import: Pick<ImportTableRow, 'id' | 'batch_id'>;
    readonly columns: Reading['columns'];
    readonly files: FilesByName;
  },
  rows: readonly NewRow[],
): Promise<ReadonlyMap<number, Verdict>> {
  const asked = await Promise.all(
    rows
      // Without a customer it is refused as that.
      .filter(
        ({ writes, owner_id }) =>
          writes.kind === 'customer' || writes.kind === 'lead' || owner_id !== null,
      )
      .map(async (row) => ({
        ...{ row, read: readAgain(row.writes), own: keysAgain(row.writes) },
        policyId: await policyOf(parts, row),
      })),
  );
  const texts = asked.flatMap(({ own }) => own.map(({ text }) => text));
  const known = await recordsKnownBy(parts.pool, texts, of.import.id);
  const existing = await loadExisting(
    parts,
    asked.map(({ read }) => read),
    asked.flatMap(({ read, own }) =>
      read.record?.kind === 'customer' ? own.flatMap(({ text }) => known.get(text) ?? []) : [],
    ),
    of.files,
  );
  const looked = new Set<string>();
  const ours = new Set<string>();
  for (;;) {
    const found = asked.flatMap(({ row, read, own, policyId }) => {
      const owner = { customerId: row.owner_id, policyId, of: null, name: '' };
      const around = {
        existing: othersOf(existing, { ours, isTaken: row.is_taken }),
        earlier: () => null,
        holders: () => 0,
        known: ({ text }: RowKey) => known.get(text) ?? null,
        tryOut: () => undefined,
      };
      const { columns } = of;
      const as = { reading: { columns }, own, linked: [], isTaken: row.is_taken };
      const verdict = checkAgain(read, owner, as, around);
      return verdict.plan === 'new' ? [] : [{ row: row.row, verdict, stream: streamOf(verdict) }];
    });
    const streams = found.flatMap(({ stream }) => stream ?? []).filter((one) => !looked.has(one));
    if (streams.length > 0) {
      // Who made them, their own events say, whatever this import knew when its process was killed.
      const histories = await parts.commands.readHistories([...new Set(streams)]);
      for (const [stream, [first]] of histories) {
        looked.add(stream);
        if (first?.metadata.batchId === of.import.batch_id) ours.add(stream);
      }
      if (streams.some((one) => ours.has(one))) continue;
    }
    return new Map(found.map(({ row, verdict }) => [row, verdict]));
  }
}

/** As it was read when it was checked; what it does not say is not compared. */
const readAgain = ({ kind, input }: RowWrites): ReadRow => ({
  record: { kind, input } as unknown as RowInput,
  given: Object.keys(input).filter((field) => (input[field] ?? null) !== null),
  ...{ ref: null, links: {}, problems: [] },
});

const keysAgain = ({ kind, known }: RowWrites): RowKey[] =>
  known.map((text) => ({ kind: kind === 'customer' ? 'ref' : 'same', text, key: 0n }));

const policyOf = async (parts: ImportParts, { writes, policy_id }: NewRow) =>
  writes.kind === 'document'
    ? policyIdIn(parts, writes.input as never, policy_id)
    : writes.kind === 'claim'
      ? policy_id
      : null;

/**
 * What others wrote. Of a row that is written although it looks like what exists, only a record that
 * another import made of its reference is the same.
 */
const othersOf = (
  existing: Existing,
  { ours, isTaken }: { readonly ours: ReadonlySet<string>; readonly isTaken: boolean },
): Existing => {
  const not = (one: string) => !ours.has(one);
  const people =
    (find: Existing['byPan']): Existing['byPan'] =>
    (value) =>
      isTaken ? [] : find(value).filter(({ view }) => not(customerStream(view.id)));
  return {
    ...existing,
    ...{ byAadhaar: people(existing.byAadhaar), byPan: people(existing.byPan) },
    byPhone: people(existing.byPhone),
    policy: (number) => {
      const policy = existing.policy(number);
      return policy && not(policyStream(policyIdOf(policy.id))) ? policy : null;
    },
    claim: (...of) => {
      const claim = existing.claim(...of);
      return claim && not(claimStream(claim.id)) ? claim : null;
    },
    leads: (...of) => existing.leads(...of).filter(({ id }) => not(leadStream(id))),
    sameFile: (file) => existing.sameFile(file).filter(({ id }) => not(documentStream(id))),
  };
};

function streamOf({ recordKind, recordId }: Verdict): string | null {
  if (recordId === null) return null;
  if (recordKind === 'customer') return customerStream(recordId);
  if (recordKind === 'document') return documentStream(recordId);
  if (recordKind === 'claim') return claimStream(recordId);
  if (recordKind === 'lead') return leadStream(recordId);
  return recordKind === 'quotation'
    ? quotationStream(recordId)
    : policyStream(policyIdOf(recordId));
}

/** What is said of a row that was new and would change what is there by now: nobody agreed to that. */
export const ADDED_SINCE: ImportCellProblem = {
  ...{ column: null, code: 'added-since-check' },
  message:
    'A person or another import has added this since it was checked, and it says something else. It was left as it is.',
};
