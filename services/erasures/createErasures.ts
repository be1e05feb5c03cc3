import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { retainedUntil } from '@insuremanager/contracts/erasures/erasures';
import type { OwnedCounts } from '@insuremanager/contracts/records/ownedCounts';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Agency } from '../agency/index.js';
import type { Claims } from '../claims/index.js';
import type { Customers } from '../customers/index.js';
import type { Exports } from '../exports/index.js';
import type { Imports } from '../imports/index.js';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type { CommandContext, Initiator } from '../platform/commands/command.js';
import { Refusal, unavailable } from '../platform/errors.js';
import type { LogPosition } from '../platform/eventLog/eventLog.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { OwnedPart } from '../platform/ownedRecords.js';
import type { Platform } from '../platform/platform.js';
import { isOutage } from '../platform/postgres/failures.js';
import { FILED_UNDER } from '../platform/readModels/filing.js';
import type { Table } from '../platform/readModels/projector.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import { type Policies, policiesTable } from '../policies/index.js';
import type { Reminders } from '../reminders/index.js';
import type { SavedViews } from '../savedViews/index.js';
import type { Erasures, RecordEver } from './erasures.js';
import { recordIn, transactionsTable } from './transactionProjector.js';

/** With the capabilities of all records that are customers’. */
export interface ErasureDependencies extends OwnedPart {
  readonly customers: Customers;
  readonly policies: Pick<Policies, 'activeNumbersOf'>;
  readonly claims: Pick<Claims, 'openNumbersOf'>;
  readonly reminders: Pick<Reminders, 'erase'>;
  readonly savedViews: Pick<SavedViews, 'thatName' | 'deleteAll'>;
  readonly exports: Pick<Exports, 'removeAll'>;
  readonly imports: Pick<Imports, 'forgetAlike' | 'forgetPerson'>;
  readonly agency: Pick<Agency, 'settings'>;
}

/** How long the lists may take to show that a customer is erased, in milliseconds. */
const TIMEOUT_MS = 5000;
/** In one run. Those that fail each time are among them: many more than ever should. */
const RESUMED_AT_ONCE = 1000;

