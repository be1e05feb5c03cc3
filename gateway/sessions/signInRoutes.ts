import {
  Credentials,
  PasskeyAnswer,
  PasswordByLink,
  PasswordResetRequest,
  SecondFactorInput,
} from '@insuremanager/contracts/identity/userInputs';
import type { SignedIn } from '@insuremanager/services/identity/index';
import type { Response, Router } from 'express';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { validated } from '../validated.js';
import { callerOf, currentUser } from './caller.js';
import { type Sessions, signedInUser } from './signedInUser.js';

/** Coming in, by a password, a code, a passkey or the link of an email; going out; who is in. */
export function signInRoutes(router: Router, { identity, cookie }: Sessions): void {
  const letIn = (response: Response, { token, expiresAt, user }: SignedIn): void => {
    cookie.write(response, token, expiresAt);
    response.json(currentUser(user));
  };

  route(router, '/api/auth/login', {
    post: [
      jsonBody,
      async (request, response) => {
        const credentials = validated(Credentials, request.body);
        const signedIn = await identity.signIn(credentials, callerOf(request, response, cookie));
        if ('user' in signedIn) return letIn(response, signedIn);
        const { token, expiresAt, requiresTwoFactor, methods } = signedIn;
        cookie.write(response, token, expiresAt);
        response.json({ requiresTwoFactor, methods });
      },
    ],
  });

  route(router, '/api/auth/verify-2fa', {
    post: [
      jsonBody,
      async (request, response) => {
        const input = validated(SecondFactorInput, request.body);
        const caller = callerOf(request, response, cookie);
        letIn(response, await identity.verifySecondFactor(input, caller));
      },
    ],
  });

  route(router, '/api/auth/send-email-code', {
    post: async (request, response) => {
      await identity.sendEmailCode(callerOf(request, response, cookie));
      response.status(204).end();
    },
  });

  route(router, '/api/auth/passkey-login/options', {
    post: async (request, response) => {
      response.json(await identity.passkeySignInOptions(callerOf(request, response, cookie)));
    },
  });

  route(router, '/api/auth/passkey-login', {
    post: [
      jsonBody,
      async (request, response) => {
        const { answer } = validated(PasskeyAnswer, request.body);
        const caller = callerOf(request, response, cookie);
        letIn(response, await identity.signInByPasskey(answer, caller));
      },
    ],
  });

  route(router, '/api/auth/forgot-password', {
    post: [
      jsonBody,
      async (request, response) => {
        const input = validated(PasswordResetRequest, request.body);
        await identity.requestPasswordReset(input, callerOf(request, response, cookie));
        response.status(204).end();
      },
    ],
  });

  route(router, '/api/auth/password-by-link', {
    post: [
      jsonBody,
      async (request, response) => {
        const input = validated(PasswordByLink, request.body);
        await identity.setPasswordByLink(input, callerOf(request, response, cookie));
        response.status(204).end();
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
    get: (_request, response) => {
      response.json(currentUser(signedInUser(response)));
    },
  });
}
