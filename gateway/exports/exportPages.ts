import { EXPORTED_LISTS, type ExportedList } from '@insuremanager/contracts/exports/exportedLists';
import type { Criteria, FilterOf } from '@insuremanager/contracts/fields/list';
import { maskedRecord } from '@insuremanager/contracts/identity/masking';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import type { ListRequest } from '@insuremanager/contracts/lists';
import { policyFieldsOf } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { policyListOf, policyRecord } from '@insuremanager/contracts/policies/policyViews';
import { QUOTATION_LABELS } from '@insuremanager/contracts/quotations/quotationFields';
import { quotationRecord } from '@insuremanager/contracts/quotations/quotationViews';
import { ALL_DECLARED_RECORDS } from '@insuremanager/contracts/records/declaredRecords';
import type { ChangedRecord, ListedRecord, ViewOf } from '@insuremanager/contracts/records/records';
import type { RecordService } from '@insuremanager/services/platform/records/recordService';
import type { Capabilities } from '../books.js';
import { serviceOf } from '../recordService.js';
import { type Column, columnsOf, isOwned, type OwnColumns } from './exportColumns.js';

/** Where the records of a file come from: `listByIds` answers in the order of the ids. */
type FileSource = Pick<RecordService<ChangedRecord>, 'list' | 'listByIds'>;

/** How a list becomes a file. */
export interface ListAsFile {
  readonly record: ListedRecord;
  readonly columns: readonly Column[];
  sourceIn(services: Capabilities): FileSource;
}

const asFile = <Of extends ListedRecord>(
  record: Of,
  columns: OwnColumns<ViewOf<Of>> = {},
): ListAsFile => ({
  record,
  columns: columnsOf(record.fields, columns),
  sourceIn: (services) => serviceOf(services, record),
});

const policiesAsFile = (kind: PolicyKind): ListAsFile => ({
  ...asFile(
    { ...policyRecord, fields: policyFieldsOf(kind), list: policyListOf(kind) },
    { last: { daysUntilExpiry: ['Days left', 'number'] } },
  ),
  sourceIn: ({ policies }) => ({
    list: (request) => policies.list({ ...request, filter: { ...request.filter, kind } } as never),
    async listByIds(ids) {
      const found = await policies.findAll(ids);
      const views = [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
      return views.filter((policy) => policy.kind === kind);
    },
  }),
});

/** Lists that are not all records of their name, or whose files have columns beside their fields. */
const OWN_FILES: Readonly<Partial<Record<ExportedList, ListAsFile>>> = {
  'health-policies': policiesAsFile('health'),
  'vehicle-policies': policiesAsFile('vehicle'),
  quotations: asFile(quotationRecord, {
    first: { quotationNumber: ['Quotation number', 'text'] },
    last: {
      totalAmount: [QUOTATION_LABELS.totalAmount, 'amount'],
      gstRate: [QUOTATION_LABELS.gstRate, 'number'],
      gstAmount: ['GST', 'amount'],
      validUntil: ['Valid until', 'day'],
      emailedAt: ['Emailed', 'instant'],
    },
  }),
};

function fileOf(list: ExportedList): ListAsFile {
  const record = ALL_DECLARED_RECORDS.find(({ many }) => many === list);
  if (!record) throw new Error(`How does the list ${list} become a file?`);
  return asFile(record);
}

/** Every list that can be had as a file. */
export const LISTS_AS_FILES = Object.fromEntries(
  EXPORTED_LISTS.map((list) => [list, OWN_FILES[list] ?? fileOf(list)]),
) as Readonly<Record<ExportedList, ListAsFile>>;

/** Rows in memory at a time. */
const PAGE = 500;

/** What a file is to hold: what a list is asked for, or records by their numbers, in that order. */
export type Asked =
  | Omit<ListRequest<FilterOf<Criteria>, string>, 'limit'>
  | { readonly ids: readonly number[] };

/**
 * The rows of a file, a page of them at a time, as fast as they are taken. Pages follow each other
 * by key: a record is in the file once, as it was when its page was read; what is added or moved in
 * the order meanwhile may be missing.
 */
export async function* pagesOf(
  { record, sourceIn }: ListAsFile,
  services: Capabilities,
  { asked, role }: { readonly asked: Asked; readonly role: Role },
): AsyncGenerator<readonly object[]> {
  const source = sourceIn(services);
  const rowsOf = (views: readonly object[]) => {
    const seen = views.map((view) => maskedRecord(role, record.typename, view));
    return isOwned(record.fields) ? withCustomers(services, seen as Owned[], role) : seen;
  };
  if ('ids' in asked) {
    yield rowsOf(await source.listByIds(asked.ids));
    return;
  }
  let cursor = asked.cursor;
  do {
    const page = await source.list({ ...asked, limit: PAGE, cursor });
    yield rowsOf(page.items);
    cursor = page.nextCursor;
  } while (cursor);
}

interface Owned {
  readonly customerId: number;
}

/** Those of a deleted customer have neither name nor phone. */
async function withCustomers(
  { customers }: Pick<Capabilities, 'customers'>,
  rows: readonly Owned[],
  role: Role,
): Promise<object[]> {
  const summaries = await customers.summaries(rows.map(({ customerId }) => customerId));
  return rows.map((row) => {
    const summary = summaries.get(row.customerId);
    const seen = summary && maskedRecord(role, 'PolicyCustomer', summary);
    return { ...row, customer: seen?.name ?? null, customerPhone: seen?.phone ?? null };
  });
}
