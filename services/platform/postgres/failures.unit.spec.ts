import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { conflict, LoggableError, unavailable } from '../errors.js';
import { describeFailure, isOutage } from './failures.js';

const refusedBy = (code: string): pg.DatabaseError => {
  const error = new pg.DatabaseError('invalid input syntax: "Asha Menon"', 40, 'error');
  return Object.assign(error, {
    code,
    detail: 'Failing row contains (Asha Menon).',
    table: 'customers',
  });
};
const refusedConnection = Object.assign(new Error('connect ECONNREFUSED'), {
  code: 'ECONNREFUSED',
  syscall: 'connect',
});

describe('what is an outage and what speaks against an event', () => {
  it.each([
    ['a server that shuts down', refusedBy('57P01'), true],
    ['a deadlock', refusedBy('40P01'), true],
    ['a full disk', refusedBy('53100'), true],
    ['a schema that is gone', refusedBy('42P01'), true],
    ['a refused connection', refusedConnection, true],
    ['a lost connection', new Error('Connection terminated unexpectedly'), true],
    ['the event store being away', unavailable('The event store'), true],
    ['a value that does not fit', refusedBy('22P02'), false],
    ['a missing value', refusedBy('23502'), false],
    ['an unknown column', refusedBy('42703'), false],
    ['a refusal', conflict('taken', 'Taken.'), false],
    ['a defect', new TypeError('x is undefined'), false],
  ])('%s', (_, error, expected) => expect(isOutage(error)).toBe(expected));
});

describe('what operators see of a failure', () => {
  it('names the place in Postgres, never the value', () => {
    expect(describeFailure(refusedBy('22P02'))).toBe('Postgres refused it (22P02) at customers');
  });
  it('names the line of ours, never what a parser quotes', () => {
    const unreadable = () => JSON.parse('Asha Menon');
    expect.assertions(2);
    try {
      unreadable();
    } catch (error) {
      expect(describeFailure(error)).toMatch(/^SyntaxError at \S+:\d+:\d+$/);
      expect(describeFailure(error)).not.toContain('Asha');
    }
  });
  it('says who is away', () => {
    expect(describeFailure(refusedConnection)).toBe('Postgres cannot be reached (ECONNREFUSED)');
  });
  it('shows what is ours in full', () => {
    expect(describeFailure(new LoggableError('There is no table x.'))).toBe('There is no table x.');
  });
});
