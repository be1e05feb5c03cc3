import { randomUUID } from 'node:crypto';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { describe, expect, it } from 'vitest';
import { caughtUp } from '../roles/openServices.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { killedFixture } from './testing/killedFixture.js';
import type { MailingInput } from './testing/killedMailing.js';
import { signalThatEnded } from './testing/killedProcess.js';

const TIMEOUT_MS = 300_000;
const CUSTOMERS = 20;
/** Letters that may be under way together. */
const AT_ONCE = 4;

const { services, installation, mailServer } = killedFixture();

const admin = () => ({
  commandId: randomUUID(),
  actor: { userId: 1, username: 'admin', role: 'admin' },
  correlationId: 'test',
});

/** A breach that concerns so many, who are to be written to. */
async function breachOf(count: number): Promise<number> {
  for (let number = 1; number <= count; number += 1) {
    const typed = { name: `C ${number}`, phone: '9876543210', email: `c${number}@example.com` };
    await services.customers.create(CustomerInput.parse(typed), admin());
  }
  await caughtUp(services);
  const { breaches } = services;
  const none = { occurred: null, impact: null, circumstances: null };
  const facts = { ...none, measures: null, findings: null, remedies: null };
  const awareAt = new Date().toISOString();
  const opened = { ...facts, title: 'Kill', happened: 'Something.', awareAt };
  const { id } = (await breaches.open(opened, admin())).record;
  const text = { happened: 'A', consequences: 'B', measures: 'C', advice: 'D' };
  const letter = { contact: 'E', texts: [{ language: 'en' as const, ...text }] };
  await breaches.writeLetter(id, letter, admin());
  const stretch = {
    ...{ userIds: [], kinds: ['everybody' as const], to: awareAt },
    from: new Date(Date.now() - 3_600_000).toISOString(),
  };
  await breaches.confirmPersons(id, stretch, admin());
  await breaches.requestLetters(id, admin());
  await caughtUp(services);
  return id;
}

/** Runs a process of its own, which is killed once the mail server has taken so many letters. */
async function killedAfter(afterEmails: number): Promise<void> {
  const input: MailingInput = { afterEmails, ...installation };
  expect(await signalThatEnded('dyingLetterSender', input)).toBe('SIGKILL');
}

const addresses = () => mailServer.taken.flatMap(({ to }) => to);
const lettersOf = async (id: number) => {
  await caughtUp(services);
  return (await services.breaches.details(id)).letters;
};
const send = () => services.breaches.sendLetters(new AbortController().signal);

describe.runIf(isExhaustive(import.meta.url))(
  'a process that is killed while it sends letters about a breach',
  () => {
    it(
      'has sent none that goes out again, but by somebody’s wish; all others go out once',
      async () => {
        const id = await breachOf(CUSTOMERS);
        await killedAfter(CUSTOMERS / 2);
        await send();
        const { sent, failed, waiting, sending } = await lettersOf(id);
        expect([waiting, sending, sent + failed]).toEqual([0, 0, CUSTOMERS]);
        expect(failed).toBeGreaterThan(0);
        expect(failed).toBeLessThanOrEqual(AT_ONCE);
        expect(new Set(addresses()).size).toBe(addresses().length);
        expect(addresses().length).toBeGreaterThanOrEqual(sent);

        await services.breaches.renewLetters(id, admin());
        await caughtUp(services);
        await send();
        expect(await lettersOf(id)).toMatchObject({ sent: CUSTOMERS, failed: 0 });
        expect(new Set(addresses()).size).toBe(CUSTOMERS);
      },
      TIMEOUT_MS,
    );
  },
);
