import { UPCOMING_RENEWALS_SHOWN } from '@insuremanager/contracts/dashboard/dashboardViews';
import type { Dashboard } from '@insuremanager/services/dashboard/index';
import type { RequestHandler, Router } from 'express';
import { z } from 'zod';
import { LIST_LIMIT, rowLimit } from '../listQueries.js';
import { route } from '../routes.js';
import { trendPeriod, USUAL_TREND_PERIOD } from '../trendPeriod.js';
import { validated } from '../validated.js';

interface Parts {
  readonly dashboard: Dashboard;
  readonly signedInOnly: RequestHandler;
}

/** The query of `GET /api/upcoming-renewals`. */
export const RenewalsQuery = z.object({ limit: rowLimit(LIST_LIMIT, UPCOMING_RENEWALS_SHOWN) });

/** The figures of the whole book by REST. */
export function dashboardRoutes(router: Router, { dashboard, signedInOnly }: Parts): void {
  route(router, '/api/dashboard/metrics', {
    get: [
      signedInOnly,
      async (_request, response) => {
        response.json(await dashboard.metrics());
      },
    ],
  });

  route(router, '/api/dashboard/revenue-trend', {
    get: [
      signedInOnly,
      async ({ query: { months = USUAL_TREND_PERIOD } }, response) => {
        response.json(await dashboard.revenueTrend(trendPeriod(months)));
      },
    ],
  });

  route(router, '/api/upcoming-renewals', {
    get: [
      signedInOnly,
      async (request, response) => {
        const { limit } = validated(RenewalsQuery, request.query);
        response.json({ upcomingRenewals: await dashboard.upcomingRenewals(limit) });
      },
    ],
  });
}
