import type { RequestHandler } from 'express';
import { HttpRefusal } from '../problems.js';

/** Longest that a body may be on its way, in milliseconds; uploads have their own limit. */
const TIMEOUT_MS = 60_000;

/** Gives a body up that does not arrive in time. @throws HttpRefusal 408 */
export const withBodyTimeout =
  (parse: RequestHandler): RequestHandler =>
  (request, response, next) => {
    let goOn = (error?: unknown): void => {
      clearTimeout(timeout);
      goOn = () => undefined;
      next(error);
    };
    const timeout = setTimeout(() => goOn(tooSlow()), TIMEOUT_MS);
    parse(request, response, (error?: unknown) => goOn(error));
  };

const tooSlow = (): HttpRefusal =>
  new HttpRefusal(408, 'too-slow', 'The request took too long to arrive. Please send it again.');
