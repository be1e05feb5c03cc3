import { ref } from './jsonSchemas.js';
import { type Answer, jsonAnswer, jsonRequest, type Operation, refusals } from './operations.js';
import { idParameter } from './parameters.js';

type Paths = Record<string, Record<string, Operation>>;

const sessionCookie: NonNullable<Answer['headers']> = {
  'Set-Cookie': {
    description: 'The session: at most 7 days, and 12 hours without use',
    schema: { type: 'string' },
  },
};
const signedIn = jsonAnswer('Signed in', ref('CurrentUser'), sessionCookie);
const done = (description: string): Record<string, Answer> => ({ '204': { description } });

const signInPaths = (tags: string[]): Paths => ({
  '/api/auth/login': {
    post: {
      operationId: 'login',
      tags,
      summary: 'Sign in',
      description:
        'Of who has two-factor authentication, the cookie is of a sign-in that waits for a code: ' +
        'it opens nothing else, for ten minutes',
      security: [],
      requestBody: jsonRequest(ref('Credentials')),
      responses: {
        '200': jsonAnswer('Signed in, or a code is to follow', ref('LoginAnswer'), sessionCookie),
        ...refusals(400, 401, 403, 408, 413, 415, 429, 503),
      },
    },
  },
  '/api/auth/verify-2fa': {
    post: {
      operationId: 'verifySecondFactor',
      tags,
      summary: 'Enter the code of an authenticator, a recovery code, or the code of an email',
      description: 'With the cookie of a sign-in that waits for it. Five wrong codes end that',
      security: [],
      requestBody: jsonRequest(ref('SecondFactorInput')),
      responses: { '200': signedIn, ...refusals(400, 401, 403, 408, 413, 415, 429, 503) },
    },
  },
  '/api/auth/send-email-code': {
    post: {
      operationId: 'sendEmailCode',
      tags,
      summary: 'Have a code sent by email',
      description: 'With the cookie of a sign-in that waits for it. The code lasts ten minutes',
      security: [],
      responses: { ...done('Sent'), ...refusals(401, 403, 409, 429, 503) },
    },
  },
  '/api/auth/passkey-login/options': {
    post: {
      operationId: 'passkeySignInOptions',
      tags,
      summary: 'What a browser needs to ask for a passkey',
      description: 'They count once, within five minutes',
      security: [],
      responses: {
        '200': jsonAnswer('The options', ref('PasskeyOptions')),
        ...refusals(403, 429, 503),
      },
    },
  },
  '/api/auth/passkey-login': {
    post: {
      operationId: 'signInByPasskey',
      tags,
      summary: 'Sign in by a passkey',
      security: [],
      requestBody: jsonRequest(ref('PasskeyAnswer')),
      responses: { '200': signedIn, ...refusals(400, 401, 403, 408, 413, 415, 429, 503) },
    },
  },
  '/api/auth/forgot-password': {
    post: {
      operationId: 'forgotPassword',
      tags,
      summary: 'Have a link sent by which a new password can be chosen',
      description: 'Answers the same where there is no such user. The link lasts an hour',
      security: [],
      requestBody: jsonRequest(ref('PasswordResetRequest')),
      responses: {
        ...done('Sent, if there is such a user'),
        ...refusals(400, 403, 408, 413, 415, 429, 503),
      },
    },
  },
  '/api/auth/password-by-link': {
    post: {
      operationId: 'setPasswordByLink',
      tags,
      summary: 'Choose a password by the link of an email, which counts once',
      security: [],
      requestBody: jsonRequest(ref('PasswordByLink')),
      responses: { ...done('Chosen'), ...refusals(400, 403, 408, 409, 413, 415, 429, 503) },
    },
  },
  '/api/auth/logout': {
    post: {
      operationId: 'logout',
      tags,
      summary: 'Sign out',
      security: [],
      responses: { ...done('Signed out'), ...refusals(403, 503) },
    },
  },
  '/api/auth/me': {
    get: {
      operationId: 'me',
      tags,
      summary: 'Who is signed in',
      responses: { '200': jsonAnswer('The user', ref('CurrentUser')), ...refusals(401, 503) },
    },
  },
});

