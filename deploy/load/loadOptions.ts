import { typed } from '../harness/command.js';

export interface LoadOptions {
  /** Agents at work at once. */
  readonly agents: number;
  readonly minutes: number;
  /** Customers in the system when the day begins. */
  readonly customers: number;
  /** One: everything in one process, as `npm start` does. More: a process for each role. */
  readonly gateways: number;
  /** What an agent does between two actions, seconds on average. */
  readonly think: number;
  /** Windows that stay open on a list and ask for it again whenever others have changed it. */
  readonly watching: number;
  /** File for the figures as JSON; empty: data-bench/load-<time>.json. */
  readonly out: string;
}

export const USAGE = `Usage: npm run load -- [options]
  --agents N      agents at work at once, 1 to 2,000 (default 200)
  --minutes N     how long, 0.1 to 600 (default 5)
  --customers N   customers in the system, each with three policies, 1,000 to 1,000,000 (default 20,000)
  --gateways N    1: everything in one process, as npm start does; 2 to 8: so many gateways, and a
                  process for each other role (default 1)
  --think N       seconds between two actions of an agent, on average, 0.1 to 600 (default 5)
  --watching N    beside the agents, windows open on a list that ask for it again whenever others
                  have changed it, 0 to 2,000 (default 0)
  --out FILE      where the figures go as JSON (default data-bench/load-<time>.json)

Needs k6: the program that K6 names, or the one on the PATH.`;

/** @throws an Error with a sentence for the person who typed them. */
export function loadOptions(words: readonly string[]): LoadOptions {
  const usual = { agents: '200', minutes: '5', customers: '20000', gateways: '1', think: '5' };
  const { textOf, whole, decimal } = typed(words, { ...usual, watching: '0', out: '' });
  return {
    agents: whole('agents', 1, 2_000),
    minutes: decimal('minutes', 0.1, 600),
    customers: whole('customers', 1_000, 1_000_000),
    gateways: whole('gateways', 1, 8),
    think: decimal('think', 0.1, 600),
    watching: whole('watching', 0, 2_000),
    out: textOf('out'),
  };
}
