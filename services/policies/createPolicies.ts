import { policyIdOf, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import type { Customers } from '../customers/index.js';
import { notFound, unavailable } from '../platform/errors.js';
import { recordReader } from '../platform/history.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { Policies } from './policies.js';
import { findTerm, type Policy, policyDecider, type TermRef } from './policy.js';
import { issueOf, policyCommands } from './policyCommands.js';
import { policyExpiry } from './policyExpiry.js';
import { policyHistory, termHistory } from './policyHistory.js';
import { policyQueries } from './policyQueries.js';
import { viewOfTerm } from './policyView.js';

type Parts = Pick<Platform, 'commands' | 'ids' | 'clock' | 'vault' | 'eventLog' | 'withLock'>;
type Tables = Pick<ReadModels, 'knex' | 'schema' | 'from' | 'waitFor'>;

/** How long a question that must know everything waits for the lists, in milliseconds. */
const PATIENCE_MS = 5000;
/** The same for one that only would like to. */
const SHORT_PATIENCE_MS = 500;

/** The capability "policies" over a platform, the read models that it serves, and the customers. */
export function createPolicies(
  platform: Parts,
  readModels: Tables,
  customers: Pick<Customers, 'findStatus' | 'summaries'>,
): Policies {
  const { commands, ids, vault, clock, eventLog } = platform;
  const queries = policyQueries(readModels, createListCursors(vault), clock);

  /** True once the lists show all that was written before the call. */
  const haveCaughtUp = async (timeoutMs: number): Promise<boolean> => {
    const head = await eventLog.head();
    return head === null || readModels.waitFor(head, timeoutMs);
  };

  const whoHas = async (policyNumber: string): Promise<string | null> => {
    await haveCaughtUp(SHORT_PATIENCE_MS);
    const owner = await queries.findByNumber(policyNumberKey(policyNumber));
    if (!owner) return null;
    const { kind, id, customerId } = owner;
    const name = (await customers.summaries([customerId])).get(customerId)?.name;
    return name === undefined ? `${kind} policy ${id}` : `${name} (${kind} policy ${id})`;
  };

  /** The policy of a term; null when there is none. */
  const load = async (termId: number): Promise<Policy | null> =>
    (await commands.load(policyDecider, policyStream(policyIdOf(termId)))).state;

  const streamOf = ({ id }: TermRef): string => policyStream(policyIdOf(id));
  const reader = recordReader(platform, {
    thing: 'policy',
    decider: policyDecider,
    streamOf,
    viewOf: (policy, _version, { kind, id }: TermRef, today) => {
      const term = findTerm(policy, id);
      if (policy?.kind !== kind || !term || term.isDeleted) return null;
      return viewOfTerm(policy, term, today);
    },
    historyOf: termHistory,
  });

  const changes = policyCommands({ ...platform, customers, whoHas });
  const { expire, ...commandsOfPeople } = changes;

  return {
    ...queries,
    ...commandsOfPeople,
    ...policyExpiry({ expire, dueToExpire: queries.dueToExpire, readModels }),

    /**
     * Which number was drawn for it may be lost, where the database is older than the log: then the
     * policy that is listed is asked, and if it says the same, its number is recorded anew, so that
     * nobody draws another one.
     */
    async issuedFor(quotationId, listed = async () => null) {
      const ofQuotation = async (id: number | null): Promise<Policy | null> => {
        const policy = id === null ? null : await load(id);
        return policy?.quotationId === quotationId ? policy : null;
      };
      const drawn = await ofQuotation(await ids.find('policy', issueOf(quotationId)));
      const policy = drawn ?? (await ofQuotation(await listed()));
      if (!policy) return null;
      const { id, kind, terms } = policy;
      if (!drawn) await ids.record('policy', issueOf(quotationId), id);
      return { id, kind, policyNumber: terms[0]?.identity?.policyNumber ?? null };
    },

    async activeNumbersOf(customerId) {
      if (!(await haveCaughtUp(PATIENCE_MS))) throw unavailable('The list of policies');
      return queries.activeNumbersOf(customerId);
    },

    async current(id) {
      const policy = await load(id);
      const term = findTerm(policy, id);
      if (!policy || !term || term.isDeleted) return null;
      return viewOfTerm(policy, term, kolkataDay(clock.now()));
    },

    async findReference(id) {
      const policy = await load(id);
      const term = findTerm(policy, id);
      if (!policy || !term || term.isDeleted) return null;
      return { kind: policy.kind, customerId: term.customerId };
    },

    history: reader.history,
    asOf: reader.asOf,

    async termHistories(ref) {
      const histories = policyHistory(await commands.readHistory(streamOf(ref)), ref);
      if (histories.length === 0) throw notFound('policy', ref.id);
      return histories;
    },
  };
}
