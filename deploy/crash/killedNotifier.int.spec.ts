import { randomUUID } from 'node:crypto';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import { createLogger } from '@insuremanager/services/platform/logger';
import { IN_HAND_MS } from '@insuremanager/services/reminders/customerReminders';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { caughtUp, startNotifierOf } from '../roles/openServices.js';
import { isExhaustive } from '../testing/exhaustive.js';
import type { DyingInput, FaultPoint } from './testing/dyingNotifier.js';
import { killedFixture } from './testing/killedFixture.js';
import { signalThatEnded } from './testing/killedProcess.js';

const whole = isExhaustive(import.meta.url);
const TIMEOUT_MS = 300_000;
const BEGINNING = new Date('2026-11-02T05:00:00Z'); // 10:30 in Kolkata
let now = BEGINNING;
/** Customers of the scheduler's run: it takes a while. */
const DUE = 20;
const clock = { now: () => now };
const logger = createLogger('silent');

const closing: (() => Promise<unknown>)[] = [];

const { services, installation, mailServer } = killedFixture({ clock });
beforeEach(() => {
  now = BEGINNING;
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const agent = () => ({
  commandId: randomUUID(),
  actor: { userId: 1, username: 'anitha', role: 'agent' },
  correlationId: 'test',
});

/** Customers with one policy each that ends in 29 days. */
async function insured(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const typed = { name: `C ${number}`, phone: '9876543210', email: `c${number}@example.com` };
    const { record: customer } = await services.customers.create(
      CustomerInput.parse(typed),
      agent(),
    );
    const input = policyInputOf('health').parse({
      customerId: customer.id,
      policyNumber: `H/${number}`,
      insuranceCompany: 'Star Health',
      policyType: 'family',
      sumAssured: '500000',
      premiumAmount: '9029.95',
      premiumFrequency: 'yearly',
      startDate: '02/12/2025',
      endDate: '01/12/2026',
    });
    await services.policies.issue('health', input, agent());
  }
  await caughtUp(services);
}

/** Runs a process of its own until it is killed at the point. */
async function killedAt(faultPoint: FaultPoint): Promise<void> {
  const input: DyingInput = { faultPoint, now: now.getTime(), ...installation };
  expect(await signalThatEnded('dyingNotifier', input)).toBe('SIGKILL');
}

/**
 * What another process does that stays alive, once nobody can have a notice in hand any more;
 * resolves when nothing is left to be sent.
 */
async function finish(): Promise<void> {
  now = new Date(now.getTime() + IN_HAND_MS);
  const notifier = startNotifierOf(services, logger);
  if (notifier) closing.push(notifier.stop);
  await expect
    .poll(async () => (await history()).filter(({ status }) => status === 'waiting').length)
    .toBe(0);
  await expect.poll(async () => (await notifier?.status())?.progress?.due).toBe(0);
}

const history = async () => {
  const request = { filter: {}, sort: 'added', direction: 'asc', limit: 100 } as const;
  return (await services.reminders.list(request)).items;
};

const messageIds = () =>
  mailServer.taken.map(({ raw }) => /^Message-ID: (.*)\r$/im.exec(raw)?.[1] ?? 'none');

describe('a notifier that is killed', () => {
  const moments = [
    ['before the send', 'before-send', { emails: 1, attempts: 2, mayBeDoubled: true }],
    [
      'after the send, before it is recorded',
      'after-send',
      { emails: 2, attempts: 2, mayBeDoubled: true },
    ],
    [
      'after it is recorded, before the list shows that',
      'after-record',
      { emails: 1, attempts: 1, mayBeDoubled: false },
    ],
  ] as const;
  it.each(whole ? moments : moments.slice(1, 2))(
    '%s: the reminder is sent and recorded once, and the history says what may have doubled',
    async (_when, faultPoint, { emails, attempts, mayBeDoubled }) => {
      await insured(1);
      await services.reminders.requestDue();
      await killedAt(faultPoint);
      await finish();
      expect(await history()).toMatchObject([
        { status: 'sent', emailSent: true, attempts, mayBeDoubled },
      ]);
      expect(messageIds()).toHaveLength(emails);
      // Whoever receives both sees that they are one.
      expect(new Set(messageIds()).size).toBe(1);
    },
    TIMEOUT_MS,
  );
});

describe.runIf(whole)('a notifier that is killed while several notices are under way', () => {
  it(
    'has sent one at most that goes out again',
    async () => {
      await insured(DUE);
      await services.reminders.requestDue();
      await killedAt('after-send');
      await finish();
      const all = await history();
      expect(all.map(({ status }) => status)).toEqual(Array(DUE).fill('sent'));
      expect(new Set(messageIds()).size).toBe(DUE);
      expect(messageIds()).toHaveLength(DUE + 1);
      const [doubled] = messageIds();
      expect(messageIds().filter((id) => id === doubled)).toHaveLength(2);
      const saying = all.filter(({ noticeId }) => doubled?.includes(noticeId ?? 'none'));
      expect(all.filter(({ mayBeDoubled }) => mayBeDoubled)).toEqual(saying);
      expect(saying).toHaveLength(1);
    },
    TIMEOUT_MS,
  );
});

describe.runIf(whole)('a scheduler that is killed in its run', () => {
  it(
    'has asked for a part; each reminder is asked for and sent once',
    async () => {
      await insured(DUE);
      await killedAt('in-run');
      await caughtUp(services);
      const before = (await history()).length;
      expect(before).toBeGreaterThan(0);
      expect(before).toBeLessThan(DUE);
      await services.reminders.requestDue();
      await caughtUp(services);
      await finish();
      const all = await history();
      expect(all.map(({ status }) => status)).toEqual(Array(DUE).fill('sent'));
      expect(new Set(all.map(({ policyId }) => policyId)).size).toBe(DUE);
      expect(new Set(messageIds()).size).toBe(DUE);
      expect(messageIds()).toHaveLength(DUE);
    },
    TIMEOUT_MS,
  );
});
