import { readFileSync } from 'node:fs';
import { buildSchema, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schemaText } from './schema.js';

/** Without regard to how a formatter lays it out. */
const meaning = (text: string): string => printSchema(buildSchema(text));

describe('schema.graphql', () => {
  it('is what the resolvers offer; `npm run sdl -w gateway` brings it up to date', () => {
    const committed = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');
    expect(meaning(committed)).toBe(meaning(schemaText()));
  });
});
