import { UPCOMING_RENEWALS_SHOWN } from '@insuremanager/contracts/dashboard/dashboardViews';
import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { trendPeriod, USUAL_TREND_PERIOD } from '../trendPeriod.js';
import { DashboardMetrics, RevenueTrend, UpcomingRenewal } from './dashboardTypes.js';
import type { GraphqlContext } from './graphqlContext.js';
import { rowsWanted } from './pageArgs.js';
import { LOOKUP_COST } from './queryCosts.js';

const MOST_RENEWALS = 200;

@Resolver()
export class DashboardResolver {
  @Query(() => DashboardMetrics, { complexity: LOOKUP_COST })
  dashboard(@Ctx() { dashboard }: GraphqlContext): Promise<DashboardMetrics> {
    return dashboard.metrics();
  }

  @Query(() => RevenueTrend, { complexity: LOOKUP_COST })
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

  @Query(() => [UpcomingRenewal], {
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
