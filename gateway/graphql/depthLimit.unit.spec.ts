import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { depthLimit } from './depthLimit.js';

const schema = buildSchema('type Query { a: A } type A { a: A, b: Int }');
const errorsOf = (query: string): string[] =>
  validate(schema, parse(query), [depthLimit(3)]).map(({ message }) => message);

describe('the depth limit', () => {
  it.each([
    '{ a { b } }',
    '{ a { a { b } } }',
    '{ ...F } fragment F on Query { a { a { b } } }',
    '{ a { ... on A { a { b } } } }',
    '{ __schema { types { fields { type { name } } } } }',
  ])('lets pass %s', (query) => {
    expect(errorsOf(query)).toEqual([]);
  });

  it.each([
    '{ a { a { a { b } } } }',
    '{ ...F } fragment F on Query { a { ...G } } fragment G on A { a { a { b } } }',
    '{ a { ... on A { a { a { b } } } } }',
    'query One { a { b } } query Two { a { a { a { b } } } }',
  ])('refuses %s', (query) => {
    expect(errorsOf(query)).toEqual(['This query nests deeper than 3 fields.']);
  });

  it('is not caught in fragments that contain themselves', () => {
    expect(errorsOf('{ ...F } fragment F on Query { ...F }')).toEqual([]);
  });
});
