import { ref } from './jsonSchemas.js';
import { jsonAnswer, jsonRequest, type Operation, refusals } from './operations.js';

const tags = ['Signing in'];

export const authPaths: Record<string, Record<string, Operation>> = {
  '/api/auth/login': {
    post: {
      operationId: 'login',
      tags,
      summary: 'Sign in',
      security: [],
      requestBody: jsonRequest(ref('Credentials')),
      responses: {
        '200': jsonAnswer('Signed in', ref('CurrentUser'), {
          'Set-Cookie': {
            description: 'The session: at most 7 days, and 12 hours without use',
            schema: { type: 'string' },
          },
        }),
        ...refusals(400, 401, 403, 413, 415, 429, 503),
      },
    },
  },
  '/api/auth/logout': {
    post: {
      operationId: 'logout',
      tags,
      summary: 'Sign out',
      security: [],
      responses: { '204': { description: 'Signed out' }, ...refusals(403, 503) },
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
};
