import type {
  DashboardMetrics,
  RevenueTrend,
  TrendPeriod,
} from '@insuremanager/contracts/dashboard/dashboardViews';
import type { UpcomingRenewal } from '@insuremanager/contracts/policies/policyViews';

/** The figures of the whole book, read from the totals that the database keeps with the lists. */
export interface Dashboard {
  metrics(): Promise<DashboardMetrics>;
  revenueTrend(months: TrendPeriod): Promise<RevenueTrend>;
  /** Active policies that end within 30 days, today included; soonest first. */
  upcomingRenewals(limit: number): Promise<UpcomingRenewal[]>;
}
