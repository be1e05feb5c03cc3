import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Written } from '../platform/commands/command.js';
import { Refusal } from '../platform/errors.js';
import { type LogPosition, later } from '../platform/eventLog/eventLog.js';
import { forEachLimit } from '../platform/forEachLimit.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { Policies } from './policies.js';

/** A term that the calendar has overtaken, and the version at which it was found so. */
export interface DueTerm {
  readonly id: number;
  readonly kind: PolicyKind;
  readonly version: number;
  readonly endDate: Day;
}

/** Once for each version at which it was found due. Position null: it was not due any more. */
export type ExpireTerm = (due: DueTerm, today: Day) => Promise<Written>;

interface Parts {
  expire: ExpireTerm;
  /** Active terms whose last day was before `today`, the longest ended first, after another. */
  dueToExpire(today: Day, after: DueTerm | null, limit: number): Promise<DueTerm[]>;
  readModels: Pick<ReadModels, 'waitFor'>;
}

/** Found at once, and under way at once. */
const PAGE = 50;
const AT_ONCE = 8;
/** How long the lists may take to catch up before the next page is asked for, in milliseconds. */
const TIMEOUT_MS = 5000;

/** Expires by the calendar what is due. */
export const policyExpiry = ({
  expire,
  dueToExpire,
  readModels,
}: Parts): Pick<Policies, 'expireDue'> => ({
  async expireDue(today: Day, signal?: AbortSignal) {
    let expired = 0;
    const failures: unknown[] = [];
    let last: DueTerm | undefined;
    while (!signal?.aborted) {
      const due = await dueToExpire(today, last ?? null, PAGE);
      last = due.at(-1);
      if (!last) break;
      let position: LogPosition | null = null;
      await forEachLimit(due, { atOnce: AT_ONCE, signal }, async (term) => {
        try {
          const result = await expire(term, today);
          if (result.position && !result.repeated) expired += 1;
          position = later(position, result.position);
        } catch (error) {
          // One that fails keeps no other one waiting; only a server that is away ends all at once.
          if (error instanceof Refusal && error.kind === 'unavailable') throw error;
          failures.push(error);
        }
      });
      // The next page begins behind this one in any case: waiting only spares the read models.
      if (position) await readModels.waitFor(position, TIMEOUT_MS);
    }
    if (failures.length > 0) throw failures[0];
    return expired;
  },
});
