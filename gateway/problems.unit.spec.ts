import { Problem } from '@insuremanager/contracts/problem';
import {
  conflict,
  forbidden,
  invalid,
  notFound,
  staleVersion,
  tooMany,
  unauthenticated,
  unavailable,
} from '@insuremanager/services/platform/errors';
import { describe, expect, it } from 'vitest';
import { answerTo, HttpRefusal } from './problems.js';

const field = { field: 'phone', code: 'too-long', message: 'Phone is too long' };

describe('a refusal', () => {
  it.each([
    [invalid([field]), 400, 'BAD_USER_INPUT'],
    [unauthenticated(), 401, 'UNAUTHENTICATED'],
    [forbidden('No.'), 403, 'FORBIDDEN'],
    [notFound('customer', 7), 404, 'NOT_FOUND'],
    [conflict('taken', 'Taken.'), 409, 'CONFLICT'],
    [staleVersion(3), 412, 'STALE_VERSION'],
    [tooMany('Wait.', 60), 429, 'TOO_MANY_REQUESTS'],
    [unavailable('The log'), 503, 'UNAVAILABLE'],
    [new HttpRefusal(405, 'method-not-allowed', 'Use GET here.'), 405, 'BAD_REQUEST'],
  ])('$code is answered by %i and %s', (refusal, status, graphqlCode) => {
    const answer = answerTo(refusal, 'some-id');
    expect(answer).toMatchObject({ graphqlCode, isDefect: false });
    expect(answer.problem).toMatchObject({
      status,
      code: refusal.code,
      error: refusal.message,
      correlationId: 'some-id',
    });
    expect(Problem.parse(answer.problem)).toEqual(answer.problem);
  });

  it('names the fields at fault, the current version, and how long to wait', () => {
    expect(answerTo(invalid([field])).problem.fields).toEqual([field]);
    expect(answerTo(staleVersion(0)).problem.currentVersion).toBe(0);
    expect(answerTo(tooMany('Wait.', 61)).headers).toEqual({ 'Retry-After': '61' });
    expect(answerTo(notFound('customer', 7)).problem).not.toHaveProperty('fields');
  });
});

describe('what Express refuses', () => {
  const thrown = (status: number, type: string) =>
    Object.assign(new Error('Unexpected token A in "Asha Nair'), { status, type });

  it.each([
    [thrown(400, 'entity.parse.failed'), 400, 'broken-json'],
    [thrown(413, 'entity.too.large'), 413, 'too-large'],
    [thrown(415, 'charset.unsupported'), 415, 'unsupported-encoding'],
    [thrown(400, 'request.aborted'), 400, 'bad-request'],
    [thrown(416, ''), 416, 'bad-request'],
  ])('is described without repeating the input: %o', (error, status, code) => {
    const { problem, isDefect } = answerTo(error);
    expect(problem).toMatchObject({ status, code });
    expect(problem.error).not.toContain('Asha');
    expect(isDefect).toBe(false);
  });
});

describe('anything else', () => {
  it.each([
    new Error('password of Asha'),
    'text',
    null,
    undefined,
    Object.assign(new Error('x'), { status: 500 }),
  ])('is a defect that reveals nothing: %o', (error) => {
    const { problem, isDefect } = answerTo(error, 'some-id');
    expect(isDefect).toBe(true);
    expect(problem.status).toBe(500);
    expect(problem.error).toMatch(/^Something went wrong/);
    expect(JSON.stringify(problem)).not.toContain('Asha');
  });
});
