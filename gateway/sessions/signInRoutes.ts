import {
  Credentials,
  PasskeyAnswer,
  PasswordByLink,
  PasswordLink,
  PasswordResetRequest,
  SecondFactorInput,
} from '@insuremanager/contracts/identity/userInputs';
import {
  CurrentUser,
  LinkedAccount,
  PasskeyOptions,
  SecondFactorWanted,
} from '@insuremanager/contracts/identity/userViews';
import type { SignedIn } from '@insuremanager/services/identity/index';
import type { Response } from 'express';
import { z } from 'zod';
import { type Answer, jsonAnswer } from '../openapi/operations.js';
import { type RestRoute, withBody } from '../rest/restRoute.js';
import { callerOf, currentUser } from './caller.js';
import type { SessionCookie } from './sessionCookie.js';
import { type Sessions, signedInUser } from './signedInUser.js';

const tag = 'Signing in';

export const sessionCookie: NonNullable<Answer['headers']> = {
  'Set-Cookie': {
    description: 'The session: at most 7 days, and 12 hours without use',
    schema: { type: 'string' },
  },
};
const LoginAnswer = z
  .union([CurrentUser, SecondFactorWanted])
  .describe('Who is signed in, or that a code is to follow');
const SIGNED_IN = { 200: jsonAnswer('Signed in', { CurrentUser }, sessionCookie) };
export const done = (description: string) => ({ 204: { description } });

const letIn = (
  response: Response,
  cookie: SessionCookie,
  { token, expiresAt, user }: SignedIn,
): CurrentUser => {
  cookie.write(response, token, expiresAt);
  return currentUser(user);
};

/** Coming in, by a password, a code, a passkey or the link of an email; going out; who is in. */
export const signInRoutes: readonly RestRoute<Sessions>[] = [
  withBody({
    method: 'post',
    path: '/api/auth/login',
    access: 'public',
    tag,
    body: { Credentials },
    operationId: 'login',
    summary: 'Sign in',
    description:
      'Of who has two-factor authentication, the cookie is of a sign-in that waits for a code: ' +
      'it opens nothing else, for ten minutes',
    answers: {
      200: jsonAnswer('Signed in, or a code is to follow', { LoginAnswer }, sessionCookie),
    },
    refuses: [401, 429],
    async handle({ request, response, services: { identity, cookie }, input }) {
      const signedIn = await identity.signIn(input, callerOf(request, response, cookie));
      if ('user' in signedIn) return letIn(response, cookie, signedIn);
      const { token, expiresAt, requiresTwoFactor, methods } = signedIn;
      cookie.write(response, token, expiresAt);
      return { requiresTwoFactor, methods };
    },
  }),
  withBody({
    method: 'post',
    path: '/api/auth/verify-2fa',
    access: 'public',
    tag,
    body: { SecondFactorInput },
    operationId: 'verifySecondFactor',
    summary: 'Enter the code of an authenticator, a recovery code, or the code of an email',
    description: 'With the cookie of a sign-in that waits for it. Five wrong codes end that',
    answers: SIGNED_IN,
    refuses: [401, 429],
    async handle({ request, response, services: { identity, cookie }, input }) {
      const caller = callerOf(request, response, cookie);
      return letIn(response, cookie, await identity.verifySecondFactor(input, caller));
    },
  }),
  {
    method: 'post',
    path: '/api/auth/send-email-code',
    access: 'public',
    tag,
    operationId: 'sendEmailCode',
    summary: 'Have a code sent by email',
    description: 'With the cookie of a sign-in that waits for it. The code lasts ten minutes',
    answers: done('Sent'),
    refuses: [401, 409, 429],
    handle: ({ request, response, services: { identity, cookie } }) =>
      identity.sendEmailCode(callerOf(request, response, cookie)),
  },
  {
    method: 'post',
    path: '/api/auth/passkey-login/options',
    access: 'public',
    tag,
    operationId: 'passkeySignInOptions',
    summary: 'What a browser needs to ask for a passkey',
    description: 'They count once, within five minutes',
    answers: { 200: jsonAnswer('The options', { PasskeyOptions }) },
    refuses: [429],
    handle: ({ request, response, services: { identity, cookie } }) =>
      identity.passkeySignInOptions(callerOf(request, response, cookie)),
  },
  withBody({
    method: 'post',
    path: '/api/auth/passkey-login',
    access: 'public',
    tag,
    body: { PasskeyAnswer },
    operationId: 'signInByPasskey',
    summary: 'Sign in by a passkey',
    answers: SIGNED_IN,
    refuses: [401, 429],
    async handle({ request, response, services: { identity, cookie }, input }) {
      const caller = callerOf(request, response, cookie);
      return letIn(response, cookie, await identity.signInByPasskey(input.answer, caller));
    },
  }),
  withBody({
    method: 'post',
    path: '/api/auth/forgot-password',
    access: 'public',
    tag,
    body: { PasswordResetRequest },
    operationId: 'forgotPassword',
    summary: 'Have a link sent by which a new password can be chosen',
    description: 'Answers the same where there is no such user. The link lasts an hour',
    answers: done('Sent, if there is such a user'),
    refuses: [429],
    handle: ({ request, response, services: { identity, cookie }, input }) =>
      identity.requestPasswordReset(input, callerOf(request, response, cookie)),
  }),
  withBody({
    method: 'post',
    path: '/api/auth/password-link',
    access: 'public',
    tag,
    body: { PasswordLink },
    operationId: 'accountOfLink',
    summary: 'By what else somebody may come into the account of a link',
    answers: { 200: jsonAnswer('Its passkeys and sessions', { LinkedAccount }) },
    refuses: [409, 429],
    handle: ({ request, response, services: { identity, cookie }, input }) =>
      identity.accountOfLink(input, callerOf(request, response, cookie)),
  }),
  withBody({
    method: 'post',
    path: '/api/auth/password-by-link',
    access: 'public',
    tag,
    body: { PasswordByLink },
    operationId: 'setPasswordByLink',
    summary: 'Choose a password by the link of an email, which counts once',
    answers: done('Chosen'),
    refuses: [409, 429],
    handle: ({ request, response, services: { identity, cookie }, input }) =>
      identity.setPasswordByLink(input, callerOf(request, response, cookie)),
  }),
  {
    method: 'post',
    path: '/api/auth/logout',
    access: 'public',
    tag,
    operationId: 'logout',
    summary: 'Sign out',
    answers: done('Signed out'),
    // Signing out twice, or without having signed in, is no error: the wish is fulfilled.
    async handle({ request, response, services: { identity, cookie } }) {
      const token = cookie.read(request);
      if (token !== null) await identity.signOut(token, response.locals.correlationId);
      cookie.clear(response);
    },
  },
  {
    method: 'get',
    path: '/api/auth/me',
    access: 'account',
    tag,
    operationId: 'me',
    summary: 'Who is signed in',
    answers: { 200: jsonAnswer('The user', { CurrentUser }) },
    handle: ({ response }) => currentUser(signedInUser(response)),
  },
];
