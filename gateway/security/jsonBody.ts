import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler } from 'express';
import { HttpRefusal } from '../problems.js';
import { withBodyTimeout } from './bodyTimeout.js';

const parseJson = withBodyTimeout(
  express.json({
    limit: '100kb',
    type: 'application/json',
    // What is no text would be read as replacement characters, and what was typed be lost.
    verify(_request, _response, bytes) {
      if (!isUtf8(bytes) || hasEscapedHalf(bytes)) throw new Error('The body is not UTF-8');
    },
  }),
);

/** Whether some text has half of a surrogate pair; JSON can say so in letters (`\\ud800`). */
function hasEscapedHalf(bytes: Buffer): boolean {
  if (!bytes.includes('\\u')) return false;
  try {
    return hasHalf(JSON.parse(bytes.toString()));
  } catch {
    return false; // No JSON, which the parser says better.
  }
}

const hasHalf = (value: unknown): boolean => {
  if (typeof value === 'string') return /\p{Cs}/u.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasHalf);
};

/**
 * Reads a JSON body of at most 100 kB. No body is an empty object, but not where it says how a record
 * is to be: a proxy that lost it on the way would otherwise have a change acknowledged that is none.
 */
export const jsonBody: RequestHandler = (request, response, next) => {
  if (hasBody(request) && !request.is('application/json')) {
    throw new HttpRefusal(415, 'not-json', 'Send the request as application/json.');
  }
  if (!hasBody(request) && (request.method === 'PUT' || request.method === 'PATCH')) {
    throw new HttpRefusal(400, 'no-body', 'Send the changes as JSON.');
  }
  parseJson(request, response, (error?: unknown) => {
    request.body ??= {};
    next(error);
  });
};

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
