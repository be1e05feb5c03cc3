import type { Request, RequestHandler } from 'express';
import { HttpRefusal } from '../problems.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that changes something comes from our own pages, or from no page at all.
 * Browsers say where a request comes from and cannot be made to lie about it; programs say nothing
 * and carry no cookie that they were not given.
 * @param publicOrigin the one origin that is ours; undefined: the one that the browser has reached.
 */
function isSameOrigin(request: Request, publicOrigin: string | undefined): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || origin === (publicOrigin ?? `${request.protocol}://${host}`);
}

/** @throws HttpRefusal 403 before anything of the request is read. */
export function sameOriginOnly(publicOrigin: string | undefined): RequestHandler {
  return (request, _response, next) => {
    if (!SAFE_METHODS.has(request.method) && !isSameOrigin(request, publicOrigin)) {
      throw new HttpRefusal(
        403,
        'foreign-origin',
        'This request comes from another site and was not carried out.',
      );
    }
    next();
  };
}
