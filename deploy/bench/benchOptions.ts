import { parseArgs } from 'node:util';
import { PARTS, type PartName } from './figures.js';

export interface BenchOptions {
  /** Customers in the system while it is measured. */
  readonly customers: number;
  readonly parts: readonly PartName[];
  /** How long the sustained load lasts, in seconds. */
  readonly seconds: number;
  /** File for the figures as JSON; undefined: data-bench/<time>.json. */
  readonly out: string | undefined;
  /** Print JSON, and nothing else, on standard output. */
  readonly json: boolean;
}

export const USAGE = `Usage: npm run bench -- [options]
  --customers N    customers in the system, each with three policies, 1,000 to 1,000,000 (default 100,000)
  --only a,b,…     some parts only: ${Object.entries(PARTS)
    .map(([name, what]) => `${name} ${what}`)
    .join(', ')}
  --seconds N      how long the sustained load lasts, 1 to 300 (default 15)
  --out FILE       where the figures go as JSON (default data-bench/<time>.json)
  --json           print JSON only, write no file`;

/** @throws an Error with a sentence for the person who typed them. */
export function benchOptions(words: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...words],
    options: {
      customers: { type: 'string', default: '100000' },
      only: { type: 'string', default: Object.keys(PARTS).join(',') },
      seconds: { type: 'string', default: '15' },
      out: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  return {
    customers: numberOf('customers', values.customers, 1_000, 1_000_000),
    parts: partsOf(values.only),
    seconds: numberOf('seconds', values.seconds, 1, 300),
    out: values.out,
    json: values.json,
  };
}

function numberOf(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Error(`--${name} must be a whole number from ${least} to ${most}.`);
}

function partsOf(text: string): PartName[] {
  const wanted = text.split(',').map((part) => part.trim());
  const unknown = wanted.filter((part) => !Object.hasOwn(PARTS, part));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}.`);
  return (Object.keys(PARTS) as PartName[]).filter((part) => wanted.includes(part));
}
