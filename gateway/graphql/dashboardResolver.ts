import {
  DashboardMetrics,
  RecentCustomer,
  RevenueTrend,
  TrendMonth,
  UPCOMING_RENEWALS_SHOWN,
} from '@insuremanager/contracts/dashboard/dashboardViews';
import { UpcomingRenewal } from '@insuremanager/contracts/policies/policyViews';
import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { trendPeriod, USUAL_TREND_PERIOD } from '../trendPeriod.js';
import { objectType } from './describedTypes.js';
import type { GraphqlContext } from './graphqlContext.js';
import { rowsWanted } from './pageArgs.js';
import { LOOKUP_COST } from './queryCosts.js';

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

@Resolver()
export class DashboardResolver {
  @Query(() => Metrics, { complexity: LOOKUP_COST })
  dashboard(@Ctx() { dashboard }: GraphqlContext): Promise<DashboardMetrics> {
    return dashboard.metrics();
  }

  @Query(() => Trend, { complexity: LOOKUP_COST })
  revenueTrend(
    @Arg('months', () => Int, {
      defaultValue: USUAL_TREND_PERIOD,
      description: '6 or 12, this one included.',
    })
    months: number,
    @Ctx() { dashboard }: GraphqlContext,
  ): Promise<RevenueTrend> {
    return dashboard.revenueTrend(trendPeriod(months));
  }

  @Query(() => [Renewal], {
    description: 'Soonest first.',
    complexity: ({ args, childComplexity }) =>
      LOOKUP_COST + childComplexity * Math.max(1, Number(args.first)) * 0.5,
  })
  upcomingRenewals(
    @Arg('first', () => Int, {
      defaultValue: UPCOMING_RENEWALS_SHOWN,
      description: `Rows wanted, 1 to ${MOST_RENEWALS}.`,
    })
    first: number,
    @Ctx() { dashboard }: GraphqlContext,
  ): Promise<UpcomingRenewal[]> {
    return dashboard.upcomingRenewals(rowsWanted(first, MOST_RENEWALS));
  }
}