const accountPaths = (tags: string[]): Paths => ({
  '/api/auth/security': {
    get: {
      operationId: 'security',
      tags,
      summary: 'How you come in: sessions, passkeys, second factor',
      responses: { '200': jsonAnswer('What there is', ref('Security')), ...refusals(401, 503) },
    },
  },
  '/api/auth/password': {
    post: {
      operationId: 'changePassword',
      tags,
      summary: 'Change your password',
      description: 'Ends all other sessions; this one goes on under the cookie that is answered',
      requestBody: jsonRequest(ref('PasswordChange')),
      responses: {
        '204': { description: 'Changed', headers: sessionCookie },
        ...refusals(400, 401, 403, 408, 413, 415, 429, 503),
      },
    },
  },
  '/api/auth/setup-2fa': {
    post: {
      operationId: 'setUpTwoFactor',
      tags,
      summary: 'Get a secret for an authenticator',
      description: 'It counts for nothing until a code of it is verified',
      responses: {
        '200': jsonAnswer('What is to be scanned or typed', ref('TwoFactorSetup')),
        ...refusals(401, 403, 409, 503),
      },
    },
  },
  '/api/auth/verify-2fa-setup': {
    post: {
      operationId: 'verifyTwoFactorSetup',
      tags,
      summary: 'Enable two-factor authentication by a code of the authenticator',
      description:
        'With the password again: the recovery codes that are answered prove who you are',
      requestBody: jsonRequest(ref('TwoFactorVerification')),
      responses: {
        '200': jsonAnswer('Enabled. The codes are shown this once', ref('RecoveryCodes')),
        ...refusals(400, 401, 403, 408, 409, 413, 415, 429, 503),
      },
    },
  },
  '/api/auth/disable-2fa': {
    post: {
      operationId: 'disableTwoFactor',
      tags,
      summary: 'Disable two-factor authentication',
      requestBody: jsonRequest(ref('Proof')),
      responses: {
        ...done('Disabled'),
        ...refusals(400, 401, 403, 408, 409, 413, 415, 429, 503),
      },
    },
  },
  '/api/auth/recovery-codes': {
    post: {
      operationId: 'newRecoveryCodes',
      tags,
      summary: 'Get ten new recovery codes in place of the old',
      requestBody: jsonRequest(ref('Proof')),
      responses: {
        '200': jsonAnswer('They are shown this once', ref('RecoveryCodes')),
        ...refusals(400, 401, 403, 408, 409, 413, 415, 429, 503),
      },
    },
  },
  '/api/auth/passkeys/options': {
    post: {
      operationId: 'passkeyCreationOptions',
      tags,
      summary: 'What a browser needs to make a passkey',
      description: 'For the password, and no code. They count once, within five minutes',
      requestBody: jsonRequest(ref('PasswordProof')),
      responses: {
        '200': jsonAnswer('The options', ref('PasskeyOptions')),
        ...refusals(400, 401, 403, 408, 409, 413, 415, 429, 503),
      },
    },
  },
  '/api/auth/passkeys': {
    post: {
      operationId: 'addPasskey',
      tags,
      summary: 'Add a passkey',
      requestBody: jsonRequest(ref('NewPasskey')),
      responses: {
        '201': jsonAnswer('Added', ref('Passkey')),
        ...refusals(400, 401, 403, 408, 409, 413, 415, 503),
      },
    },
  },
  '/api/auth/passkeys/{id}/remove': {
    post: {
      operationId: 'removePasskey',
      tags,
      summary: 'Remove a passkey',
      parameters: [idParameter],
      requestBody: jsonRequest(ref('Proof')),
      responses: { ...done('Removed'), ...refusals(400, 401, 403, 404, 408, 413, 415, 429, 503) },
    },
  },
  '/api/auth/sessions': {
    delete: {
      operationId: 'endOtherSessions',
      tags,
      summary: 'Sign out everywhere else',
      responses: { ...done('Signed out'), ...refusals(401, 403, 503) },
    },
  },
  '/api/auth/sessions/{id}': {
    delete: {
      operationId: 'endSession',
      tags,
      summary: 'End one of your sessions',
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 1 } },
      ],
      responses: { ...done('Ended'), ...refusals(401, 403, 404, 503) },
    },
  },
  '/api/auth/preferences': {
    put: {
      operationId: 'savePreferences',
      tags,
      summary: 'Save your preferences',
      requestBody: jsonRequest(ref('UserPreferences')),
      responses: {
        '200': jsonAnswer('As saved', ref('UserPreferences')),
        ...refusals(400, 401, 403, 408, 413, 415, 503),
      },
    },
  },
});

export const authPaths: Paths = {
  ...signInPaths(['Signing in']),
  ...accountPaths(['Your account']),
};
