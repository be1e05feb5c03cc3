import type { Identity, SignedInUser } from '@insuremanager/services/identity/index';
import { unauthenticated } from '@insuremanager/services/platform/errors';
import type { Request, RequestHandler, Response } from 'express';
import type { SessionCookie } from './sessionCookie.js';

declare global {
  namespace Express {
    interface Locals {
      /** Set by `signedInOnly`. */
      user?: SignedInUser;
    }
  }
}

export interface Sessions {
  readonly identity: Identity;
  readonly cookie: SessionCookie;
}

/** Who asks, or null when nobody is signed in. */
export async function userOf(
  { identity, cookie }: Sessions,
  request: Request,
): Promise<SignedInUser | null> {
  const token = cookie.read(request);
  return token === null ? null : identity.userOfSession(token);
}

/** Lets only signed-in users pass. @throws Refusal `unauthenticated` */
export function signedInOnly(sessions: Sessions): RequestHandler {
  return async (request, response, next) => {
    const user = await userOf(sessions, request);
    if (user === null) throw unauthenticated();
    response.locals.user = user;
    next();
  };
}

/** The user whom `signedInOnly` let pass. */
export function signedInUser(response: Response): SignedInUser {
  const { user } = response.locals;
  if (!user) throw new Error('A route asks for the user without asking for a session');
  return user;
}
