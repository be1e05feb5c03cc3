import type { Identity, SignedInUser } from '@insuremanager/services/identity/index';
import { unauthenticated } from '@insuremanager/services/platform/errors';
import type { Request, RequestHandler, Response } from 'express';
import { type Access, requireAccess } from '../access/access.js';
import type { SessionCookie } from './sessionCookie.js';

declare global {
  namespace Express {
    interface Locals {
      /** Who asks, looked up once; null when nobody is signed in. Set by `sessionsOf`. */
      findUser?: () => Promise<SignedInUser | null>;
      /** Set by `allowedOnly`. */
      user?: SignedInUser;
    }
  }
}

export interface Sessions {
  readonly identity: Identity;
  readonly cookie: SessionCookie;
}

/** Lets routes ask who is signed in. */
export const sessionsOf =
  ({ identity, cookie }: Sessions): RequestHandler =>
  (request, response, next) => {
    let found: Promise<SignedInUser | null> | undefined;
    response.locals.findUser = () => {
      found ??= findUser(identity, cookie.read(request));
      return found;
    };
    next();
  };

const findUser = async (identity: Identity, token: string | null): Promise<SignedInUser | null> =>
  token === null ? null : identity.userOfSession(token);

/** Lets only users pass who may. @throws Refusal `unauthenticated`, `forbidden` */
export const allowedOnly =
  (access: Exclude<Access, 'public'>): RequestHandler =>
  async (_request: Request, response: Response, next) => {
    const user = await response.locals.findUser?.();
    if (!user) throw unauthenticated();
    requireAccess(user, access);
    response.locals.user = user;
    next();
  };

/** The user whom `allowedOnly` let pass. */
export function signedInUser(response: Response): SignedInUser {
  const { user } = response.locals;
  if (!user) throw new Error('A public route asks who is signed in');
  return user;
}
