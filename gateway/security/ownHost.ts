import type { RequestHandler } from 'express';
import { HttpRefusal } from '../problems.js';

/** Asked by the address of a container or a machine, and the same whatever it is called. */
const OF_OPERATIONS = /^\/(health|metrics)(\/|$)/i;

/** What a program on this machine calls it; no page of another site can have its browser say so. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Answers only what was asked of our own host, so that no other name that leads here is taken for
 * us: a page of such a name would share our origin with whoever owns it.
 * @param publicUrl the address that operators gave; undefined: any host is ours.
 * @throws HttpRefusal 421
 */
export function ownHostOnly(publicUrl: string | undefined): RequestHandler {
  if (publicUrl === undefined) return (_request, _response, next) => next();
  const { protocol, host, origin } = new URL(publicUrl);
  const isOurs = (asked: string): boolean => {
    // As browsers write it: in lower case, without the port that the scheme has anyway.
    const url = URL.parse(`${protocol}//${asked}`);
    return url !== null && (url.host === host || LOOPBACK.has(url.hostname));
  };
  return (request, _response, next) => {
    if (!OF_OPERATIONS.test(request.path) && !isOurs(request.host ?? '')) {
      throw new HttpRefusal(
        421,
        'foreign-host',
        `This is ${origin}, and the request asks for another site. A proxy has to pass its Host on.`,
      );
    }
    next();
  };
}
