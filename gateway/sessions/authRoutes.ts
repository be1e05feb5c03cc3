import { permissionsOf } from '@insuremanager/contracts/identity/permissions';
import { Credentials } from '@insuremanager/contracts/identity/userInputs';
import type { CurrentUser } from '@insuremanager/contracts/identity/userViews';
import type { Caller, SignedInUser } from '@insuremanager/services/identity/index';
import type { Request, Response, Router } from 'express';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { validated } from '../validated.js';
import type { SessionCookie } from './sessionCookie.js';
import { type Sessions, signedInUser } from './signedInUser.js';

/** Signing in and out, and who is signed in. */
export function authRoutes(router: Router, sessions: Sessions): void {
  const { identity, cookie } = sessions;

  route(router, '/api/auth/login', {
    post: [
      jsonBody,
      async (request, response) => {
        const credentials = validated(Credentials, request.body);
        const signedIn = await identity.signIn(credentials, callerOf(request, response, cookie));
        cookie.write(response, signedIn.token, signedIn.expiresAt);
        if (!('user' in signedIn)) throw new Error('There is no second step yet');
        response.json(currentUser(signedIn.user));
      },
    ],
  });

  // Signing out twice, or without having signed in, is no error: the wish is fulfilled.
  route(router, '/api/auth/logout', {
    post: async (request, response) => {
      const token = cookie.read(request);
      if (token !== null) await identity.signOut(token, response.locals.correlationId);
      cookie.clear(response);
      response.status(204).end();
    },
  });

  route(router, '/api/auth/me', {
    get: [
      (_request, response) => {
        response.json(currentUser(signedInUser(response)));
      },
    ],
  });
}

const currentUser = ({ userId, ...user }: SignedInUser): CurrentUser => ({
  ...user,
  id: userId,
  permissions: permissionsOf(user.role),
});

/** Where a request comes from. */
const callerOf = (request: Request, response: Response, cookie: SessionCookie): Caller => ({
  address: request.ip ?? '',
  userAgent: request.get('user-agent') ?? '',
  correlationId: response.locals.correlationId,
  token: cookie.read(request),
});
