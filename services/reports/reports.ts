import type {
  ReportFilter,
  ReportName,
  ReportView,
} from '@insuremanager/contracts/reports/reports';
import type { Book } from '../platform/readModels/readTables.js';

/** Reports of all books, read from the totals that the database keeps with the lists. */
export interface Reports extends ReportsOfBook {
  /** The same of one book. */
  within(book: Book): ReportsOfBook;
}

export interface ReportsOfBook {
  /** @throws Refusal `invalid` for months that end before they begin, or are too many */
  report(name: ReportName, filter: ReportFilter): Promise<ReportView>;
  /** The same on the brokerage's paper. @throws Refusal as `report`; unavailable */
  pdf(name: ReportName, filter: ReportFilter): Promise<Buffer>;
}
