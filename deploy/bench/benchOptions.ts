import { typed } from '../harness/command.js';
import { PARTS } from './parts.js';

export interface BenchOptions {
  /** Customers in the system while it is measured. */
  readonly customers: number;
  /** Names of parts, in the order in which they run. */
  readonly parts: readonly string[];
  /** How long the sustained load lasts, in seconds. */
  readonly seconds: number;
  /** File for the figures as JSON; empty: data-bench/<time>.json. */
  readonly out: string;
  /** Print JSON, and nothing else, on standard output. */
  readonly isJson: boolean;
}

const names = PARTS.map(({ name }) => name);

export const USAGE = `Usage: npm run bench -- [options]
  --customers N    customers in the system, each with three policies, 1,000 to 1,000,000 (default 100,000)
  --only a,b,…     some parts only: ${PARTS.map(({ name, what }) => `${name} ${what}`)
    .sort()
    .join(', ')}
  --seconds N      how long the sustained load lasts, 1 to 300 (default 15)
  --out FILE       where the figures go as JSON (default data-bench/<time>.json)
  --json           print JSON only, write no file

EVENTSTORE_URL names an EventStoreDB that holds the log, KAFKA_BROKERS a Kafka that carries messages.`;

/** @throws an Error with a sentence for the person who typed them. */
export function benchOptions(words: readonly string[]): BenchOptions {
  const usual = { customers: '100000', only: names.join(','), seconds: '15', out: '' };
  const { textOf, whole, isOn } = typed(words, usual, ['json']);
  const wanted = textOf('only')
    .split(',')
    .map((name) => name.trim());
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}.`);
  return {
    customers: whole('customers', 1_000, 1_000_000),
    parts: names.filter((name) => wanted.includes(name)),
    seconds: whole('seconds', 1, 300),
    out: textOf('out'),
    isJson: isOn('json'),
  };
}
