import {
  PasswordChange,
  Proof,
  TwoFactorVerification,
  UserPreferences,
} from '@insuremanager/contracts/identity/userInputs';
import type { Router } from 'express';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { validated } from '../validated.js';
import { callerOf } from './caller.js';
import { type Sessions, signedInUser } from './signedInUser.js';

/** What users do about their own account. */
export function accountRoutes(router: Router, { identity, cookie }: Sessions): void {
  route(router, '/api/auth/security', {
    get: async (request, response) => {
      const caller = callerOf(request, response, cookie);
      response.json(await identity.security(signedInUser(response), caller));
    },
  });

  route(router, '/api/auth/password', {
    post: [
      jsonBody,
      async (request, response) => {
        const change = validated(PasswordChange, request.body);
        const caller = callerOf(request, response, cookie);
        const session = await identity.changePassword(signedInUser(response), change, caller);
        cookie.write(response, session.token, session.expiresAt);
        response.status(204).end();
      },
    ],
  });

  route(router, '/api/auth/setup-2fa', {
    post: async (request, response) => {
      const caller = callerOf(request, response, cookie);
      response.json(await identity.setUpTwoFactor(signedInUser(response), caller));
    },
  });

  route(router, '/api/auth/verify-2fa-setup', {
    post: [
      jsonBody,
      async (request, response) => {
        const input = validated(TwoFactorVerification, request.body);
        const caller = callerOf(request, response, cookie);
        response.json(await identity.verifyTwoFactorSetup(signedInUser(response), input, caller));
      },
    ],
  });

  route(router, '/api/auth/disable-2fa', {
    post: [
      jsonBody,
      async (request, response) => {
        const proof = validated(Proof, request.body);
        const caller = callerOf(request, response, cookie);
        await identity.disableTwoFactor(signedInUser(response), proof, caller);
        response.status(204).end();
      },
    ],
  });

  route(router, '/api/auth/recovery-codes', {
    post: [
      jsonBody,
      async (request, response) => {
        const proof = validated(Proof, request.body);
        const caller = callerOf(request, response, cookie);
        response.json(await identity.newRecoveryCodes(signedInUser(response), proof, caller));
      },
    ],
  });

  route(router, '/api/auth/sessions', {
    delete: async (request, response) => {
      const caller = callerOf(request, response, cookie);
      await identity.endOtherSessions(signedInUser(response), caller);
      response.status(204).end();
    },
  });

  route(router, '/api/auth/sessions/:id', {
    delete: async (request, response) => {
      const caller = callerOf(request, response, cookie);
      await identity.endSession(signedInUser(response), String(request.params.id), caller);
      response.status(204).end();
    },
  });

  route(router, '/api/auth/preferences', {
    put: [
      jsonBody,
      async (request, response) => {
        const preferences = validated(UserPreferences, request.body);
        response.json(await identity.savePreferences(signedInUser(response), preferences));
      },
    ],
  });
}
