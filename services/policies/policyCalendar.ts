import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { systemActor } from '../platform/codec/recordedEvent.js';
import { Refusal } from '../platform/errors.js';
import { type LogPosition, later } from '../platform/eventLog/eventLog.js';
import type { Logger } from '../platform/logger.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { Policies } from './policies.js';
import { CHAIN_UNFINISHED, type PolicyChains } from './policyChains.js';
import type { DuePolicy, policyLookups } from './policyLookups.js';
import type { PolicyRuns } from './policyRuns.js';

interface Parts {
  runs: PolicyRuns;
  chains: PolicyChains;
  queries: Pick<ReturnType<typeof policyLookups>, 'dueToExpire' | 'brokenChains'>;
  readModels: Pick<ReadModels, 'waitFor'>;
  logger: Logger;
}

/** Found at once, and under way at once. */
const PAGE = 50;
const AT_ONCE = 8;
/** How long the lists may take to follow before the next page is asked for, in milliseconds. */
const PATIENCE_MS = 5000;

/** What the system does by itself, by the calendar. */
export function policyCalendar(parts: Parts): Pick<Policies, 'expireDue' | 'mendChains'> {
  const { runs, chains, queries, readModels, logger } = parts;

  /**
   * The version at which it was found due names the command, not the end date: one that was
   * cancelled in the same moment, and reinstated later, is to be looked at again.
   */
  const expire = ({ id, kind, version }: DuePolicy, today: Day) => {
    const commandId = namedUuid('expire', id, version);
    const context = { commandId, actor: systemActor, correlationId: 'expire-policies' };
    return runs.run({ type: 'ExpirePolicy', ref: { kind, id }, today }, context);
  };

  return {
    async expireDue(today, signal) {
      let expired = 0;
      const failures = failuresOfOne();
      let last: DuePolicy | undefined;
      while (!signal?.aborted) {
        const due = await queries.dueToExpire(today, last ?? null, PAGE);
        last = due.at(-1);
        if (!last) break;
        let position: LogPosition | null = null;
        await eachOf(due, signal, async (policy) => {
          try {
            const result = await expire(policy, today);
            if (result.events.length > 0 && !result.repeated) expired += 1;
            position = later(position, result.position);
          } catch (error) {
            failures.add(error);
          }
        });
        // The next page begins behind this one in any case: waiting only spares the read models.
        if (position) await readModels.waitFor(position, PATIENCE_MS);
      }
      failures.throwFirst();
      return expired;
    },

    async mendChains(signal) {
      let mended = 0;
      const failures = failuresOfOne();
      for (const { kind, id } of await queries.brokenChains()) {
        if (signal?.aborted) break;
        try {
          if (await chains.mend({ kind, id })) mended += 1;
        } catch (error) {
          // One that must wait keeps no other one waiting.
          if (!isRefused(error, CHAIN_UNFINISHED)) failures.add(error);
          else logger.warn({ policyId: id }, 'A renewal waits for its policy number');
        }
      }
      failures.throwFirst();
      return mended;
    },
  };
}

/**
 * What went wrong with single policies. It keeps none of the others waiting, and is told in the
 * end; only a server that is away ends all at once.
 */
const failuresOfOne = () => {
  const errors: unknown[] = [];
  return {
    add(error: unknown): void {
      if (error instanceof Refusal && error.kind === 'unavailable') throw error;
      errors.push(error);
    },
    throwFirst(): void {
      if (errors.length > 0) throw errors[0];
    },
  };
};

const isRefused = (error: unknown, code: string): boolean =>
  error instanceof Refusal && error.code === code;

/** Several at once; an error that `work` throws ends all, after those that are under way. */
async function eachOf<Item>(
  items: readonly Item[],
  signal: AbortSignal | undefined,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const inTurn = async (): Promise<void> => {
    for (const item of waiting) {
      if (signal?.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
}
