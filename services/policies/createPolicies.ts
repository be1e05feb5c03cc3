import { type PolicyEvent, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { endOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import type { Customers } from '../customers/index.js';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { notFound, unavailable } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import { idleNumbers } from './idleNumbers.js';
import type { Policies } from './policies.js';
import { type PolicyRef, policyDecider } from './policy.js';
import { policyCalendar } from './policyCalendar.js';
import { policyChains } from './policyChains.js';
import { policyCommands } from './policyCommands.js';
import { policyHistory } from './policyHistory.js';
import { policyHolders } from './policyHolders.js';
import { policyQueries } from './policyQueries.js';
import { policyRuns } from './policyRuns.js';
import type { Policy } from './policyState.js';
import { policyStreams } from './policyStreams.js';
import { policyView } from './policyView.js';
import { issuedFor } from './quotedPolicies.js';

type Parts = Pick<
  Platform,
  'commands' | 'claims' | 'ids' | 'clock' | 'vault' | 'eventLog' | 'logger' | 'withLock'
>;
type Tables = Pick<ReadModels, 'knex' | 'schema' | 'from' | 'waitFor'>;

/** How long a question that must know everything waits for the lists, in milliseconds. */
const PATIENCE_MS = 5000;
/** The same for one that only would like to. */
const SHORT_PATIENCE_MS = 500;

/** The capability "policies" over a platform, the read models that it serves, and the customers. */
export function createPolicies(
  platform: Parts,
  readModels: Tables,
  customers: Pick<Customers, 'standing' | 'summaries'>,
): Policies {
  const { commands, claims, ids, vault, clock, eventLog, logger, withLock } = platform;
  const queries = policyQueries(readModels, createListCursors(vault), clock);
  const streams = policyStreams(commands);
  const holders = policyHolders(customers);
  const idle = idleNumbers({ streams, claims, logger });
  const runs = policyRuns({ commands, withLock, streams, idle });
  const chains = policyChains({ runs, streams, holders, idle, claims, ids, withLock });

  /** True once the lists show all that was written before the call. */
  const haveCaughtUp = async (timeoutMs: number): Promise<boolean> => {
    const head = await eventLog.head();
    return head === null || readModels.waitFor(head, timeoutMs);
  };

  const whoHas = async (policyNumber: string): Promise<string | null> => {
    await haveCaughtUp(SHORT_PATIENCE_MS);
    const held = await queries.findByNumber(policyNumberKey(policyNumber));
    if (!held) return null;
    const { kind, id, customerId } = held;
    const name = (await customers.summaries([customerId])).get(customerId)?.name;
    return name === undefined ? `${kind} policy ${id}` : `${name} (${kind} policy ${id})`;
  };

  const eventsOf = async ({ kind, id }: PolicyRef): Promise<RecordedEvent<PolicyEvent>[]> => {
    const events = await commands.readHistory<PolicyEvent>(policyStream(id));
    const policy = folded(events);
    return policy.phase !== 'unknown' && policy.record.kind === kind ? events : [];
  };

  return {
    ...queries,
    ...policyCommands({ runs, streams, chains, holders, idle, ids, clock, whoHas }),
    ...policyCalendar({ runs, chains, queries, readModels, logger }),

    issuedFor: (quotationId, listed = nothingListed) =>
      issuedFor(quotationId, listed, { ids, streams }),

    async activeNumbersOf(customerId) {
      if (!(await haveCaughtUp(PATIENCE_MS))) throw unavailable('The list of policies');
      return queries.activeNumbersOf(customerId);
    },

    async standing(id) {
      const { phase, record } = await streams.load(id);
      return phase === 'kept' && record
        ? { kind: record.kind, customerId: record.customerId }
        : null;
    },

    async history(ref) {
      const events = await eventsOf(ref);
      if (events.length === 0) throw notFound('policy', ref.id);
      return policyHistory(events);
    },

    async asOf(ref, day) {
      const end = endOfKolkataDay(day);
      const events = (await eventsOf(ref)).filter((event) => event.at < end);
      const policy = folded(events);
      const last = events.at(-1);
      return policy.phase === 'kept' && last
        ? policyView(policy.record, Number(last.revision), day)
        : null;
    },
  };
}

const nothingListed = async () => null;

const folded = (events: readonly RecordedEvent<PolicyEvent>[]): Policy =>
  events.reduce<Policy>(policyDecider.evolve, policyDecider.initial);
