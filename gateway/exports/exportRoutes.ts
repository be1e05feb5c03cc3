import { Readable } from 'node:stream';
import type { CustomerSummary } from '@insuremanager/contracts/customers/customerViews';
import { customerList } from '@insuremanager/contracts/customers/customerViews';
import { type ExportedList, exportPath } from '@insuremanager/contracts/exports/exportedLists';
import type { Criteria, FilterOf, ListDescription } from '@insuremanager/contracts/fields/list';
import { maskedRecord } from '@insuremanager/contracts/identity/masking';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import type { ListRequest, Page } from '@insuremanager/contracts/lists';
import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { policyListOf } from '@insuremanager/contracts/policies/policyViews';
import { quotationList } from '@insuremanager/contracts/quotations/quotationViews';
import type { CustomersOfBook } from '@insuremanager/services/customers/index';
import type { Exports } from '@insuremanager/services/exports/index';
import type { PoliciesOfBook } from '@insuremanager/services/policies/index';
import type { QuotationsOfBook } from '@insuremanager/services/quotations/index';
import type { RequestHandler, Router } from 'express';
import { listRequest } from '../listQueries.js';
import { policyRecords } from '../policyRecords.js';
import { contentDisposition } from '../rest/contentDisposition.js';
import { restCommandContext } from '../rest/restCommands.js';
import { sendContent } from '../rest/sentContent.js';
import { route } from '../routes.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { BYTE_ORDER_MARK, csvLine } from './csv.js';
import {
  type Column,
  CUSTOMER_COLUMNS,
  type Owned,
  POLICY_COLUMNS,
  QUOTATION_COLUMNS,
} from './exportColumns.js';

interface Parts {
  readonly customers: Pick<CustomersOfBook, 'list' | 'summaries'>;
  readonly policies: PoliciesOfBook;
  readonly quotations: Pick<QuotationsOfBook, 'list'>;
  readonly exports: Exports;
}

/** How a list becomes a file. */
interface Exported<View, Row, Of extends Criteria, Sort extends string> {
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

/** Lists as CSV: the whole list that a filter leaves, in its order. */
export function exportRoutes(router: Router, parts: Parts): void {
  const { customers, policies, quotations, exports } = parts;

  const withCustomers = async <View extends { customerId: number }>(
    views: readonly View[],
    role: Role,
  ): Promise<Owned<View>[]> => {
    const summaries = await customers.summaries(views.map(({ customerId }) => customerId));
    return views.map((view) => ({ ...view, customer: seen(summaries.get(view.customerId), role) }));
  };

  const add = <View extends object, Row, Of extends Criteria, Sort extends string>(
    exported: Exported<View, Row, Of, Sort>,
  ) => route(router, exportPath(exported.list), { get: csvOf(exported, exports) });

  add({
    list: 'customers',
    description: customerList,
    view: 'Customer',
    columns: CUSTOMER_COLUMNS,
    pageOf: customers.list,
    rowsOf: async (views) => views,
  });
  for (const kind of POLICY_KINDS) {
    add({
      list: `${kind}-policies`,
      description: policyListOf(kind),
      view: 'Policy',
      columns: POLICY_COLUMNS[kind],
      pageOf: policyRecords(policies, kind).list,
      rowsOf: withCustomers,
    });
  }
  add({
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

const csvOf =
  <View extends object, Row, Of extends Criteria, Sort extends string>(
    exported: Exported<View, Row, Of, Sort>,
    exports: Exports,
  ): RequestHandler =>
  async (request, response) => {
    const user = signedInUser(response);
    const { list, description } = exported;
    const asked = listRequest(description, request.query, user);
    const filters = Object.entries(asked.filter)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name]) => name);
    const { day } = await exports.begin({ list, filters }, restCommandContext(request, response));
    await sendContent(request, response, Readable.from(linesOf(exported, asked, user.role)), {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': contentDisposition('attachment', `${list}-${day}.csv`),
    });
  };

/**
 * The lines of a file, a page of rows at a time, as fast as they are taken. Pages follow each other
 * by key: a record is in the file once, as it was when its page was read; what is added or moved in
 * the order meanwhile may be missing.
 */
async function* linesOf<View extends object, Row, Of extends Criteria, Sort extends string>(
  { columns, view, pageOf, rowsOf }: Exported<View, Row, Of, Sort>,
  asked: ListRequest<FilterOf<Of>, Sort>,
  role: Role,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([heading]) => heading));
  let cursor = asked.cursor;
  do {
    const page = await pageOf({ ...asked, limit: PAGE, cursor });
    const masked = page.items.map((item) => maskedRecord(role, view, item));
    const rows = await rowsOf(masked, role);
    yield rows.map((row) => csvLine(columns.map(([, cellOf]) => cellOf(row)))).join('');
    cursor = page.nextCursor;
  } while (cursor);
}
