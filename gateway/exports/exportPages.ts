import type { CustomerSummary } from '@insuremanager/contracts/customers/customerViews';
import { customerList } from '@insuremanager/contracts/customers/customerViews';
import type { ExportedList } from '@insuremanager/contracts/exports/exportedLists';
import type { Criteria, FilterOf, ListDescription } from '@insuremanager/contracts/fields/list';
import { maskedRecord } from '@insuremanager/contracts/identity/masking';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import type { ListRequest, Page } from '@insuremanager/contracts/lists';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { policyListOf } from '@insuremanager/contracts/policies/policyViews';
import { quotationList } from '@insuremanager/contracts/quotations/quotationViews';
import { RECORDS, type RecordDeclaration } from '@insuremanager/contracts/records/records';
import type { CustomersOfBook } from '@insuremanager/services/customers/index';
import type { PoliciesOfBook } from '@insuremanager/services/policies/index';
import type { QuotationsOfBook } from '@insuremanager/services/quotations/index';
import {
  type Column,
  CUSTOMER_COLUMNS,
  type Owned,
  POLICY_COLUMNS,
  QUOTATION_COLUMNS,
} from './exportColumns.js';

export interface ExportSources {
  readonly customers: Pick<CustomersOfBook, 'list' | 'listByIds' | 'summaries'>;
  readonly policies: PoliciesOfBook;
  readonly quotations: Pick<QuotationsOfBook, 'list' | 'listByIds'>;
}

/** How a list becomes a file. */
interface ExportedRecords<View, Row, Of extends Criteria, Sort extends string> {
  readonly list: ExportedList;
  readonly description: ListDescription<Of, Sort>;
  /** Who may read it, and the view in `masking.ts`. */
  readonly record: RecordDeclaration;
  readonly columns: readonly Column<Row>[];
  pageOf(sources: ExportSources, request: ListRequest<FilterOf<Of>, Sort>): Promise<Page<View>>;
  /** Those of the records that exist, in the order of the ids. */
  recordsOf(sources: ExportSources, ids: readonly number[]): Promise<readonly View[]>;
  /** What the columns need beside a page's records, for all of them together. */
  rowsOf(sources: ExportSources, views: readonly View[], role: Role): Promise<readonly Row[]>;
}

/** One of them, whatever its records are: its columns read what its pages hold. */
export type AnyExportedList = ExportedRecords<object, object, Criteria, string>;

const exported = <
  View extends object,
  Row extends object,
  Of extends Criteria,
  Sort extends string,
>(
  records: ExportedRecords<View, Row, Of, Sort>,
) => records as unknown as AnyExportedList;

/** Rows in memory at a time. */
const PAGE = 500;

const withCustomers = async <View extends { customerId: number }>(
  { customers }: ExportSources,
  views: readonly View[],
  role: Role,
): Promise<Owned<View>[]> => {
  const summaries = await customers.summaries(views.map(({ customerId }) => customerId));
  return views.map((view) => ({ ...view, customer: seen(summaries.get(view.customerId), role) }));
};

const seen = (summary: CustomerSummary | undefined, role: Role): CustomerSummary | null =>
  summary ? maskedRecord(role, 'PolicyCustomer', summary) : null;

const policiesOf = (kind: PolicyKind) =>
  exported({
    list: `${kind}-policies`,
    description: policyListOf(kind),
    record: RECORDS.policy,
    columns: POLICY_COLUMNS[kind],
    pageOf: ({ policies }, request) =>
      policies.list({ ...request, filter: { ...request.filter, kind } }),
    async recordsOf({ policies }, ids) {
      const found = await policies.findAll(ids);
      const views = [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
      return views.filter((policy) => policy.kind === kind);
    },
    rowsOf: withCustomers,
  });

/** Every list that can be had as a file. */
export const LISTS_AS_FILES: Readonly<Record<ExportedList, AnyExportedList>> = {
  customers: exported({
    list: 'customers',
    description: customerList,
    record: RECORDS.customer,
    columns: CUSTOMER_COLUMNS,
    pageOf: ({ customers }, request) => customers.list(request),
    recordsOf: ({ customers }, ids) => customers.listByIds(ids),
    rowsOf: async (_sources, views) => views,
  }),
  'health-policies': policiesOf('health'),
  'vehicle-policies': policiesOf('vehicle'),
  quotations: exported({
    list: 'quotations',
    description: quotationList,
    record: RECORDS.quotation,
    columns: QUOTATION_COLUMNS,
    pageOf: ({ quotations }, request) => quotations.list(request),
    recordsOf: ({ quotations }, ids) => quotations.listByIds(ids),
    rowsOf: withCustomers,
  }),
};

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
  { record, pageOf, recordsOf, rowsOf }: AnyExportedList,
  sources: ExportSources,
  { asked, role }: { readonly asked: Asked; readonly role: Role },
): AsyncGenerator<readonly object[]> {
  const seenBy = (views: readonly object[]) =>
    rowsOf(
      sources,
      views.map((one) => maskedRecord(role, record.typename, one)),
      role,
    );
  if ('ids' in asked) {
    yield seenBy(await recordsOf(sources, asked.ids));
    return;
  }
  let cursor = asked.cursor;
  do {
    const page = await pageOf(sources, { ...asked, limit: PAGE, cursor });
    yield seenBy(page.items);
    cursor = page.nextCursor;
  } while (cursor);
}
