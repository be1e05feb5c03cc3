import type {
  DashboardMetrics,
  RevenueTrend,
  TrendPeriod,
} from '@insuremanager/contracts/dashboard/dashboardViews';
import type { UpcomingRenewal } from '@insuremanager/contracts/policies/policyViews';
import type { Book } from '../platform/readModels/readTables.js';

/** The figures of all books, read from the totals that the database keeps with the lists. */
export interface Dashboard {
  metrics(): Promise<DashboardMetrics>;
  revenueTrend(months: TrendPeriod): Promise<RevenueTrend>;
  /** Active policies that end within 30 days, today included; soonest first. */
  upcomingRenewals(limit: number): Promise<UpcomingRenewal[]>;

  /** The same of one book, added up when they are asked for. */
  within(book: Book): DashboardOfBook;
}

export type DashboardOfBook = Omit<Dashboard, 'within'>;
