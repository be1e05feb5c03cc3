import {
  DashboardMetrics,
  RevenueTrend,
  TREND_PERIODS,
} from '@insuremanager/contracts/dashboard/dashboardViews';
import { z } from 'zod';
import { PLAIN } from '../access/answerViews.js';
import { jsonAnswer } from '../openapi/operations.js';
import { trendPeriod, USUAL_TREND_PERIOD } from '../trendPeriod.js';
import type { RestRoute } from './restRoute.js';

const tag = 'Overview';

const TrendQuery = z.object({
  months: z
    .int()
    .optional()
    .meta({
      description: 'This one included',
      enum: [...TREND_PERIODS],
      default: USUAL_TREND_PERIOD,
    }),
});

/** The figures of the whole book by REST. */
export const dashboardRoutes: readonly RestRoute[] = [
  {
    method: 'get',
    path: '/api/dashboard/metrics',
    access: 'dashboard.read',
    view: { recentCustomers: 'RecentCustomer', upcomingRenewals: 'UpcomingRenewal' },
    tag,
    operationId: 'getDashboardMetrics',
    summary: 'The figures of the whole book',
    answers: { 200: jsonAnswer('Each equals a count over a list', { DashboardMetrics }) },
    handle: ({ services }) => services.dashboard.metrics(),
  },
  {
    method: 'get',
    path: '/api/dashboard/revenue-trend',
    access: 'dashboard.read',
    view: PLAIN,
    tag,
    operationId: 'getRevenueTrend',
    summary: 'Premium of the policies that began, month by month',
    query: TrendQuery,
    answers: { 200: jsonAnswer('The months, oldest first', { RevenueTrend }) },
    handle: ({ request: { query }, services }) =>
      services.dashboard.revenueTrend(trendPeriod(query.months ?? USUAL_TREND_PERIOD)),
  },
];
