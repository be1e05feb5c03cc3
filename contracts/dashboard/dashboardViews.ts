import { z } from 'zod';
import { UpcomingRenewal } from '../policies/policyViews.js';

export const RecentCustomer = z.object({
  id: z.int(),
  name: z.string(),
  phone: z.string(),
  /** ISO instant. */
  createdAt: z.string(),
});
export type RecentCustomer = z.infer<typeof RecentCustomer>;

/** The figures of the dashboard. Each equals a count over a list. */
export const DashboardMetrics = z.object({
  totalCustomers: z.int(),
  activePolicies: z.int(),
  /** Premiums of active policies brought to a month, as text with its currency: `₹12,34,568`. */
  monthlyRevenue: z.string(),
  /** Active policies that end within 30 days, today included. */
  dueRenewals: z.int(),
  /** Active policies of each kind. */
  healthPoliciesCount: z.int(),
  vehiclePoliciesCount: z.int(),
  /** Newest first, at most five. */
  recentCustomers: z.array(RecentCustomer),
  /** Soonest first, at most five. */
  upcomingRenewals: z.array(UpcomingRenewal),
  /**
   * Policies whose term begins from the first of this month to today, against those of the month
   * before to the same day, in whole percent. Null when there were none then.
   */
  monthlyGrowth: z.int().nullable(),
});
export type DashboardMetrics = z.infer<typeof DashboardMetrics>;

export const TREND_PERIODS = [6, 12] as const;
/** Months that a revenue trend shows, this one included. */
export type TrendPeriod = (typeof TREND_PERIODS)[number];

/** Premium of the policies whose term began in a month. */
export interface TrendMonth {
  /** YYYY-MM. */
  month: string;
  /** Rupees with two digits. */
  premium: string;
}

export interface RevenueTrend {
  /** Oldest first; every month of the period, also one without policies. */
  months: TrendMonth[];
  /** False while no policy has ever begun. */
  hasHistory: boolean;
}

/** What the chart shows while there is no history, always marked as a sample: Jan to Jun, in rupees. */
export const SAMPLE_TREND: readonly { month: string; premium: string }[] = [
  { month: 'Jan', premium: '32000.00' },
  { month: 'Feb', premium: '42000.00' },
  { month: 'Mar', premium: '38000.00' },
  { month: 'Apr', premium: '45000.00' },
  { month: 'May', premium: '52000.00' },
  { month: 'Jun', premium: '48000.00' },
];

/** Milliseconds between two looks at the figures. */
export const METRICS_REFRESH_MS = 30_000;
export const UPCOMING_RENEWALS_SHOWN = 5;
export const RECENT_CUSTOMERS_SHOWN = 5;
