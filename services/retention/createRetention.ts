import { lastDayOfEnded } from '@insuremanager/contracts/erasures/erasures';
import {
  RetentionSweepStarted,
  userAccessStream,
} from '@insuremanager/contracts/identity/userEvents';
import {
  MOST_SWEPT,
  NOT_SWEPT_SHOWN,
  type RetentionSweep,
  SWEEP_REFUSALS,
  type SweepRefusal,
} from '@insuremanager/contracts/privacy/retention';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Agency } from '../agency/index.js';
import type { Customers } from '../customers/index.js';
import type { Erasures } from '../erasures/index.js';
import { conflict, Refusal } from '../platform/errors.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { OwnedPart } from '../platform/ownedRecords.js';
import { pause } from '../platform/pauses.js';
import type { Platform } from '../platform/platform.js';
import { ensureSchema } from '../platform/postgres/ensureSchema.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import type { Retention } from './retention.js';
import { retentionQueries } from './retentionQueries.js';
import { type OpenSweep, type SweepRow, sweepQueue, sweepSteps } from './sweepQueue.js';

export interface RetentionDependencies extends OwnedPart {
  readonly agency: Pick<Agency, 'settings'>;
  readonly customers: Pick<Customers, 'namesOf' | 'summaries'>;
  readonly erasures: Pick<Erasures, 'erase'>;
}

type Parts = Pick<Platform, 'pool' | 'vault' | 'commands' | 'withLock' | 'clock' | 'logger'>;

/** Before those that are not over are erased once more. */
const AGAIN_MS = 2_000;
/** Read from the queue at once. */
const BATCH = 100;

/** The capability "retention". Makes its schema where it is missing. */
export async function createRetention(
  { pool, vault, commands, withLock, clock, logger }: Parts,
  tables: ReadTables,
  { agency, customers, erasures, owned }: RetentionDependencies,
): Promise<Retention> {
  await ensureSchema(pool, 'retention', sweepSteps);
  const queue = sweepQueue(pool);
  const queries = retentionQueries(tables, createListCursors(vault), customers, owned);
  const stopping = new AbortController();
  const atWork = new Map<number, Promise<void>>();

  /** Whose last business was on this day or before: their retention has ended. */
  const ended = async () => {
    const { retentionYears: years } = await agency.settings();
    return { years, until: lastDayOfEnded(kolkataDay(clock.now()), years) };
  };

  const viewOf = async (row: SweepRow): Promise<RetentionSweep> => {
    const [progress, refused] = await Promise.all([
      queue.progress(row.id),
      queue.refused(row.id, NOT_SWEPT_SHOWN),
    ]);
    const names = await customers.namesOf(refused.map(({ customer_id }) => customer_id));
    return {
      id: row.id,
      askedBy: row.username,
      askedAt: row.asked_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
      ...progress,
      notSwept: refused.map(({ customer_id: customerId, why }) => ({
        ...{ customerId, name: names.get(customerId) ?? 'Deleted customer', why },
      })),
    };
  };

  /** Undefined: it is not over, and tried again. */
  const eraseOne = async (
    { id, user_id: userId, username, role, correlation_id: correlationId, reason }: OpenSweep,
    customerId: number,
  ): Promise<SweepRefusal | null | undefined> => {
    try {
      const commandId = namedUuid('retention-sweep', id, customerId);
      const context = { commandId, actor: { userId, username, role }, correlationId };
      const input = { reason, overridesRetention: false };
      const { isComplete } = await erasures.erase(customerId, input, context);
      return isComplete ? null : undefined;
    } catch (error) {
      if (!(error instanceof Refusal)) {
        logger.error({ customerId }, 'A customer could not be erased; it is tried no more', error);
        return 'failed';
      }
      if (error.kind === 'unavailable') throw error;
      return SWEEP_REFUSALS.find((code) => code === error.code) ?? 'failed';
    }
  };

  const eraseAll = async (sweep: OpenSweep, signal: AbortSignal): Promise<void> => {
    for (let after = 0; !signal.aborted; ) {
      const waiting = await queue.waiting(sweep.id, after, BATCH);
      if (waiting.length === 0) {
        // Some may not be over, such as when lists come late.
        if ((await queue.waiting(sweep.id, 0, 1)).length === 0) break;
        after = 0;
        await pause(AGAIN_MS, signal);
      }
      for (const customerId of waiting) {
        if (signal.aborted) return;
        after = customerId;
        const why = await eraseOne(sweep, customerId);
        if (why !== undefined) await queue.end(sweep.id, customerId, why);
      }
    }
    if (!signal.aborted) await queue.finish(sweep.id, clock.now());
  };

  /** In this process once; in another one at the same time it would only be done in vain. */
  const goOn = (sweep: OpenSweep, signal?: AbortSignal): Promise<void> => {
    const running = atWork.get(sweep.id);
    if (running) return running;
    const until = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
    const work = withLock(`retention-sweep-${sweep.id}`, () => eraseAll(sweep, until));
    const done = work.finally(() => atWork.delete(sweep.id));
    atWork.set(sweep.id, done);
    return done;
  };

  const resumeSweeps = async (signal?: AbortSignal): Promise<void> => {
    for (const sweep of await queue.open()) {
      if (signal?.aborted) return;
      await goOn(sweep, signal).catch((error) => {
        // Another process is at it.
        if (!(error instanceof Refusal && error.code === 'record-locked')) throw error;
      });
    }
  };

  return {
    years: async () => (await ended()).years,
    ended: async (list, cursor) => queries.page(list, { ...(await ended()), cursor }),
    count: async (list, most) => queries.count(list, (await ended()).until, most),

    async lastSweep() {
      const row = await queue.last();
      return row && viewOf(row);
    },

    async startSweep({ customerIds, reason }, context) {
      const earlier = await queue.findAsked(context.commandId);
      if (earlier) return viewOf(earlier);
      const chosen = [
        ...new Set(customerIds ?? (await queries.idsWaiting((await ended()).until, MOST_SWEPT))),
      ];
      if (chosen.length === 0) throw nobodyToErase();
      const { userId } = context.actor;
      const asked = { customerIds: chosen, reason, now: clock.now() };
      const row = await queue.begin(asked, context, async (sweepId) => {
        const started = RetentionSweepStarted({ userId, sweepId, customers: chosen.length });
        await commands.record(userAccessStream(userId), [started], context);
      });
      if (!stopping.signal.aborted) {
        resumeSweeps().catch((error) => {
          const sweepId = row.id;
          logger.warn({ sweepId }, 'A retention sweep was broken off and is taken up again', error);
        });
      }
      return viewOf(row);
    },

    resumeSweeps,

    async stop() {
      stopping.abort();
      await Promise.allSettled(atWork.values());
    },
  };
}

const nobodyToErase = () =>
  conflict('nobody-to-erase', 'There is nobody whose retention has ended and who can be erased.');
