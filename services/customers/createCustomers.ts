import {
  type CustomerDetails,
  type CustomerEvent,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import type { HistoryEntry } from '@insuremanager/contracts/history';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { usernamesOf } from '../identity/index.js';
import type { CommandContext } from '../platform/commands/command.js';
import { notFound } from '../platform/errors.js';
import { recordReader } from '../platform/history.js';
import { limitedRecords } from '../platform/limitedRecords.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { AllTables, Book, ReadTables } from '../platform/readModels/readTables.js';
import { type CustomerRecord, customerDecider } from './customer.js';
import { customerCommands } from './customerCommands.js';
import { customerConsents } from './customerConsents.js';
import { customerHistory, ownersIn } from './customerHistory.js';
import { customerMerges } from './customerMerges.js';
import { customerQueries } from './customerQueries.js';
import type {
  CustomerDependencies,
  CustomerStatus,
  Customers,
  CustomersOfBook,
} from './customers.js';
import { customerView } from './customerTables.js';
import { distinctPairs, duplicatePairs } from './duplicatePairs.js';
import { identityNumbers } from './identityNumbers.js';
import { holdView } from './legalHold.js';
import { nomineeView } from './nominee.js';

type Parts = Pick<
  Platform,
  'commands' | 'ids' | 'clock' | 'vault' | 'withLock' | 'limits' | 'eventLog' | 'logger'
>;

/** The capability "customers" over a platform, its read models, and what others know, once asked. */
export function createCustomers(
  platform: Parts,
  tables: AllTables & Pick<ReadModels, 'waitFor'>,
  dependencies: CustomerDependencies,
): Customers {
  const { commands, vault } = platform;
  const cursors = createListCursors(vault);
  const usernames = usernamesOf(platform);
  const { holding, loadRemaining, withApart, ...merges } = customerMerges(platform, tables);
  const { asOf, besideNow } = recordReader(platform, {
    thing: 'customer',
    decider: customerDecider,
    streamOf: customerStream,
    viewOf: (customer, version) =>
      customer.phase === 'existing' ? customerView(customer.record, version) : null,
    historyOf: (events) => customerHistory(events, new Map()),
  });
  const changes = customerCommands({ ...platform, holding }, dependencies);
  const { lookedUp, revealIdentityNumber, withReveals } = identityNumbers(platform);
  const queries = (tables: ReadTables) => {
    const { duplicates, ...others } = customerQueries(tables, cursors, vault);
    return {
      ...others,
      /** Also by a number that leads to them. */
      async find(id: number) {
        const found = await others.find(id);
        if (found) return found;
        const remaining = await merges.remainingOf(id);
        return remaining === id ? null : others.find(remaining);
      },
      /** Also under numbers that lead to others: those who are not in the list may have been merged. */
      async summaries(ids: readonly number[]) {
        const found = await others.summaries(ids);
        for (const id of new Set(ids.filter((one) => !found.has(one)))) {
          const remaining = await merges.remainingOf(id);
          const summary = (await others.summaries([remaining])).get(remaining);
          if (summary) found.set(id, summary);
        }
        return found;
      },
      duplicates: (...[probe, exceptId, context]: Parameters<Customers['duplicates']>) =>
        lookedUp(probe, () => duplicates(probe, exceptId), context),
    };
  };

  const load = async (id: number) =>
    (await commands.load(customerDecider, customerStream(id))).state;
  const current: Customers['current'] = async (id) => {
    const { state, version } = await loadRemaining(id);
    return state.phase === 'existing' && version !== null
      ? customerView(state.record, version)
      : null;
  };

  const findStatus = async (id: number): Promise<CustomerStatus | null> => {
    const { state: customer } = await loadRemaining(id);
    if (customer.phase !== 'existing') return null;
    const { kycStatus, kycDocumentId, details } = customer.record;
    return { kycStatus, kycDocumentId, isErased: details === null };
  };

  const history = async (id: number): Promise<HistoryEntry[]> => {
    const events = await commands.readHistory<CustomerEvent>(customerStream(id));
    if (events.length === 0) throw notFound('customer', id);
    const own = customerHistory(events, await usernames(ownersIn(events)));
    return withReveals(id, await withApart(id, own));
  };

  const consents: Customers['consents'] = async (id) => {
    const remaining = await merges.remainingOf(id);
    const events = await commands.readHistory<CustomerEvent>(customerStream(remaining));
    if (events.length === 0) throw notFound('customer', id);
    return customerConsents(events);
  };

  const owners: Customers['owners'] = async (userIds) =>
    new Map([...(await usernames(userIds))].map(([id, username]) => [id, { id, username }]));

  const requireRecord = async (id: number): Promise<CustomerRecord> => {
    const { state: customer } = await loadRemaining(id);
    if (customer.phase === 'unknown') throw notFound('customer', id);
    return customer.record;
  };
  const legalHolds = async (id: number) => (await requireRecord(id)).holds.map(holdView);
  const nominees = async (id: number) => (await requireRecord(id)).nominees.named.map(nomineeView);

  const isWithin = async ({ ownerId }: Book, id: number): Promise<boolean> => {
    const { state: customer } = await loadRemaining(id);
    if (customer.phase === 'unknown') return false;
    const { ownerId: owner } = customer.record;
    return owner === null || owner === ownerId;
  };

  const within = (book: Book): CustomersOfBook => {
    const { found, required } = limitedRecords('customer', (id) => isWithin(book, id));
    const ofBoth = (change: Customers['markDistinct']) =>
      required(async (id: number, otherId: number, context: CommandContext) => {
        if (!(await isWithin(book, otherId))) throw notFound('customer', otherId);
        return change(id, otherId, context);
      });
    return {
      ...queries(tables.within(book)),
      create: changes.create,
      update: required(changes.update),
      setKycStatus: required(changes.setKycStatus),
      recordConsent: required(changes.recordConsent),
      consents: required(consents),
      reassign: required(changes.reassign),
      delete: required(changes.delete),
      revealIdentityNumber: required(revealIdentityNumber),
      current: found(current),
      findStatus: found(findStatus),
      asOf: found(asOf),
      history: required(history),
      legalHolds: required(legalHolds),
      placeHold: required(changes.placeHold),
      liftHold: required(changes.liftHold),
      nominees: required(nominees),
      recordNominee: required(changes.recordNominee),
      revokeNominee: required(changes.revokeNominee),
      owners,
      remainingOf: merges.remainingOf,
      // Only who may see both may merge them.
      merge: required(async (id, input, context) => {
        if (!(await isWithin(book, input.duplicateId))) {
          throw notFound('customer', input.duplicateId);
        }
        return merges.merge(id, input, context);
      }),
      undoMerge: required(merges.undoMerge),
      markDistinct: ofBoth(merges.markDistinct),
      unmarkDistinct: ofBoth(merges.unmarkDistinct),
      distinctPairs: (page) => distinctPairs(tables.within(book), page),
      compare: required(async (id, otherId) => {
        if (!(await isWithin(book, otherId))) throw notFound('customer', otherId);
        return merges.compare(id, otherId);
      }),
      duplicatePairs: (page) => duplicatePairs(tables.within(book), page),
      mergedCustomers: required(merges.mergedCustomers),
      async reassignAll(ids, ownerId, context) {
        const exist = await Promise.all(ids.map((id) => isWithin(book, id)));
        return changes.reassignAll(
          ids.filter((_id, nth) => exist[nth]),
          ownerId,
          context,
        );
      },
    };
  };

  return {
    ...changes,
    revealIdentityNumber,
    ...queries(tables),
    current,
    findStatus,
    asOf,
    history,
    legalHolds,
    nominees,
    consents,
    owners,
    besideNow,
    isWithin,
    within,

    ...merges,
    duplicatePairs: (page) => duplicatePairs(tables, page),
    distinctPairs: (page) => distinctPairs(tables, page),

    async identifiersOf(id) {
      const events = await commands.readHistory<CustomerEvent>(customerStream(id));
      const texts = events.flatMap((event) => {
        const isOfDetails =
          event.type === 'CustomerRegistered' || event.type === 'CustomerDetailsChanged';
        const { name, phone, email, panNumber, aadhaarNumber }: Partial<CustomerDetails> =
          (isOfDetails && event.data.personal) || {};
        return [name, phone?.replace(/^\+91/, ''), email, panNumber, aadhaarNumber];
      });
      return [...new Set(texts.filter((text) => typeof text === 'string'))];
    },

    async namesOf(ids) {
      const names = new Map<number, string>();
      for (const id of ids) {
        const customer = await load(id);
        if (customer.phase === 'unknown' || !customer.record.details) continue;
        names.set(id, customer.record.details.name);
      }
      return names;
    },

    lastChangeOf: async (id) => kolkataDay((await requireRecord(id)).changedAt),
  };
}
