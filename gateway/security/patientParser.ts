import type { RequestHandler } from 'express';
import { HttpRefusal } from '../problems.js';

/** Longest that a body may be on its way, in milliseconds; uploads have their own patience. */
const PATIENCE_MS = 60_000;

/** Gives a body up that does not arrive in time. @throws HttpRefusal 408 */
export const patientParser =
  (parse: RequestHandler): RequestHandler =>
  (request, response, next) => {
    let goOn = (error?: unknown): void => {
      clearTimeout(patience);
      goOn = () => undefined;
      next(error);
    };
    const patience = setTimeout(() => goOn(tooSlow()), PATIENCE_MS);
    parse(request, response, (error?: unknown) => goOn(error));
  };

const tooSlow = (): HttpRefusal =>
  new HttpRefusal(408, 'too-slow', 'The request took too long to arrive. Please send it again.');
