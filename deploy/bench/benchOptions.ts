import { type Options, type Typed, typed } from '../harness/command.js';
import { PARTS } from './parts.js';

const parts = PARTS.map(({ name, what }) => `${name} ${what}`).sort();

export const OPTIONS = {
  customers: {
    what: 'customers in the system, each with three policies',
    ...{ usual: 100_000, within: [1_000, 1_000_000] },
  },
  only: { sign: 'a,b,…', what: `some parts only: ${parts.join(', ')}`, usual: '' },
  seconds: { what: 'how long the sustained load lasts', usual: 15, within: [1, 300] },
  out: { sign: 'FILE', what: 'where the JSON goes (default data-bench/<time>.json)', usual: '' },
  json: { what: 'print JSON only, write no file', usual: false },
} as const satisfies Options;

export interface BenchOptions extends Omit<Typed<typeof OPTIONS>, 'only'> {
  /** Names of parts, in the order in which they run. */
  readonly parts: readonly string[];
}

/** @throws an Error with a sentence for the person who typed them. */
export function benchOptions(words: readonly string[]): BenchOptions {
  const { only, ...options } = typed(OPTIONS, words);
  const names = PARTS.map(({ name }) => name);
  const wanted = only ? only.split(',').map((name) => name.trim()) : names;
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}.`);
  return { ...options, parts: names.filter((name) => wanted.includes(name)) };
}
