import {
  type CustomerEvent,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import type { MergedCustomer } from '@insuremanager/contracts/customers/duplicates';
import type { HistoryEntry } from '@insuremanager/contracts/history';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type { CommandContext, Initiator } from '../platform/commands/command.js';
import {
  conflict,
  invalid,
  notFound,
  Refusal,
  staleVersion,
  unavailable,
} from '../platform/errors.js';
import { type LogPosition, later } from '../platform/eventLog/eventLog.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Platform } from '../platform/platform.js';
import { isOutage } from '../platform/postgres/failures.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import {
  type ComparableRecord,
  comparedConsents,
  comparedCustomer,
  comparedDetails,
  ownHoldings,
} from './comparison.js';
import { type Customer, type CustomerCommand, customerDecider } from './customer.js';
import { distinctHistory } from './customerHistory.js';
import { type Customers, customerLock, type Merged } from './customers.js';
import { distinctTable, mergesTable, unfinishedMergesTable } from './customerTables.js';
import { mergedByTime } from './identityNumbers.js';

type Parts = Pick<Platform, 'commands' | 'withLock' | 'eventLog' | 'logger'>;
type Tables = Pick<ReadModels, 'from' | 'relation' | 'knex' | 'waitFor'>;

/** How long the lists may take to show what was written before, in milliseconds. */
const TIMEOUT_MS = 5000;
const RESUMED_AT_ONCE = 1000;

export type CustomerMerges = Pick<
  Customers,
  | 'merge'
  | 'undoMerge'
  | 'finishMerges'
  | 'remainingOf'
  | 'mergedInto'
  | 'mergedCustomers'
  | 'markDistinct'
  | 'unmarkDistinct'
  | 'compare'
> & {
  /** A customer, or the one to whom the number leads, read no oftener than there are steps to go. */
  loadRemaining(id: number): Promise<{ id: number; state: Customer; version: number | null }>;
  /** Work while nobody who leads to a customer, nor the customer, is changed by who holds the same. */
  holding<Result>(customerId: number, work: () => Promise<Result>): Promise<Result>;
  /** A history with what stands in others' streams of them and this one being two. */
  withApart(id: number, history: HistoryEntry[]): Promise<HistoryEntry[]>;
};

/**
 * One person who was entered twice. The merge is one event in the stream of the customer who goes
 * (decision 69); what the other one takes over is recorded in that one's stream after it, by steps
 * that may be repeated: by whoever merged, before anything else of theirs is decided, or by a job.
 */
