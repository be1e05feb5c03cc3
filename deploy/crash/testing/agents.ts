import { dice } from '../../demo/dice.js';
import { openSender } from '../../harness/testing/sender.js';
import { until } from '../../harness/waiting.js';
import { newBook, type Step } from './book.js';
import { customerWork } from './customerWork.js';
import { documentWork } from './documentWork.js';
import { policyWork } from './policyWork.js';
import { quotationWork } from './quotationWork.js';

interface Parts {
  readonly url: string;
  readonly cookie: string;
  readonly agents: number;
  readonly seed: number;
}

/** Of a hundred commands, so many are about these; the others are about policies. */
const SHARES = { customers: 20, quotations: 28, documents: 10 } as const;
const LISTS = [
  ...['customers?sort=name', 'health-policies?sort=ends', 'vehicle-policies?sort=number'],
  ...['quotations?sort=total', 'documents?sort=name'],
];

/**
 * Starts agents who work on customers, policies, quotations and documents of their own, one command
 * after another. Each repeats a command under the same key until it is acknowledged; but some go
 * away from a renewal, from the deletion of one, or from a conversion, that was not answered.
 */
export function startLoad({ url, cookie, agents, seed }: Parts) {
  const book = newBook();
  const sender = openSender({ url, cookie });
  let isFinishing = false;
  let isInsisting = false;

  const work = async (agent: number): Promise<void> => {
    const chance = dice(seed * 100 + agent);
    const alone = { sender, book, chance, mayGiveUp: () => !isInsisting };
    const customers = customerWork(alone);
    const { policyholder } = customers;
    const policies = policyWork({ ...alone, policyholder });
    const quotations = quotationWork({ ...alone, policyholder });
    const documents = documentWork({ ...alone, policyholder });
    const workFor = ({ key, premium }: Step): Promise<void> => {
      const thrown = policyholder() === undefined ? 0 : chance.below(100);
      const customersAndQuotations = SHARES.customers + SHARES.quotations;
      if (thrown < SHARES.customers) return customers.step(key);
      if (thrown < customersAndQuotations) return quotations.step({ key, premium });
      if (thrown < customersAndQuotations + SHARES.documents) return documents.step(key);
      return policies.step({ key, premium });
    };
    for (let step = 1; !isFinishing; step += 1) {
      const key = `agent ${agent}, command ${step}`;
      const premium = `${10_000 * agent + step}.50`;
      await workFor({ key, premium });
      if (chance.chance(0.1)) await sender.read(`/api/${chance.pick(LISTS)}&limit=5`);
    }
  };

  const working = Promise.all(Array.from({ length: agents }, (_, agent) => work(agent)));
  // Met by `finish`; until then it is no unhandled rejection.
  working.catch(() => undefined);

  return {
    /** Its `commands` rise with every acknowledged command. */
    book,
    /** Answers other than success, as `POST 503`; broken connections as `POST broken`. */
    troubles: sender.troubles,
    /** Until so many more commands are acknowledged. @throws as soon as an answer must not be. */
    async moreAcknowledged(count: number, timeoutMs?: number) {
      const target = book.commands.length + count;
      const areThere = () => book.commands.length >= target;
      const what = `${count} more acknowledged commands`;
      await Promise.race([until(areThere, what, timeoutMs), working]);
    },
    /** All of them together. */
    failures: sender.failures,
    /** 503s that did not say when to come back. */
    silentRefusals: sender.silentRefusals,
    /** From now on nobody goes away before they are answered. */
    insist() {
      isInsisting = true;
    },
    /** Lets every agent finish the command at hand, until it is acknowledged. */
    async finish() {
      isFinishing = true;
      await working;
    },
    /** Sends every agent home at once. */
    abandon: sender.abandon,
  };
}

/** What several agents have done, and what they were answered. */
export type Load = ReturnType<typeof startLoad>;
