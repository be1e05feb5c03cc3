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
import { BYTE_ORDER_MARK, csvLine } from './csv.js';
import {
  type Column,
  CUSTOMER_COLUMNS,
  type Owned,
  POLICY_COLUMNS,
  QUOTATION_COLUMNS,
} from './exportColumns.js';

export interface ExportSources {
  readonly customers: Pick<CustomersOfBook, 'list' | 'summaries'>;
  readonly policies: PoliciesOfBook;
  readonly quotations: Pick<QuotationsOfBook, 'list'>;
}

/** How a list becomes a file. */
export interface Exported<View, Row, Of extends Criteria, Sort extends string> {
  readonly list: ExportedList;
  readonly description: ListDescription<Of, Sort>;
  /** Of the view in `masking.ts`. */
  readonly view: string;
  readonly columns: readonly Column<Row>[];
  pageOf(request: ListRequest<FilterOf<Of>, Sort>): Promise<Page<View>>;
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
    rowsOf: async (views) => views,
  });
  for (const kind of POLICY_KINDS) {
    visit({
      list: `${kind}-policies`,
      description: policyListOf(kind),
      view: 'Policy',
      columns: POLICY_COLUMNS[kind],
      pageOf: policyRecords(policies, kind).list,
      rowsOf: withCustomers,
    });
  }
  visit({
    list: 'quotations',
    description: quotationList,
    view: 'Quotation',
    columns: QUOTATION_COLUMNS,
    pageOf: quotations.list,
    rowsOf: withCustomers,
  });
}

const seen = (summary: CustomerSummary | undefined, role: Role): CustomerSummary | null =>
  summary ? maskedRecord(role, 'PolicyCustomer', summary) : null;

/**
 * The lines of a file, a page of rows at a time, as fast as they are taken. Pages follow each other
 * by key: a record is in the file once, as it was when its page was read; what is added or moved in
 * the order meanwhile may be missing.
 */
export async function* linesOf<View extends object, Row, Of extends Criteria, Sort extends string>(
  { columns, view, pageOf, rowsOf }: Exported<View, Row, Of, Sort>,
  asked: ListRequest<FilterOf<Of>, Sort>,
  role: Role,
  onRows: (rows: number) => void = () => undefined,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([heading]) => heading));
  let cursor = asked.cursor;
  do {
    const page = await pageOf({ ...asked, limit: PAGE, cursor });
    const masked = page.items.map((item) => maskedRecord(role, view, item));
    const rows = await rowsOf(masked, role);
    onRows(rows.length);
    yield rows.map((row) => csvLine(columns.map(([, cellOf]) => cellOf(row)))).join('');
    cursor = page.nextCursor;
  } while (cursor);
}
