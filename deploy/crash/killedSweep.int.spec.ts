import { randomUUID } from 'node:crypto';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { beforeEach, describe, expect, it } from 'vitest';
import { caughtUp } from '../roles/openServices.js';
import { isExhaustive } from '../testing/exhaustive.js';
import type { DyingSweepInput, SweepFaultPoint } from './testing/dyingSweep.js';
import { killedFixture } from './testing/killedFixture.js';
import { signalThatEnded } from './testing/killedProcess.js';

const whole = isExhaustive(import.meta.url);
const TIMEOUT_MS = 600_000;
const CUSTOMERS = 5;
/** Erased before the process is killed. */
const BEFORE = 2;
const LONG_AGO = new Date('2015-02-02T05:00:00Z');
const actor = { userId: 1, username: 'admin', role: 'admin' };

let ids: number[];
let isLongAgo = true;
const clock = { now: () => (isLongAgo ? LONG_AGO : new Date()) };
const { services, installation } = killedFixture({ clock });

beforeEach(async () => {
  isLongAgo = true;
  ids = [];
  for (let nth = 0; nth < CUSTOMERS; nth += 1) {
    const input = CustomerInput.parse({ name: `Asha ${nth}`, phone: `984701234${nth}` });
    const context = { commandId: randomUUID(), actor, correlationId: 'test' };
    ids.push((await services.customers.create(input, context)).record.id);
  }
  await caughtUp(services);
  isLongAgo = false;
}, TIMEOUT_MS);

/** Runs a process of its own until it is killed at the point. */
async function killedAt(faultPoint: SweepFaultPoint): Promise<void> {
  const input: DyingSweepInput = { faultPoint, after: BEFORE, customerIds: ids, ...installation };
  expect(await signalThatEnded('dyingSweep', input)).toBe('SIGKILL');
}

const typesOf = async (id: number): Promise<string[]> =>
  (await services.platform.commands.readHistory(customerStream(id))).map(({ type }) => type);

describe.runIf(whole)('a process that is killed while it erases the customers of a sweep', () => {
  const moments = ['before-erasure', 'after-erasure'] as const;
  it.each(moments)(
    '%s: the next one goes on, and everybody is erased once',
    async (faultPoint) => {
      await killedAt(faultPoint);
      expect(await services.retention.lastSweep()).toMatchObject({
        ...{ total: CUSTOMERS, erased: BEFORE, refused: 0, finishedAt: null },
      });
      await services.retention.resumeSweeps();
      expect(await services.retention.lastSweep()).toMatchObject({
        ...{ total: CUSTOMERS, erased: CUSTOMERS, refused: 0, finishedAt: expect.any(String) },
      });
      for (const id of ids) {
        expect(await typesOf(id)).toEqual([
          ...['CustomerRegistered', 'CustomerErased', 'CustomerErasureCompleted'],
        ]);
      }
      await caughtUp(services);
      expect(await services.retention.ended('waiting')).toMatchObject({ items: [] });
    },
    TIMEOUT_MS,
  );
});
