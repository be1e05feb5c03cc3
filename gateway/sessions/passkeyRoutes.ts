import { NewPasskey, PasswordProof, Proof } from '@insuremanager/contracts/identity/userInputs';
import type { Router } from 'express';
import { idInPath } from '../rest/restCommands.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { validated } from '../validated.js';
import { callerOf } from './caller.js';
import { type Sessions, signedInUser } from './signedInUser.js';

/** The passkeys of one's own account; signing in by one is in signInRoutes.ts. */
export function passkeyRoutes(router: Router, { identity, cookie }: Sessions): void {
  route(router, '/api/auth/passkeys/options', {
    post: [
      jsonBody,
      async (request, response) => {
        const proof = validated(PasswordProof, request.body);
        const caller = callerOf(request, response, cookie);
        response.json(await identity.passkeyCreationOptions(signedInUser(response), proof, caller));
      },
    ],
  });

  route(router, '/api/auth/passkeys', {
    post: [
      jsonBody,
      async (request, response) => {
        const input = validated(NewPasskey, request.body);
        const caller = callerOf(request, response, cookie);
        response.status(201).json(await identity.addPasskey(signedInUser(response), input, caller));
      },
    ],
  });

  route(router, '/api/auth/passkeys/:id/remove', {
    post: [
      jsonBody,
      async (request, response) => {
        const id = idInPath(request, 'passkey');
        const proof = validated(Proof, request.body);
        const caller = callerOf(request, response, cookie);
        await identity.removePasskey(signedInUser(response), { passkeyId: id, proof }, caller);
        response.status(204).end();
      },
    ],
  });
}
