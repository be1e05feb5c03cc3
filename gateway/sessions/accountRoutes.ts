import {
  NewPasskey,
  PasswordChange,
  PasswordProof,
  Proof,
  TwoFactorVerification,
  UserPreferences,
} from '@insuremanager/contracts/identity/userInputs';
import {
  PasskeyView as Passkey,
  PasskeyOptions,
  RecoveryCodes,
  SecurityView as Security,
  TwoFactorSetup,
} from '@insuremanager/contracts/identity/userViews';
import type { Caller, SignedInUser } from '@insuremanager/services/identity/index';
import { jsonAnswer } from '../openapi/operations.js';
import { idInPath } from '../rest/restCommands.js';
import { type Exchange, type RestRoute, withBody } from '../rest/restRoute.js';
import { callerOf } from './caller.js';
import { type Sessions, signedInUser } from './signedInUser.js';
import { done, sessionCookie } from './signInRoutes.js';

const OF_ACCOUNT = { access: 'account', tag: 'Your account' } as const;

/** Who does something about their own account, and from where. */
const ownerOf = ({
  request,
  response,
  services: { cookie },
}: Pick<Exchange<Sessions>, 'request' | 'response' | 'services'>): [SignedInUser, Caller] => [
  signedInUser(response),
  callerOf(request, response, cookie),
];

/** Has what was sent done by who owns the account. */
const byOwner =
  <Input, Answer>(
    change: (
      identity: Sessions['identity'],
      user: SignedInUser,
      input: Input,
      caller: Caller,
    ) => Answer,
  ) =>
  ({ input, ...exchange }: Exchange<Sessions, Input>): Answer => {
    const [user, caller] = ownerOf(exchange);
    return change(exchange.services.identity, user, input, caller);
  };

/** What users do about their own account. */
export const accountRoutes: readonly RestRoute<Sessions>[] = [
  {
    ...OF_ACCOUNT,
    method: 'get',
    path: '/api/auth/security',
    operationId: 'security',
    summary: 'How you come in: sessions, passkeys, second factor',
    answers: { 200: jsonAnswer('What there is', { Security }) },
    handle: (exchange) => exchange.services.identity.security(...ownerOf(exchange)),
  },
  withBody({
    ...OF_ACCOUNT,
    method: 'post',
    path: '/api/auth/password',
    body: { PasswordChange },
    operationId: 'changePassword',
    summary: 'Change your password',
    description: 'Ends all other sessions; this one goes on under the cookie that is answered',
    answers: { 204: { description: 'Changed', headers: sessionCookie } },
    refuses: [429],
    async handle({ input, ...exchange }) {
      const { identity, cookie } = exchange.services;
      const [user, caller] = ownerOf(exchange);
      const session = await identity.changePassword(user, input, caller);
      cookie.write(exchange.response, session.token, session.expiresAt);
    },
  }),
  {
    ...OF_ACCOUNT,
    method: 'post',
    path: '/api/auth/setup-2fa',
    operationId: 'setUpTwoFactor',
    summary: 'Get a secret for an authenticator',
    description: 'It counts for nothing until a code of it is verified',
    answers: { 200: jsonAnswer('What is to be scanned or typed', { TwoFactorSetup }) },
    refuses: [409],
    handle: (exchange) => exchange.services.identity.setUpTwoFactor(...ownerOf(exchange)),
  },
  withBody({
    ...OF_ACCOUNT,
    method: 'post',
    path: '/api/auth/verify-2fa-setup',
    body: { TwoFactorVerification },
    operationId: 'verifyTwoFactorSetup',
    summary: 'Enable two-factor authentication by a code of the authenticator',
    description:
      'Later than ten minutes after signing in with the password again: the recovery codes that are answered prove who you are. Ends all other sessions',
    answers: { 200: jsonAnswer('Enabled. The codes are shown this once', { RecoveryCodes }) },
    refuses: [409, 429],
    handle: byOwner((identity, ...all) => identity.verifyTwoFactorSetup(...all)),
  }),
  withBody({
    ...OF_ACCOUNT,
    method: 'post',
    path: '/api/auth/disable-2fa',
    body: { Proof },
    operationId: 'disableTwoFactor',
    summary: 'Disable two-factor authentication',
    answers: done('Disabled'),
    refuses: [409, 429],
    handle: byOwner((identity, ...all) => identity.disableTwoFactor(...all)),
  }),
  withBody({
    ...OF_ACCOUNT,
    method: 'post',
    path: '/api/auth/recovery-codes',
    body: { Proof },
    operationId: 'newRecoveryCodes',
    summary: 'Get ten new recovery codes in place of the old',
    answers: { 200: jsonAnswer('They are shown this once', { RecoveryCodes }) },
    refuses: [409, 429],
    handle: byOwner((identity, ...all) => identity.newRecoveryCodes(...all)),
  }),
  withBody({
    ...OF_ACCOUNT,
    method: 'post',
    path: '/api/auth/passkeys/options',
    body: { PasswordProof },
    operationId: 'passkeyCreationOptions',
    summary: 'What a browser needs to make a passkey',
    description: 'For the password, and no code. They count once, within five minutes',
    answers: { 200: jsonAnswer('The options', { PasskeyOptions }) },
    refuses: [409, 429],
    handle: byOwner((identity, ...all) => identity.passkeyCreationOptions(...all)),
  }),
  withBody({
    ...OF_ACCOUNT,
    method: 'post',
    path: '/api/auth/passkeys',
    body: { NewPasskey },
    operationId: 'addPasskey',
    summary: 'Add a passkey',
    answers: { 201: jsonAnswer('Added', { Passkey }) },
    refuses: [409],
    handle: byOwner((identity, ...all) => identity.addPasskey(...all)),
  }),
  withBody({
    ...OF_ACCOUNT,
    method: 'post',
    path: '/api/auth/passkeys/:id/remove',
    body: { Proof },
    operationId: 'removePasskey',
    summary: 'Remove a passkey',
    answers: done('Removed'),
    refuses: [429],
    handle({ input: proof, ...exchange }) {
      const [user, caller] = ownerOf(exchange);
      const passkeyId = idInPath(exchange.request, 'passkey');
      return exchange.services.identity.removePasskey(user, { passkeyId, proof }, caller);
    },
  }),
  {
    ...OF_ACCOUNT,
    method: 'delete',
    path: '/api/auth/sessions',
    operationId: 'endOtherSessions',
    summary: 'Sign out everywhere else',
    answers: done('Signed out'),
    handle: (exchange) => exchange.services.identity.endOtherSessions(...ownerOf(exchange)),
  },
  {
    ...OF_ACCOUNT,
    method: 'delete',
    path: '/api/auth/sessions/:id',
    id: { type: 'string', minLength: 1 },
    operationId: 'endSession',
    summary: 'End one of your sessions',
    answers: done('Ended'),
    handle(exchange) {
      const [user, caller] = ownerOf(exchange);
      const { id } = exchange.request.params;
      return exchange.services.identity.endSession(user, String(id), caller);
    },
  },
  withBody({
    ...OF_ACCOUNT,
    method: 'put',
    path: '/api/auth/preferences',
    body: { UserPreferences },
    operationId: 'savePreferences',
    summary: 'Save your preferences',
    answers: { 200: jsonAnswer('As saved', { UserPreferences }) },
    handle: ({ input, response, services }) =>
      services.identity.savePreferences(signedInUser(response), input),
  }),
];
