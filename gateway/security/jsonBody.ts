import express, { type Request, type RequestHandler } from 'express';
import { HttpRefusal } from '../problems.js';

const parseJson = express.json({ limit: '100kb', type: 'application/json' });
/** Longest that a JSON body may be on its way, in milliseconds; uploads have their own patience. */
const PATIENCE_MS = 60_000;

/** Reads a JSON body of at most 100 kB; no body is an empty object. */
export const jsonBody: RequestHandler = (request, response, next) => {
  if (hasBody(request) && !request.is('application/json')) {
    throw new HttpRefusal(415, 'not-json', 'Send the request as application/json.');
  }
  let goOn = (error?: unknown): void => {
    clearTimeout(patience);
    goOn = () => undefined;
    request.body ??= {};
    next(error);
  };
  const patience = setTimeout(() => goOn(tooSlow()), PATIENCE_MS);
  parseJson(request, response, (error?: unknown) => goOn(error));
};

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const tooSlow = (): HttpRefusal =>
  new HttpRefusal(408, 'too-slow', 'The request took too long to arrive. Please send it again.');
