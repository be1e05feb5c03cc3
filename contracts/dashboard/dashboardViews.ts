import { z } from 'zod';
import { instantText } from '../fields/dayFields.js';
import { UpcomingRenewal } from '../policies/policyViews.js';

export const RecentCustomer = z.object({
  id: z.int(),
  name: z.string(),
  phone: z.string(),
  createdAt: instantText(),
});
export type RecentCustomer = z.infer<typeof RecentCustomer>;

/** The figures of the dashboard. Each equals a count over a list. */
export const DashboardMetrics = z.object({
  totalCustomers: z.int(),
  activePolicies: z.int(),
  monthlyRevenue: z.string().describe('Premiums of active policies brought to a month: ₹12,34,568'),
  dueRenewals: z.int().describe('Active policies that end within 30 days, today included'),
  healthPoliciesCount: z.int().describe('Active ones'),
  vehiclePoliciesCount: z.int().describe('Active ones'),
  recentCustomers: z.array(RecentCustomer).describe('Newest first, at most five'),
  upcomingRenewals: z.array(UpcomingRenewal).describe('Soonest first, at most five'),
  monthlyGrowth: z
    .int()
    .nullable()
    .describe(
      'Terms begun this month to today against the month before to the same day, in percent; null when there were none then',
    ),
});
export type DashboardMetrics = z.infer<typeof DashboardMetrics>;

export const TREND_PERIODS = [6, 12] as const;
/** Months that a revenue trend shows, this one included. */
export type TrendPeriod = (typeof TREND_PERIODS)[number];

/** Premium of the policies whose term began in a month. */
export const TrendMonth = z.object({
  month: z.string().describe('YYYY-MM'),
  premium: z.string().describe('Rupees with two digits'),
});
export type TrendMonth = z.infer<typeof TrendMonth>;

export const RevenueTrend = z.object({
  months: z.array(TrendMonth).describe('Oldest first, also months without policies'),
  hasHistory: z.boolean().describe('False while no policy has ever begun'),
});
export type RevenueTrend = z.infer<typeof RevenueTrend>;

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
