import {
  DashboardMetrics,
  RecentCustomer,
  RevenueTrend,
  TrendMonth,
  UPCOMING_RENEWALS_SHOWN,
} from '@insuremanager/contracts/dashboard/dashboardViews';
import { UpcomingRenewal } from '@insuremanager/contracts/policies/policyViews';
import { Int } from 'type-graphql';
import { trendPeriod, USUAL_TREND_PERIOD } from '../trendPeriod.js';
import { objectType } from './describedTypes.js';
import { rowsWanted } from './pageArgs.js';
import { LOOKUP_COST } from './queryCosts.js';
import { query, rootFields } from './rootFields.js';

const MOST_RENEWALS = 200;

objectType('RecentCustomer', RecentCustomer);
const Renewal = objectType('UpcomingRenewal', UpcomingRenewal, {
  description: 'An active policy that ends within 30 days, today included.',
});
const Metrics = objectType('DashboardMetrics', DashboardMetrics, {
  description: 'The figures of the whole book. Each equals a count over a list.',
});
objectType('TrendMonth', TrendMonth, {
  description: 'Premium of the policies whose term began in a month.',
});
const Trend = objectType('RevenueTrend', RevenueTrend);

export const dashboardResolvers = rootFields({
  dashboard: query(Metrics, {}, (_, { dashboard }) => dashboard.metrics()),

  revenueTrend: query(
    Trend,
    {
      args: {
        months: {
          type: Int,
          defaultValue: USUAL_TREND_PERIOD,
          description: '6 or 12, this one included.',
        },
      },
    },
    ({ months }, { dashboard }) => dashboard.revenueTrend(trendPeriod(months)),
  ),

  upcomingRenewals: query(
    [Renewal],
    {
      description: 'Soonest first.',
      complexity: ({ args, childComplexity }) =>
        LOOKUP_COST + childComplexity * Math.max(1, Number(args.first)) * 0.5,
      args: {
        first: {
          type: Int,
          defaultValue: UPCOMING_RENEWALS_SHOWN,
          description: `Rows wanted, 1 to ${MOST_RENEWALS}.`,
        },
      },
    },
    ({ first }, { dashboard }) => dashboard.upcomingRenewals(rowsWanted(first, MOST_RENEWALS)),
  ),
});
