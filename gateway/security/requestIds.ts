import { randomUUID } from 'node:crypto';
import { inRequest } from '@insuremanager/services/platform/telemetry/currentRequest';
import type { RequestHandler } from 'express';

declare global {
  namespace Express {
    interface Locals {
      /** Names the request in answers, logs and the events that it causes. */
      correlationId: string;
    }
  }
}

/** Never taken from the client: it ends in event metadata, which must hold nothing personal. */
export const requestIds: RequestHandler = (_request, response, next) => {
  response.locals.correlationId = randomUUID();
  response.setHeader('X-Request-Id', response.locals.correlationId);
  inRequest(response.locals.correlationId, next);
};
