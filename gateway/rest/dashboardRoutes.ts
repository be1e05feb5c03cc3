import type { DashboardOfBook } from '@insuremanager/services/dashboard/index';
import type { Router } from 'express';
import { route } from '../routes.js';
import { trendPeriod, USUAL_TREND_PERIOD } from '../trendPeriod.js';

interface Parts {
  readonly dashboard: DashboardOfBook;
}

/** The figures of the whole book by REST. */
export function dashboardRoutes(router: Router, { dashboard }: Parts): void {
  route(router, '/api/dashboard/metrics', {
    get: [
      async (_request, response) => {
        response.json(await dashboard.metrics());
      },
    ],
  });

  route(router, '/api/dashboard/revenue-trend', {
    get: [
      async ({ query: { months = USUAL_TREND_PERIOD } }, response) => {
        response.json(await dashboard.revenueTrend(trendPeriod(months)));
      },
    ],
  });
}
