import {
  contextOf,
  SpanKind,
  SpanStatusCode,
  startSpan,
  traceparentOf,
  withSpan,
} from '@insuremanager/services/platform/telemetry/tracing';
import type { RequestHandler } from 'express';
import { routeOf, statusOf } from '../metrics/requestTiming.js';

/** What people and programs ask for; neither files of the client nor signs of life, nor streams. */
const TRACED = /^\/(api\/|graphql$)/;

/**
 * A span of each request, under the span that the client names in `traceparent`; the answer names
 * it in `traceresponse`, by which the client learns that somebody traces. The path is in none.
 */
export const requestSpans: RequestHandler = (request, response, next) => {
  const { method, path } = request;
  if (!TRACED.test(path)) return next();
  const span = startSpan(method, {
    kind: SpanKind.SERVER,
    parent: contextOf(request.get('traceparent')),
    attributes: { 'http.request.method': method },
  });
  const traceresponse = traceparentOf(span);
  if (traceresponse) response.setHeader('traceresponse', traceresponse);
  response.once('close', () => {
    const [route, status] = [routeOf(response), Number(statusOf(response))];
    span.updateName(`${method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  withSpan(span, next);
};
