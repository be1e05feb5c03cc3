import { type Metrics, secondsSince } from '@insuremanager/services/platform/telemetry/metrics';
import type { RequestHandler, Response } from 'express';

/** Measures every request that passes it. */
export const requestTiming =
  (metrics: Metrics): RequestHandler =>
  ({ method }, response, next) => {
    const began = performance.now();
    response.once('close', () => {
      // A stream lasts as long as somebody looks.
      if (isEventStream(response)) return;
      const labels = { method, route: routeOf(response), status: statusOf(response) };
      const seconds = secondsSince(began);
      metrics.observe('insuremanager_http_request_duration_seconds', labels, seconds);
    });
    next();
  };

/** The route's template, never the path: paths hold ids, and strangers can make up any number. */
export const routeOf = ({ req }: Response): string => {
  const template: unknown = req.route?.path;
  return typeof template === 'string' ? template : 'none';
};

const isEventStream = (response: Response): boolean =>
  String(response.getHeader('Content-Type')).startsWith('text/event-stream');

/** 499: the client went away before the answer was complete. */
export const statusOf = (response: Response): string =>
  response.writableFinished ? String(response.statusCode) : '499';
