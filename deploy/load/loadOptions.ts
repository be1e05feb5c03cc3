import type { Options, Typed } from '../harness/command.js';

export const OPTIONS = {
  agents: { what: 'agents at work at once', usual: 200, within: [1, 2_000] },
  minutes: { what: 'how long', usual: 5, within: [0.1, 600], isDecimal: true },
  customers: {
    what: 'customers in the system, each with three policies',
    ...{ usual: 20_000, within: [1_000, 1_000_000] },
  },
  gateways: {
    what: '1: everything in one process, as npm start does; more: and a process for each other role',
    ...{ usual: 1, within: [1, 8] },
  },
  think: {
    what: 'seconds between two actions of an agent, on average',
    ...{ usual: 5, within: [0.1, 600], isDecimal: true },
  },
  watching: {
    what: 'windows that stay open on a list and ask for it again whenever others have changed it',
    ...{ usual: 0, within: [0, 2_000] },
  },
  out: {
    sign: 'FILE',
    what: 'where the JSON goes (default data-bench/load-<time>.json)',
    usual: '',
  },
} as const satisfies Options;

export type LoadOptions = Typed<typeof OPTIONS>;
