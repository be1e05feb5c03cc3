import { Credentials, CurrentUser } from '@insuremanager/contracts/identity/userViews';
import type { Router } from 'express';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { validated } from '../validated.js';
import { type Sessions, signedInOnly, signedInUser } from './signedInOnly.js';

/** Signing in and out, and who is signed in. */
export function authRoutes(router: Router, sessions: Sessions): void {
  const { identity, cookie } = sessions;

  route(router, '/api/auth/login', {
    post: [
      jsonBody,
      async (request, response) => {
        const credentials = validated(Credentials, request.body);
        const { token, expiresAt, user } = await identity.signIn(credentials, {
          address: request.ip ?? '',
          correlationId: response.locals.correlationId,
        });
        cookie.write(response, token, expiresAt);
        response.json(CurrentUser.parse(user));
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
      signedInOnly(sessions),
      (_request, response) => {
        response.json(CurrentUser.parse(signedInUser(response)));
      },
    ],
  });
}