/** The capability "erasures" over a platform, its read models and everybody who knows of customers. */
export function createErasures(
  {
    vault,
    eventLog,
    withLock,
    clock,
    logger,
  }: Pick<Platform, 'vault' | 'eventLog' | 'withLock' | 'clock' | 'logger'>,
  readModels: Pick<ReadModels, 'from' | 'waitFor'>,
  others: ErasureDependencies,
): Erasures {
  const { owned, customers, policies, claims, reminders, savedViews, exports, imports, agency } =
    others;
  const today = () => kolkataDay(clock.now());

  /** Existing records of a customer, the newest first: a renewal goes before what it renewed. */
  const recordsIn = async <Row extends { readonly id: number }>(
    table: Table,
    columns: readonly (keyof Row & string)[],
    customerId: number,
  ): Promise<Row[]> =>
    readModels
      .from(table.name)
      .select([...columns])
      .where('customer_id', customerId)
      .orderBy('id', 'desc');
  const idsIn = (table: Table, customerId: number) =>
    recordsIn<{ id: number }>(table, ['id'], customerId);

  const identifiersOf = async (customerId: number): Promise<string[]> => {
    const ids = [customerId, ...(await customers.mergedInto(customerId))];
    return (await Promise.all(ids.map((id) => customers.identifiersOf(id)))).flat();
  };

  /** Saved views named by what they are called, reached and identified by, or by a policy of theirs. */
  const viewsThatName = async (customerId: number): Promise<number[]> => {
    const [own, terms] = await Promise.all([
      identifiersOf(customerId),
      recordsIn<{ id: number; policy_number: string; vehicle_number: string | null }>(
        policiesTable,
        ['policy_number', 'vehicle_number'],
        customerId,
      ),
    ]);
    const numbers = terms.flatMap((term) => [term.policy_number, term.vehicle_number ?? '']);
    return savedViews.thatName([...own, ...numbers]);
  };

  /**
   * The last day on which anything of theirs changed, or on which a policy of theirs ends, also of
   * what has been deleted.
   */
  const lastTransaction = async (customerId: number): Promise<Day> => {
    const own = await customers.lastChangeOf(customerId);
    const latest: { changed: Date | null; ends: Day | null } | undefined = await readModels
      .from(transactionsTable.name)
      .where('customer_id', customerId)
      .max({ changed: 'changed_at', ends: 'ends_on' })
      .first();
    const days = [own, ...(latest?.changed ? [kolkataDay(latest.changed)] : [])];
    return [...days, ...(latest?.ends ? [latest.ends] : [])].sort().at(-1) ?? own;
  };

  const retention = async (customerId: number): Promise<Day> => {
    const { retentionYears } = await agency.settings();
    return retainedUntil(await lastTransaction(customerId), retentionYears);
  };

  /**
   * Each step may be repeated: what is gone stays gone.
   * @returns where the read models must be to show all of them; null when it was complete before
   */
  const finish = (customerId: number, initiator: Initiator): Promise<LogPosition | null> =>
    withLock(`erasure-${customerId}`, async () => {
      const step = (name: string, id = 0): CommandContext => ({
        ...initiator,
        commandId: namedUuid('erase', customerId, name, id),
      });
      // First: nothing tells of them any more once the rest is gone.
      await savedViews.deleteAll(await viewsThatName(customerId));
      // What names a policy goes before it.
      for (const { kind, table, serviceIn } of owned.toReversed()) {
        for (const { id } of await idsIn(table, customerId)) {
          await ignoringNotFound(serviceIn(others).delete(id, step(kind, id)));
        }
      }
      // Those who were merged into them are the same person, under numbers of their own.
      const merged = await customers.mergedInto(customerId);
      await reminders.erase(customerId, step('reminders'));
      for (const id of merged) await reminders.erase(id, step('reminders', id));
      for (const id of [customerId, ...merged]) await imports.forgetAlike(id);
      // Last: until here the records were deleted with what they knew.
      for (const id of [customerId, ...merged]) await vault.destroyKey(customerStream(id));
      // Files of exports may hold the person; those that are made from now on are of lists that do not.
      const head = await eventLog.head();
      if (head && !(await readModels.waitFor(head, TIMEOUT_MS))) throw unavailable('The lists');
      await exports.removeAll();
      for (const id of [customerId, ...merged]) await imports.forgetPerson(id);
      return customers.completeErasure(customerId, step('complete'));
    });

  /** Undefined when it could not be finished. What fails is no failure of who began it: it is tried again. */
  const tryToFinish = async (
    customerId: number,
    initiator: Initiator,
  ): Promise<LogPosition | null | undefined> => {
    try {
      return await finish(customerId, initiator);
    } catch (error) {
      // Somebody else is at it.
      if (error instanceof Refusal && error.code === 'record-locked') return undefined;
      const unfinished = 'An erasure could not be finished; it is tried again';
      if (isOutage(error)) logger.warn({ customerId }, unfinished, error);
      else logger.error({ customerId }, unfinished, error);
      return undefined;
    }
  };

  return {
    async check(number) {
      const customerId = await customers.remainingOf(number);
      const [until, holds, activePolicyNumbers, openClaimNumbers, views, ...counted] =
        await Promise.all([
          retention(customerId),
          customers.legalHolds(customerId),
          policies.activeNumbersOf(customerId),
          claims.openNumbersOf(customerId),
          viewsThatName(customerId),
          ...owned.map(async ({ declared, table }) => [
            declared.many,
            (await idsIn(table, customerId)).length,
          ]),
        ]);
      return {
        customerId,
        retainedUntil: until,
        isRetained: today() <= until,
        holds: holds
          .filter(({ liftedAt }) => liftedAt === null)
          .map(({ placedAt, matter }) => ({ since: kolkataDay(new Date(placedAt)), matter })),
        activePolicyNumbers,
        openClaimNumbers,
        ...(Object.fromEntries(counted) as OwnedCounts),
        savedViews: views.length,
      };
    },

    async recordsEver(customerId) {
      const rows: { id: string; moved_record: string | null }[] = await readModels
        .from(transactionsTable.name)
        .select('id', 'moved_record')
        .where('customer_id', customerId);
      const ever = rows.flatMap((row) => recordIn(row) ?? []);
      // What came back to them is theirs.
      const each = new Map(
        [...ever]
          .sort((a, b) => Number(b.isMoved) - Number(a.isMoved))
          .map((one) => [keyOf(one), one]),
      );
      return [...each.values()].sort((a, b) => a.id - b.id);
    },

    async recordsFiledUnder(customerId, at) {
      const rows: { id: string; moved_record: string | null }[] = await readModels
        .from(transactionsTable.name)
        .select('id', 'moved_record')
        .where(FILED_UNDER, customerId)
        .where((began) => began.whereNull('began_at').orWhere('began_at', '<=', at))
        .where((left) => left.whereNull('moved_record').orWhere('changed_at', '>', at));
      const filed = rows.flatMap((row) => recordIn(row) ?? []);
      const each = new Map(filed.map(({ record, id }) => [`${record}-${id}`, { record, id }]));
      return [...each.values()].sort((a, b) => a.id - b.id);
    },

    async erase(customerId, { reason, overridesRetention }, context) {
      const request = {
        reason,
        erasedBy: context.actor.userId,
        retainedUntil: await retention(customerId),
        today: today(),
        overridesRetention,
      };
      const { position } = await customers.erase(customerId, request, context);
      if (position) await readModels.waitFor(position, TIMEOUT_MS);
      const isComplete = await customers.isErasureComplete(customerId);
      // Lists that do not show it yet do not show all that is to be deleted: then it is resumed.
      if (isComplete === null) return { position, isComplete: false };
      if (isComplete) return { position, isComplete };
      const end = await tryToFinish(customerId, context);
      return { position: end ?? position, isComplete: end !== undefined };
    },

    async resume(signal) {
      const unfinished = await customers.unfinishedErasures(RESUMED_AT_ONCE);
      let finished = 0;
      for (const customerId of unfinished) {
        if (signal?.aborted) break;
        const initiator = { actor: systemActor, correlationId: 'resume-erasures' };
        if ((await tryToFinish(customerId, initiator)) !== undefined) finished += 1;
      }
      return finished;
    },
  };
}

const keyOf = ({ record, id }: RecordEver): string => `${record}-${id}`;

/** A record that somebody has deleted meanwhile. */
const ignoringNotFound = async (deletion: Promise<unknown>): Promise<void> => {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'not-found')) throw error;
  }
};