export function customerMerges(platform: Parts, tables: Tables): CustomerMerges {
  const { commands, withLock, eventLog, logger } = platform;

  const load = (id: number) => commands.load(customerDecider, customerStream(id));
  const run = (command: CustomerCommand, context: CommandContext, request: unknown = command) =>
    commands.run(customerDecider, {
      ...{ stream: customerStream(command.customerId), command, context, request },
    });

  const catchUp = async (): Promise<void> => {
    const head = await eventLog.head();
    if (head && !(await tables.waitFor(head, TIMEOUT_MS))) throw unavailable('The lists');
  };

  const mergedInto = async (customerId: number): Promise<number[]> => {
    const { rows } = await tables.knex.raw<{ rows: { customer_id: number }[] }>(
      `WITH RECURSIVE led AS (
         SELECT customer_id FROM ${tables.relation(mergesTable.name)} AS first WHERE into_id = :id
         UNION SELECT further.customer_id FROM ${tables.relation(mergesTable.name)} AS further
           JOIN led ON further.into_id = led.customer_id
         ) SELECT customer_id FROM led ORDER BY customer_id`,
      { id: customerId },
    );
    return rows.map(({ customer_id }) => customer_id);
  };

  const loadRemaining: CustomerMerges['loadRemaining'] = async (id) => {
    for (let current = id; ; ) {
      const { state, version } = await load(current);
      if (state.phase !== 'merged') return { id: current, state, version };
      current = state.intoId;
    }
  };

  const withLocks = <Result>(ids: readonly number[], work: () => Promise<Result>) =>
    // In one order, so that two who want the same do not wait for each other.
    [...new Set(ids)]
      .sort((a, b) => b - a)
      .reduce<() => Promise<Result>>(
        (inner, id) => () => withLock(customerLock(id), inner),
        work,
      )();

  /** The other half of the last merge of a customer, or of its undoing. Twice is once. */
  const finish = async (
    id: number,
    otherId: number,
    initiator: Initiator,
  ): Promise<LogPosition | null> => {
    const { state, version } = await load(id);
    const { state: other } = await load(otherId);
    if (state.phase === 'unknown' || other.phase === 'unknown' || other.phase === 'erased') {
      return null;
    }
    const commandId = namedUuid('merge-half', id, otherId, version ?? -1);
    const context = { ...initiator, commandId };
    if (state.phase !== 'merged') {
      const command = { type: 'GiveBack', customerId: otherId, duplicateId: id } as const;
      return (await run(command, context)).position;
    }
    if (state.intoId !== otherId) return null;
    const { fields, takesKyc } = await lastMerge(id);
    const command = { type: 'TakeDuplicate', customerId: otherId, fields, takesKyc } as const;
    const request = { ...command, duplicateId: id };
    return (await run({ ...command, duplicate: state.record }, context, request)).position;
  };

  const lastMerge = async (id: number) => {
    const events = await commands.readHistory<CustomerEvent>(customerStream(id));
    const last = events.findLast(({ type }) => type === 'CustomerMerged');
    if (last?.type !== 'CustomerMerged') throw new Error('There is no merge');
    return last.data;
  };

  /** What was broken off before is finished before something else is decided about either. */
  const finishOf = async (ids: readonly number[]): Promise<void> => {
    await catchUp();
    const rows: { customer_id: number; other_id: number }[] = await tables
      .from(unfinishedMergesTable.name)
      .select('customer_id', 'other_id')
      .whereIn('customer_id', ids)
      .orWhereIn('other_id', ids)
      .orderBy('customer_id');
    for (const { customer_id, other_id } of rows) await finish(customer_id, other_id, BY_JOB);
  };

  const requireVersion = (version: number | null, seen: number): void => {
    if (version !== seen) throw staleVersion(version ?? -1);
  };

  /** @throws not-found; conflict `customer-merged`, `customer-erased`, `customer-deleted` */
  const requireExisting = (state: Customer, id: number) => {
    if (state.phase === 'unknown') throw notFound('customer', id);
    if (state.phase === 'existing') return state.record;
    if (state.phase === 'erased') throw gone(id, 'erased');
    if (state.phase === 'deleted') throw gone(id, 'deleted');
    throw conflict(
      'customer-merged',
      `Customer ${id} was merged into customer ${state.intoId} meanwhile. Look at that one instead.`,
    );
  };

  const loadComparable = async (
    id: number,
  ): Promise<{ record: ComparableRecord; version: number }> => {
    const { state, version } = await load(id);
    const record = requireExisting(state, id);
    const { details } = record;
    if (!details || version === null) throw gone(id, 'erased');
    return { record: { ...record, details }, version };
  };

  const ofPair =
    (type: 'MarkDistinct' | 'UnmarkDistinct'): Customers['markDistinct'] =>
    async (oneId, anotherId, context) => {
      if (oneId === anotherId) throw sameCustomer('otherId');
      const [customerId, otherId] = [Math.min(oneId, anotherId), Math.max(oneId, anotherId)];
      requireExisting((await load(otherId)).state, otherId);
      const { position, repeated } = await run({ type, customerId, otherId }, context);
      return { position, repeated };
    };

  const merge: Customers['merge'] = (intoId, input, context) => {
    const { duplicateId } = input;
    if (duplicateId === intoId) throw sameCustomer('duplicateId');
    return withLocks([intoId, duplicateId], async () => {
      const again = await commands.readHistory<CustomerEvent>(customerStream(duplicateId));
      const isRetry = again.some(({ metadata }) => metadata.commandId === context.commandId);
      if (!isRetry) await finishOf([intoId, duplicateId]);
      const [into, duplicate] = await Promise.all([load(intoId), load(duplicateId)]);
      if (!isRetry) {
        requireExisting(into.state, intoId);
        requireExisting(duplicate.state, duplicateId);
        requireVersion(into.version, input.version);
        requireVersion(duplicate.version, input.duplicateVersion);
      }
      if (into.state.phase === 'unknown') throw notFound('customer', intoId);
      const { fields, takesKyc } = input;
      const written = await run(
        {
          ...{ type: 'MergeCustomer', customerId: duplicateId, into: into.state.record },
          ...{ fields, takesKyc },
        },
        // Whoever changes them without our lock is not overlooked, either.
        { ...context, expectedVersion: input.duplicateVersion },
        { type: 'MergeCustomer', intoId, ...input },
      );
      return merged(written, await finish(duplicateId, intoId, context));
    });
  };

  const undoMerge: Customers['undoMerge'] = async (intoId, duplicateId, context) =>
    withLocks([intoId, duplicateId], async () => {
      await finishOf([intoId, duplicateId]);
      const { state: into } = await load(intoId);
      if (into.phase === 'unknown') throw notFound('customer', intoId);
      if (into.phase === 'erased') throw gone(intoId, 'erased');
      if (into.phase === 'merged') {
        throw conflict(
          'merged-further',
          `Customer ${intoId} was merged into customer ${into.intoId} since. Undo that merge first.`,
        );
      }
      const hold = into.record.holds.find(({ lifted }) => lifted === null);
      if (hold) {
        throw conflict(
          'legal-hold',
          'A legal hold stands on the records of this customer: they stay as they are. Lift it first.',
        );
      }
      const { expectedVersion: _of, ...anyVersion } = context;
      const command = { type: 'UndoMerge', customerId: duplicateId, fromId: intoId } as const;
      const written = await run(command, anyVersion);
      return merged(written, await finish(duplicateId, intoId, context));
    });

  return {
    merge,
    undoMerge,
    loadRemaining,
    remainingOf: async (id) => (await loadRemaining(id)).id,
    mergedInto,

    async mergedCustomers(customerId) {
      const rows: { customer_id: number; merged_at: Date; merged_by: string }[] = await tables
        .from(mergesTable.name)
        .select('customer_id', 'merged_at', 'merged_by')
        .where('into_id', customerId)
        .orderBy(['merged_at', 'customer_id']);
      return Promise.all(
        rows.map(async ({ customer_id: id, merged_at, merged_by }): Promise<MergedCustomer> => {
          const { state } = await load(id);
          const name = state.phase === 'unknown' ? null : (state.record.details?.name ?? null);
          return { id, name, mergedAt: merged_at.toISOString(), mergedBy: merged_by };
        }),
      );
    },

    async compare(firstId, secondId) {
      if (firstId === secondId) throw sameCustomer('with');
      const [first, second] = await Promise.all([firstId, secondId].map(loadComparable));
      if (!first || !second) throw notFound('customer', firstId);
      return {
        first: comparedCustomer(first.record, first.version),
        firstHoldings: ownHoldings(first.record),
        second: comparedCustomer(second.record, second.version),
        secondHoldings: ownHoldings(second.record),
        fields: comparedDetails(first.record, second.record),
        consents: comparedConsents(first.record, second.record),
      };
    },

    markDistinct: ofPair('MarkDistinct'),
    unmarkDistinct: ofPair('UnmarkDistinct'),

    async withApart(id, history) {
      const rows: { first_id: number }[] = await tables
        .from(distinctTable.name)
        .select('first_id')
        .where('second_id', id);
      const entries = await Promise.all(
        rows.map(async ({ first_id }) =>
          distinctHistory(await commands.readHistory<CustomerEvent>(customerStream(first_id)), id),
        ),
      );
      const inOrder = entries.flat().sort((a, b) => (a.at < b.at ? -1 : 1));
      return mergedByTime(history, inOrder);
    },

    async finishMerges(signal) {
      const rows: { customer_id: number; other_id: number }[] = await tables
        .from(unfinishedMergesTable.name)
        .select('customer_id', 'other_id')
        .orderBy('customer_id')
        .limit(RESUMED_AT_ONCE);
      let finished = 0;
      for (const { customer_id: id, other_id: otherId } of rows) {
        if (signal?.aborted) break;
        try {
          await withLocks([id, otherId], () => finish(id, otherId, BY_JOB));
          finished += 1;
        } catch (error) {
          if (error instanceof Refusal && error.code === 'record-locked') continue;
          const unfinished = 'A merge could not be finished; it is tried again';
          if (isOutage(error)) logger.warn({ customerId: id }, unfinished, error);
          else logger.error({ customerId: id }, unfinished, error);
        }
      }
      return finished;
    },

    async holding(customerId, work) {
      await catchUp();
      const ids = [customerId, ...(await mergedInto(customerId))];
      return withLocks(ids, async () => {
        await finishOf(ids);
        return work();
      });
    },
  };
}

const BY_JOB: Initiator = { actor: systemActor, correlationId: 'finish-merges' };

const merged = (
  { position, repeated }: { position: LogPosition | null; repeated: boolean },
  end: LogPosition | null,
): Merged => ({ position: later(position, end), repeated });

const sameCustomer = (field: string) => {
  const message = 'A customer cannot be merged into themselves. Choose two.';
  return invalid([{ field, code: 'same-customer', message }]);
};

const gone = (id: number, how: 'deleted' | 'erased') =>
  conflict(`customer-${how}`, `Customer ${id} was ${how}. There is nothing to merge or to part.`);
