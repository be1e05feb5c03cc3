import { type PolicyEvent, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { endOfKolkataDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { notFound, unavailable } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { Policies } from './policies.js';
import { type PolicyRef, policyDecider } from './policy.js';
import { policyCalendar } from './policyCalendar.js';
import { type CommandParts, type Holders, policyCommands } from './policyCommands.js';
import { policyHistory } from './policyHistory.js';
import { policyQueries } from './policyQueries.js';
import type { Policy } from './policyState.js';
import { policyView } from './policyView.js';

type Parts = CommandParts & Pick<Platform, 'eventLog'>;
type Tables = Pick<ReadModels, 'knex' | 'schema' | 'from' | 'waitFor'>;

/** How long a question that must know everything waits for the lists, in milliseconds. */
const PATIENCE_MS = 5_000;

/** The capability "policies" over a platform, the read models that it serves, and the customers. */
export function createPolicies(platform: Parts, tables: Tables, holders: Holders): Policies {
  const { commands, vault, clock, eventLog } = platform;
  const queries = policyQueries(tables, createListCursors(vault), clock);

  const eventsOf = async ({ kind, id }: PolicyRef): Promise<RecordedEvent<PolicyEvent>[]> => {
    const events = await commands.readHistory<PolicyEvent>(policyStream(id));
    const policy = folded(events);
    return policy.phase !== 'unknown' && policy.record.kind === kind ? events : [];
  };

  return {
    ...policyCommands(platform, holders, queries),
    ...policyCalendar(platform, queries, tables),
    ...queries,

    async activeNumbersOf(customerId) {
      const head = await eventLog.head();
      if (head && !(await tables.waitFor(head, PATIENCE_MS))) {
        throw unavailable('The list of policies');
      }
      return queries.activeNumbersOf(customerId);
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
        ? policyView(policy.record, Number(last.revision), kolkataDay(new Date(end.getTime() - 1)))
        : null;
    },
  };
}

const folded = (events: readonly RecordedEvent<PolicyEvent>[]): Policy =>
  events.reduce<Policy>(policyDecider.evolve, policyDecider.initial);
