/**
 * A process that erases the customers of a sweep, and is killed at a point that its parent chose. It
 * gets what it needs by a message.
 */
import type { Erasures } from '@insuremanager/services/erasures/index';
import { createLogger } from '@insuremanager/services/platform/logger';
import { createRetention } from '@insuremanager/services/retention/index';
import { onInput } from '../../harness/forked.js';
import { openAdapters } from '../../roles/adapters.js';
import { openServices } from '../../roles/openServices.js';
import { parseSettings } from '../../settings.js';

/** Where the process ends: before it begins with a customer, or before it can say that it is done. */
export type SweepFaultPoint = 'before-erasure' | 'after-erasure';

export interface DyingSweepInput {
  readonly faultPoint: SweepFaultPoint;
  /** So many are erased before. */
  readonly after: number;
  readonly customerIds: readonly number[];
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  readonly environment: Record<string, string>;
}

/** No handler runs, and nothing is said goodbye to. Never returns. */
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

async function run(input: DyingSweepInput): Promise<object> {
  const { faultPoint, after, customerIds, databaseUrl, masterKey, environment } = input;
  const logger = createLogger('silent');
  const clock = { now: () => new Date() };
  const adapters = await openAdapters(parseSettings(environment), { clock, logger });
  const services = await openServices({ databaseUrl, masterKey, clock, logger, adapters });
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
