import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { HttpRefusal } from '../problems.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that changes something comes from our own pages, or from no page at all.
 * Browsers say where a request comes from and cannot be made to lie about it; programs say nothing
 * and carry no cookie that they were not given.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin, host } = headers;
  if (origin === undefined || origin === publicOrigin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** @throws HttpRefusal 403 before anything of the request is read. */
export function sameOriginOnly(publicOrigin: string): RequestHandler {
  return (request, _response, next) => {
    if (!SAFE_METHODS.has(request.method) && !isSameOrigin(request.headers, publicOrigin)) {
      throw new HttpRefusal(
        403,
        'foreign-origin',
        'This request comes from another site and was not carried out.',
      );
    }
    next();
  };
}
