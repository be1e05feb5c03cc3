import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { HttpRefusal } from '../problems.js';

/** Whether whoever asks runs this installation, and may read its figures. */
export type IsOperator = (request: Request) => boolean;

/** Nobody, where no token is set. */
export function operatorsByToken(token: string | undefined): IsOperator {
  if (token === undefined) return () => false;
  const expected = digest(token);
  return ({ headers: { authorization = '' } }) => {
    const [, sent = ''] = /^Bearer ([^ ]{1,1000})$/i.exec(authorization) ?? [];
    return timingSafeEqual(digest(sent), expected);
  };
}

/** Equally long for every token, so that a comparison takes as long for every one of them. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * @param token undefined: there is nothing here that could be opened.
 * @throws HttpRefusal 404 or 401
 */
export function operatorsOnly(isOperator: IsOperator, token: string | undefined): RequestHandler {
  return (request, _response, next) => {
    if (isOperator(request)) {
      next();
      return;
    }
    if (token === undefined) {
      throw new HttpRefusal(404, 'path-not-found', 'There is nothing at this address.');
    }
    throw new HttpRefusal(401, 'not-an-operator', 'Send the token of operations.', {
      'WWW-Authenticate': 'Bearer',
    });
  };
}
