import { randomUUID } from 'node:crypto';
import { claimStream } from '@insuremanager/contracts/claims/claimEvents';
import { claimRecord } from '@insuremanager/contracts/claims/claimViews';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { typedPolicy } from '@insuremanager/services/policies/testing/policyFixture';
import { beforeEach, expect, it } from 'vitest';
import { caughtUp } from '../roles/openServices.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { workOn } from './testing/claimWork.js';
import type { DyingClaimsInput } from './testing/dyingClaims.js';
import { killedFixture } from './testing/killedFixture.js';
import { signalThatEnded } from './testing/killedProcess.js';

const TIMEOUT_MS = 300_000;
const CLAIMS = 5;
const AFTER_EMAILS = 3;
const ELEVEN_MINUTES = 11 * 60_000;

let passed = 0;
const clock = { now: () => new Date(Date.now() + passed) };
const today = kolkataDay(new Date());

const { services, installation, mailServer } = killedFixture({ clock });
beforeEach(() => {
  passed = 0;
});

const admin = () => ({
  commandId: randomUUID(),
  actor: { userId: 1, username: 'admin', role: 'admin' },
  correlationId: 'test',
});

/** A claim of a customer of its own, reported today. */
async function newClaim(nth: number): Promise<number> {
  const person = { name: `C ${nth}`, phone: '9876543210', email: `c${nth}@example.com` };
  const customer = await services.customers.create(CustomerInput.parse(person), admin());
  const typed = typedPolicy('health', {
    ...{ customerId: customer.record.id, policyNumber: `K/${nth}` },
    ...{ startDate: '2020-01-01', endDate: '2099-12-31' },
  });
  const policy = await services.policies.issue('health', typed, admin());
  const claim = claimRecord.input.parse({
    ...{ policyId: policy.record.id, kind: 'reimbursement' },
    ...{ lossDate: today, intimatedOn: today, amountClaimed: '1000' },
  });
  return (await services.claims.create(claim, admin())).record.id;
}

/** Runs a process of its own, which is killed once the mail server has taken so many emails. */
async function killedAfter(afterEmails: number, claimIds: readonly number[]): Promise<void> {
  const input: DyingClaimsInput = { claimIds, on: today, afterEmails, ...installation };
  expect(await signalThatEnded('dyingClaims', input)).toBe('SIGKILL');
}

const typesOf = async (id: number) =>
  (await services.platform.commands.readHistory(claimStream(id))).map(({ type }) => type);
const messageIds = () =>
  mailServer.taken.map(({ raw }) => /^message-id: *(\S+)/im.exec(raw)?.[1] ?? raw);

it.runIf(isExhaustive(import.meta.url))(
  'a process that is killed between an email of a claim and its outcome leaves no step twice, and the email is finished by itself',
  async () => {
    const claimIds: number[] = [];
    for (let nth = 1; nth <= CLAIMS; nth += 1) claimIds.push(await newClaim(nth));
    await killedAfter(AFTER_EMAILS, claimIds);
    await caughtUp(services);
    const broken = claimIds[AFTER_EMAILS - 1] as number;
    const ASKED = ['ClaimIntimated', 'ClaimMoved', 'ClaimDocumentsRequested'];
    expect(await typesOf(broken)).toEqual(ASKED);
    expect(await services.claims.recover()).toBe(0);

    passed = ELEVEN_MINUTES;
    expect(await services.claims.recover()).toBe(1);
    await caughtUp(services);
    expect(await services.claims.recover()).toBe(0);
    // The same message once more, by whose id a mail server knows it.
    expect(messageIds()).toHaveLength(AFTER_EMAILS + 1);
    expect(new Set(messageIds()).size).toBe(AFTER_EMAILS);

    // Whoever waited tries all of it again: what is done stays done once.
    for (const id of claimIds) await workOn(services, id, today);
    expect(new Set(messageIds()).size).toBe(CLAIMS);
    expect(messageIds()).toHaveLength(CLAIMS + 1);
    for (const id of claimIds) {
      expect(await typesOf(id)).toEqual([...ASKED, 'ClaimRequestDelivered']);
      const { steps, requests } = await services.claims.progress(id);
      expect(steps.map(({ stage }) => stage)).toEqual(['intimated', 'documents']);
      expect(requests).toMatchObject([{ outcome: 'sent' }]);
    }
  },
  TIMEOUT_MS,
);
