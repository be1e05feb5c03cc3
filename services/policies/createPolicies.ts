import type { HistoryEntry } from '@insuremanager/contracts/history';
import type { InsuredMember } from '@insuremanager/contracts/policies/insuredMembers';
import { policyIdOf, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import type { PolicyPatch } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { type Customers, unknownCustomer } from '../customers/index.js';
import { batched } from '../platform/batched.js';
import type { CommandContext } from '../platform/commands/command.js';
import { forbidden, notFound, unavailable } from '../platform/errors.js';
import { recordReader } from '../platform/history.js';
import { limitedRecords } from '../platform/limitedRecords.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { AllTables, Book } from '../platform/readModels/readTables.js';
import type { Policies, PoliciesOfBook } from './policies.js';
import { findTerm, type Policy, policyDecider, type TermRef } from './policy.js';
import { issueOf, policyCommands } from './policyCommands.js';
import { policyExpiry } from './policyExpiry.js';
import { INSURED, NUMBERED, policyHistory, termHistory } from './policyHistory.js';
import { policyQueries } from './policyQueries.js';
import { instalmentViews, viewOfTerm } from './policyTables.js';

type Parts = Pick<Platform, 'commands' | 'ids' | 'clock' | 'vault' | 'eventLog' | 'withLock'>;
type Tables = AllTables & Pick<ReadModels, 'waitFor'>;

/** How long a question that must know everything waits for the lists, in milliseconds. */
const TIMEOUT_MS = 5000;
/** The same for one that only would like to. */
const SHORT_TIMEOUT_MS = 500;

/** The capability "policies" over a platform, the read models that it serves, and the customers. */
export function createPolicies(
  platform: Parts,
  readModels: Tables,
  {
    customers,
  }: {
    customers: Pick<Customers, 'findStatus' | 'remainingOf' | 'summaries' | 'isWithin' | 'within'>;
  },
): Policies {
  const { commands, ids, vault, clock, eventLog } = platform;
  const cursors = createListCursors(vault);
  const queries = policyQueries(readModels, cursors, clock);

  /** True once the lists show all that was written before the call. */
  const haveCaughtUp = async (timeoutMs: number): Promise<boolean> => {
    const head = await eventLog.head();
    return head === null || readModels.waitFor(head, timeoutMs);
  };

  /** Who has a policy number, of those whom a reader may know of. */
  const ownerAmong =
    (
      { findByNumber }: Pick<typeof queries, 'findByNumber'>,
      { summaries }: Pick<Customers, 'summaries'>,
    ) =>
    async (policyNumber: string): Promise<string | null> => {
      await haveCaughtUp(SHORT_TIMEOUT_MS);
      const owner = await findByNumber(policyNumberKey(policyNumber));
      if (!owner) return null;
      const { kind, customerId } = owner;
      const name = (await summaries([customerId])).get(customerId)?.name;
      return name === undefined ? `a ${kind} policy` : `a ${kind} policy of ${name}`;
    };

  /** Of many customers at once, who are each asked about under a lock of their own. */
  const activeNumbers = batched(async (customerIds: readonly number[]) => {
    if (!(await haveCaughtUp(TIMEOUT_MS))) throw unavailable('The list of policies');
    return queries.activeNumbersOf(customerIds);
  });

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

  const { expire, ...changes } = policyCommands({
    ...platform,
    customers,
    findOwner: ownerAmong(queries, customers),
  });

  const viewIn = (policy: Policy | null, id: number): PolicyView | null => {
    const term = findTerm(policy, id);
    return policy && term && viewOfTerm(policy, term, kolkataDay(clock.now()));
  };

  const current: Policies['current'] = async (id) => {
    const policy = await load(id);
    return findTerm(policy, id)?.isDeleted ? null : viewIn(policy, id);
  };

  const lastKnown: Policies['lastKnown'] = async (id) => viewIn(await load(id), id);

  const findReference: Policies['findReference'] = async (id) => {
    const policy = await load(id);
    const term = findTerm(policy, id);
    if (!policy || !term || term.isDeleted) return null;
    return { kind: policy.kind, customerId: term.customerId };
  };

  const termHistories: Policies['termHistories'] = async (ref) => {
    const histories = policyHistory(await commands.readHistory(streamOf(ref)), ref);
    if (histories.length === 0) throw notFound('policy', ref.id);
    return histories;
  };

  const instalments: Policies['instalments'] = async ({ kind, id }) => {
    const policy = await load(id);
    const term = findTerm(policy, id);
    if (policy?.kind !== kind || !term || term.isDeleted) throw notFound('policy', id);
    return instalmentViews(policy, term, kolkataDay(clock.now()));
  };

  /** With names of insured customers, who stand there by number, as far as who asks knows them. */
  const naming =
    ({ summaries }: Pick<Customers, 'summaries'>) =>
    async (entries: readonly HistoryEntry[]): Promise<HistoryEntry[]> => {
      const texts = entries.flatMap(({ changes }) =>
        changes.flatMap(({ field, before, after }) => (field === INSURED ? [before, after] : [])),
      );
      const numbers = texts.flatMap((text) => [...(text ?? '').matchAll(NUMBERED)]);
      const names = await summaries(numbers.map(([, id]) => Number(id)));
      const named = (text: string | null) =>
        text?.replaceAll(NUMBERED, (as, id) => names.get(Number(id))?.name ?? as) ?? null;
      return entries.map(({ changes, ...entry }) => ({
        ...entry,
        changes: changes.map((one) =>
          one.field === INSURED
            ? { ...one, before: named(one.before), after: named(one.after) }
            : one,
        ),
      }));
    };
  const historyAmong =
    (known: Pick<Customers, 'summaries'>): Policies['history'] =>
    async (ref) =>
      naming(known)(await reader.history(ref));
  const termsAmong =
    (known: Pick<Customers, 'summaries'>): Policies['termHistories'] =>
    async (ref) =>
      Promise.all(
        (await termHistories(ref)).map(async ({ entries, ...term }) => ({
          ...term,
          entries: await naming(known)(entries),
        })),
      );

  /** Customers who were merged are one. */
  const insuredAmong =
    (known: Pick<Customers, 'summaries'>): Policies['insuredMembers'] =>
    async ({ kind, id }) => {
      const term = findTerm(await load(id), id);
      if (kind !== 'health' || !term || term.isDeleted) throw notFound('policy', id);
      const linked = term.members.flatMap(({ customerId }) => customerId ?? []);
      const summaries = await known.summaries(linked);
      const shown = new Set<number>();
      return term.members.flatMap((member): InsuredMember[] => {
        if (member.customerId === null) return [member];
        const customer = summaries.get(member.customerId);
        if (!customer) return [{ ...member, customerId: null }];
        if (shown.has(customer.id)) return [];
        shown.add(customer.id);
        return [{ ...member, customerId: customer.id, name: customer.name }];
      });
    };

  const within = (book: Book): PoliciesOfBook => {
    const ofBook = policyQueries(readModels.within(book), cursors, clock);
    const known = customers.within(book);
    const isWithin = async (id: number): Promise<boolean> => {
      const term = findTerm(await load(id), id);
      return term !== null && customers.isWithin(book, term.customerId);
    };
    const { found, required } = limitedRecords('policy', isWithin);
    const { issue, update, ...others } = policyCommands({
      ...platform,
      customers,
      isSeen: (customerId) => customers.isWithin(book, customerId),
      findOwner: ownerAmong(ofBook, known),
    });
    /** @throws invalid `customer-unknown`: whom it is to belong to is not in the book. */
    const requireHolder = async (customerId: number | null | undefined): Promise<void> => {
      if (typeof customerId !== 'number') return;
      if (!(await customers.isWithin(book, customerId))) throw unknownCustomer(customerId);
    };
    return {
      ...ofBook,
      async issue(kind, input, context, quotationId) {
        await requireHolder(input.customerId);
        return issue(kind, input, context, quotationId);
      },
      update: required(async (ref: TermRef, patch: PolicyPatch, context: CommandContext) => {
        await requireHolder(patch.customerId);
        return update(ref, patch, context);
      }),
      endorse: required(others.endorse),
      renew: required(others.renew),
      cancel: required(others.cancel),
      reinstate: required(others.reinstate),
      payInstalments: required(others.payInstalments),
      takeBackInstalment: required(others.takeBackInstalment),
      instalments: required(instalments),
      insuredMembers: required(insuredAmong(known)),
      setInsuredMembers: required(others.setInsuredMembers),
      // The term before gets its status back, which is a change of that customer's policy.
      delete: required(async (ref: TermRef, context: CommandContext) => {
        const policy = await load(ref.id);
        const previousId = findTerm(policy, ref.id)?.previousId ?? null;
        if (previousId !== null && !(await isWithin(previousId))) {
          throw forbidden('This policy renews one of another book. Ask a manager to delete it.');
        }
        return others.delete(ref, context);
      }),
      current: found(current),
      lastKnown: found(lastKnown),
      findReference: found(findReference),
      history: required(historyAmong(known)),
      asOf: found(reader.asOf),
      // Other terms of the same policy may have been another customer's.
      termHistories: required(async (ref: TermRef) => {
        const histories = await termsAmong(known)(ref);
        const isShown = await Promise.all(histories.map(({ termId }) => isWithin(termId)));
        return histories.filter((_history, nth) => isShown[nth]);
      }),
    };
  };

  return {
    ...queries,
    ...changes,
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

    activeNumbersOf: async (customerId) =>
      (await activeNumbers([customerId])).get(customerId) ?? [],

    current,
    lastKnown,
    findReference,
    instalments,
    insuredMembers: insuredAmong(customers),
    history: historyAmong(customers),
    asOf: reader.asOf,
    besideNow: reader.besideNow,
    termHistories: termsAmong(customers),
    within,
  };
}
