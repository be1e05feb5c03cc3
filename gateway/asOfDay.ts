import { pastAddress } from '@insuremanager/contracts/pastOffices/pastAddress';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { pastIsReadOnly } from '@insuremanager/services/platform/pastPlatform';
import type { RequestHandler } from 'express';

declare global {
  namespace Express {
    interface Locals {
      /** The past day whose office is asked; absent: today. Set by `asOfDay`. */
      asOf?: Day;
    }
  }
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
/** What is asked for in a body: by GraphQL, and the records of a file. */
const ASKED_BY_POST = /^\/graphql$|^\/api\/exports\/[\w-]+\.(csv|xlsx)$/;

/**
 * Below `/as-of/2026-03-31` everything is as it was at the end of that day: routes see the rest of
 * the address. GraphQL refuses mutations by itself, field by field; REST only reads.
 * @throws Refusal `past-is-read-only`
 */
export const asOfDay: RequestHandler = (request, response, next) => {
  const past = pastAddress(request.url);
  if (past) {
    request.url = past.rest;
    const isReading = READING.has(request.method) || ASKED_BY_POST.test(request.path);
    if (!isReading) throw pastIsReadOnly();
    response.locals.asOf = past.day;
  }
  next();
};
