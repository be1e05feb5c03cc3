import { auditList } from '@insuremanager/contracts/audit/auditViews';
import { consentFields } from '@insuremanager/contracts/customers/consentFields';
import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import { customerRecord } from '@insuremanager/contracts/customers/customerViews';
import { DOCUMENT_LABELS } from '@insuremanager/contracts/documents/documentFields';
import { documentRecord } from '@insuremanager/contracts/documents/documentViews';
import { EXPORTED_LISTS, type ExportedList } from '@insuremanager/contracts/exports/exportedLists';
import type { Criteria, FilterOf, ListDescription } from '@insuremanager/contracts/fields/list';
import { maskedRecord } from '@insuremanager/contracts/identity/masking';
import type { Permission, Role } from '@insuremanager/contracts/identity/permissions';
import type { ListRequest } from '@insuremanager/contracts/lists';
import { paymentList } from '@insuremanager/contracts/policies/paymentViews';
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
import {
  AUDIT_COLUMNS,
  type Column,
  columnsOf,
  isOwned,
  type OwnColumns,
  PAYMENT_COLUMNS,
} from './exportColumns.js';

/** Where the records of a file come from: `listByIds` answers in the order of the ids. */
type FileSource = Pick<RecordService<ChangedRecord>, 'list' | 'count'> &
  Partial<Pick<RecordService<ChangedRecord>, 'listByIds'>>;

/** How a list becomes a file. */
export interface ListAsFile {
  readonly list: ListDescription;
  readonly read: Permission;
  /** As what its rows are masked. */
  readonly typename: string;
  /** Whether each of its rows belongs to a customer. */
  readonly isOwned: boolean;
  /** Whether some can be chosen by their numbers. */
  readonly hasNumbers: boolean;
  readonly columns: readonly Column[];
  sourceIn(services: Capabilities): FileSource;
}

const asFile = <Of extends ListedRecord>(
  record: Of,
  columns: OwnColumns<ViewOf<Of>> = {},
): ListAsFile => ({
  list: record.list,
  read: record.read,
  typename: record.typename,
  isOwned: isOwned(record),
  hasNumbers: true,
  columns: columnsOf(record, columns),
  sourceIn: (services) => serviceOf(services, record),
});

const policiesAsFile = (kind: PolicyKind): ListAsFile => ({
  ...asFile(
    { ...policyRecord, fields: policyFieldsOf(kind), list: policyListOf(kind) },
    { last: { daysUntilExpiry: ['Days left', 'number'] } },
  ),
  sourceIn: ({ policies }) => ({
    list: (request) => policies.list({ ...request, filter: { ...request.filter, kind } } as never),
    count: (filter, most) => policies.count({ ...filter, kind } as never, most),
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
  customers: asFile({ ...customerRecord, fields: { ...customerFields, ...consentFields } }),
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
  documents: asFile(documentRecord, {
    first: { fileName: [DOCUMENT_LABELS.fileName, 'text'] },
    last: {
      fileSize: ['Size in bytes', 'number'],
      mimeType: [DOCUMENT_LABELS.mimeType, 'text'],
      uploadedAt: ['Uploaded', 'instant'],
    },
  }),
  payments: {
    list: paymentList,
    read: 'policies.read',
    typename: 'Payment',
    isOwned: true,
    hasNumbers: false,
    columns: PAYMENT_COLUMNS,
    sourceIn: ({ instalments }) => instalments as never,
  },
  'audit-log': {
    list: auditList,
    read: 'audit.read',
    typename: 'AuditEntry',
    isOwned: false,
    hasNumbers: false,
    columns: AUDIT_COLUMNS,
    sourceIn: ({ audit }) => audit as never,
  },
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

/** How the rows are asked for: such as all as of one moment. */
export type Reading = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

const asTheyAre: Reading = (work) => work();

/** What a file is to hold: what a list is asked for, or records by their numbers, in that order. */
export type Asked =
  | Omit<ListRequest<FilterOf<Criteria>, string>, 'limit'>
  | { readonly ids: readonly number[] };

/**
 * The rows of a file, a page of them at a time, as fast as they are taken. Pages follow each other
 * by key: a record is in the file once. Unless all are read as of one moment, it is as it was when
 * its page was read; what is added or moved in the order meanwhile may be missing.
 */
export async function* pagesOf(
  { typename, isOwned, sourceIn }: ListAsFile,
  services: Capabilities,
  {
    asked,
    role,
    reading = asTheyAre,
  }: { readonly asked: Asked; readonly role: Role; readonly reading?: Reading },
): AsyncGenerator<readonly object[]> {
  const source = sourceIn(services);
  const rowsOf = async (views: readonly object[]): Promise<readonly object[]> => {
    const seen = views.map((view) => maskedRecord(role, typename, view));
    return isOwned ? withCustomers(services, seen as Owned[], role) : seen;
  };
  if ('ids' in asked) {
    const { ids } = asked;
    yield reading(async () => rowsOf((await source.listByIds?.(ids)) ?? []));
    return;
  }
  let cursor = asked.cursor;
  do {
    const after = cursor;
    const { rows, nextCursor } = await reading(async () => {
      const page = await source.list({ ...asked, limit: PAGE, cursor: after });
      return { rows: await rowsOf(page.items), nextCursor: page.nextCursor };
    });
    yield rows;
    cursor = nextCursor;
  } while (cursor);
}

interface Owned {
  /** Null: it belongs to none. */
  readonly customerId: number | null;
}

/** The rows themselves, with more. Those of a deleted customer have neither name nor phone. */
async function withCustomers(
  { customers }: Pick<Capabilities, 'customers'>,
  rows: readonly Owned[],
  role: Role,
): Promise<object[]> {
  const summaries = await customers.summaries(rows.flatMap(({ customerId }) => customerId ?? []));
  return rows.map((row) => {
    const summary = summaries.get(row.customerId ?? 0);
    const seen = summary && maskedRecord(role, 'PolicyCustomer', summary);
    const customer = { customer: seen?.name ?? null, customerPhone: seen?.phone ?? null };
    return Object.assign(row, customer);
  });
}
