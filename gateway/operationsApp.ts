import express, { type Express, Router } from 'express';
import { nothingHere, problemAnswers } from './errorHandler.js';
import type { GatewayDeps } from './gatewayDeps.js';
import { type HealthParts, healthRoutes } from './health/healthRoutes.js';
import { type Exposition, metricsRoute } from './metrics/metricsRoute.js';
import { requestIds } from './security/requestIds.js';
import { securityHeaders } from './security/securityHeaders.js';

/**
 * Health in detail and figures, without asking who wants them: for a port of operators only. It
 * answers for every process, whether that is a gateway or not.
 */
export function operationsApp(
  parts: HealthParts & Pick<GatewayDeps, 'logger'>,
  exposition: Exposition,
): Express {
  const app = express();
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use(requestIds, securityHeaders(false), (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  const router = Router();
  healthRoutes(router, parts, () => true);
  metricsRoute(router, exposition, []);
  router.use(nothingHere);
  app.use(router);
  app.use(problemAnswers(parts.logger));
  return app;
}
