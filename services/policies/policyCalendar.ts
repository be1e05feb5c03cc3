import { policyStream } from '@insuremanager/contracts/policies/policyEvents';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { systemActor } from '../platform/codec/recordedEvent.js';
import { unavailable } from '../platform/errors.js';
import { comparePositions, type LogPosition } from '../platform/eventLog/eventLog.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { Policies } from './policies.js';
import { type PolicyRef, policyDecider } from './policy.js';
import { policyChains } from './policyChains.js';
import type { CommandParts } from './policyCommands.js';
import type { policyQueries } from './policyQueries.js';

type Queries = ReturnType<typeof policyQueries>;

/** Found due at once, and under way at once. */
const PAGE = 200;
const WIDTH = 8;
/** How long the list may take to show what was expired, in milliseconds. */
const PATIENCE_MS = 30_000;

/** What is done without being asked for, by the calendar. */
export function policyCalendar(
  parts: CommandParts,
  queries: Pick<Queries, 'dueToExpire' | 'brokenChains'>,
  { waitFor }: Pick<ReadModels, 'waitFor'>,
): Pick<Policies, 'expireDue' | 'mendChains'> {
  const { commands } = parts;
  const chains = policyChains(parts);

  const expire = async (ref: PolicyRef, today: Day) => {
    // The day that it is found on names the command: a status that was set back to active by hand
    // for another end date is another one.
    const commandId = namedUuid('expire-policy', ref.id, today);
    const context = { commandId, actor: systemActor, correlationId: commandId };
    const command = { type: 'ExpirePolicy', ref, today } as const;
    const stream = policyStream(ref.id);
    return commands.run(policyDecider, { stream, command, context, request: command });
  };

  return {
    async expireDue(today, signal) {
      let expired = 0;
      let afterId = 0;
      for (;;) {
        const due = await queries.dueToExpire(today, afterId, PAGE);
        const last = due.at(-1);
        if (!last || signal?.aborted) return expired;
        let position: LogPosition | null = null;
        await eachOf(due, WIDTH, signal, async (ref) => {
          const result = await expire(ref, today);
          if (result.events.length > 0 && !result.repeated) expired += 1;
          position = later(position, result.position);
        });
        if (position && !(await waitFor(position, PATIENCE_MS))) throw unavailable('The list');
        afterId = last.id;
      }
    },

    async mendChains(signal) {
      let mended = 0;
      for (const ref of await queries.brokenChains()) {
        if (signal?.aborted) break;
        if (await chains.mend(ref)) mended += 1;
      }
      return mended;
    },
  };
}

async function eachOf<Item>(
  items: readonly Item[],
  width: number,
  signal: AbortSignal | undefined,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (signal?.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}

const later = (a: LogPosition | null, b: LogPosition | null): LogPosition | null =>
  a && b ? (comparePositions(a, b) < 0 ? b : a) : (a ?? b);
