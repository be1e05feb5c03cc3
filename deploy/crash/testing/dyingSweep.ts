/**
 * A process that erases the customers of a sweep, and is killed at a point that its parent chose. It
 * gets what it needs by a message.
 */
import type { Erasures } from '@insuremanager/services/erasures/index';
import { createRetention } from '@insuremanager/services/retention/index';
import { onInput } from '../../harness/forked.js';
import { die, type Installation, openInstallation } from './dying.js';

/** Where the process ends: before it begins with a customer, or before it can say that it is done. */
export type SweepFaultPoint = 'before-erasure' | 'after-erasure';

export interface DyingSweepInput extends Installation {
  readonly faultPoint: SweepFaultPoint;
  /** So many are erased before. */
  readonly after: number;
  readonly customerIds: readonly number[];
}

async function run(input: DyingSweepInput): Promise<object> {
  const { faultPoint, after, customerIds } = input;
  const services = await openInstallation(input);
  let left = after;
  const erase: Erasures['erase'] = async (...asked) => {
    left -= 1;
    if (left < 0 && faultPoint === 'before-erasure') await die();
    const erased = await services.erasures.erase(...asked);
    return left < 0 ? die() : erased;
  };
  const { platform, readModels } = services;
  const retention = await createRetention(platform, readModels, {
    ...services,
    erasures: { erase },
  });
  const actor = { userId: 1, username: 'admin', role: 'admin' };
  await retention.startSweep(
    { customerIds: [...customerIds], reason: 'Kept for ten years' },
    { commandId: 'f5f1b4f0-8c1d-4a36-9b6b-0d6d5a2f7c11', actor, correlationId: 'test' },
  );
  return {};
}

onInput(run, { goesOn: true });
