import type { CustomerSummary } from '@insuremanager/contracts/customers/customerViews';
import { customerList } from '@insuremanager/contracts/customers/customerViews';
import type { ExportedList } from '@insuremanager/contracts/exports/exportedLists';
import type { Criteria, FilterOf, ListDescription } from '@insuremanager/contracts/fields/list';
import { maskedRecord } from '@insuremanager/contracts/identity/masking';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import type { ListRequest, Page } from '@insuremanager/contracts/lists';
import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { policyListOf } from '@insuremanager/contracts/policies/policyViews';
import { quotationList } from '@insuremanager/contracts/quotations/quotationViews';
import type { CustomersOfBook } from '@insuremanager/services/customers/index';
import type { PoliciesOfBook } from '@insuremanager/services/policies/index';
import type { QuotationsOfBook } from '@insuremanager/services/quotations/index';
import { policyRecords } from '../policyRecords.js';
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
export interface Exported<View, Row, Of extends Criteria, Sort extends string> {
  readonly list: ExportedList;
  readonly description: ListDescription<Of, Sort>;
  /** Of the view in `masking.ts`. */
  readonly view: string;
  readonly columns: readonly Column<Row>[];
  pageOf(request: ListRequest<FilterOf<Of>, Sort>): Promise<Page<View>>;
  /** Those of the records that exist, in the order of the ids. */
  recordsOf(ids: readonly number[]): Promise<readonly View[]>;
  /** What the columns need beside a page's records, for all of them together. */
  rowsOf(views: readonly View[], role: Role): Promise<readonly Row[]>;
}

/** Rows in memory at a time. */
const PAGE = 500;

/** Every list that can be had as a file. */
export function eachExportedList(
  { customers, policies, quotations }: ExportSources,
  visit: <View extends object, Row, Of extends Criteria, Sort extends string>(
    exported: Exported<View, Row, Of, Sort>,
  ) => void,
): void {
  const withCustomers = async <View extends { customerId: number }>(
    views: readonly View[],
    role: Role,
  ): Promise<Owned<View>[]> => {
    const summaries = await customers.summaries(views.map(({ customerId }) => customerId));
    return views.map((view) => ({ ...view, customer: seen(summaries.get(view.customerId), role) }));
  };

  visit({
    list: 'customers',
    description: customerList,
    view: 'Customer',
    columns: CUSTOMER_COLUMNS,
    pageOf: customers.list,
    recordsOf: customers.listByIds,
    rowsOf: async (views) => views,
  });
  for (const kind of POLICY_KINDS) {
    visit({
      list: `${kind}-policies`,
      description: policyListOf(kind),
      view: 'Policy',
      columns: POLICY_COLUMNS[kind],
      pageOf: policyRecords(policies, kind).list,
      async recordsOf(ids) {
        const found = await policies.findAll(ids);
        const views = [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
        return views.filter((policy) => policy.kind === kind);
      },
      rowsOf: withCustomers,
    });
  }
  visit({
    list: 'quotations',
    description: quotationList,
    view: 'Quotation',
    columns: QUOTATION_COLUMNS,
    pageOf: quotations.list,
    recordsOf: quotations.listByIds,
    rowsOf: withCustomers,
  });
}

const seen = (summary: CustomerSummary | undefined, role: Role): CustomerSummary | null =>
  summary ? maskedRecord(role, 'PolicyCustomer', summary) : null;

/** What a file is to hold: what a list is asked for, or records by their numbers, in that order. */
export type Asked<Of extends Criteria, Sort extends string> =
  | Omit<ListRequest<FilterOf<Of>, Sort>, 'limit'>
  | { readonly ids: readonly number[] };

/**
 * The rows of a file, a page of them at a time, as fast as they are taken. Pages follow each other
 * by key: a record is in the file once, as it was when its page was read; what is added or moved in
 * the order meanwhile may be missing.
 */
export async function* pagesOf<View extends object, Row, Of extends Criteria, Sort extends string>(
  { view, pageOf, recordsOf, rowsOf }: Exported<View, Row, Of, Sort>,
  asked: Asked<Of, Sort>,
  role: Role,
): AsyncGenerator<readonly Row[]> {
  const seenBy = (views: readonly View[]) =>
    rowsOf(
      views.map((one) => maskedRecord(role, view, one)),
      role,
    );
  if ('ids' in asked) {
    yield seenBy(await recordsOf(asked.ids));
    return;
  }
  let cursor = asked.cursor;
  do {
    const page = await pageOf({ ...asked, limit: PAGE, cursor });
    yield seenBy(page.items);
    cursor = page.nextCursor;
  } while (cursor);
}
