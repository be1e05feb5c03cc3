import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { z } from 'zod';
import { specimenPdf } from '../../demo/specimens.js';
import { sha256Of, uploadForm } from '../../harness/client.js';
import type { Sender } from '../../harness/testing/sender.js';
import { until } from '../../harness/waiting.js';

/** What people do all the while. */
export const KINDS_OF_WORK = ['write', 'file', 'reminder'] as const;
export type KindOfWork = (typeof KINDS_OF_WORK)[number];

/** Something that was asked for, and seen to be there. Times in milliseconds. */
export interface Done {
  readonly kind: KindOfWork;
  readonly from: number;
  readonly to: number;
}

const WRITERS = 3;
const REMINDER_EVERY_MS = 2000;
const WithId = z.object({ id: z.int() });
const Named = z.object({ name: z.string() });
const Reminders = z.array(z.object({ status: z.string() }));

const DAY_MS = 24 * 60 * 60 * 1000;

const daysFromNow = (days: number) => kolkataDay(new Date(Date.now() + days * DAY_MS));

/** Until what was acknowledged can be read, or for ever: the story has an end of its own. */
const isThere = (look: () => Promise<boolean>) =>
  until(look, undefined, Number.POSITIVE_INFINITY, 100);

/** The id of what was made. */
async function made(sender: Sender, path: string, body: object): Promise<number> {
  const request = { method: 'POST', path: `/api/${path}`, key: randomUUID(), body } as const;
  return WithId.parse((await sender.acknowledged(request)).json).id;
}

/** A new customer. */
export async function addCustomer(
  sender: Sender,
  more: { email?: string } = {},
): Promise<{ id: number; name: string }> {
  const name = `Customer ${randomUUID()}`;
  const id = await made(sender, 'customers', { name, phone: `9${randomInt(1e8, 1e9)}`, ...more });
  return { id, name };
}

/** Uploads a file of a customer. */
export async function upload(
  sender: Sender,
  customerId: number,
): Promise<{ id: number; hash: string }> {
  const file = Buffer.from(specimenPdf([randomUUID()]));
  return {
    id: await made(sender, 'documents/upload', uploadForm(customerId, file)),
    hash: sha256Of(file),
  };
}

/** What the file holds, as a hash; undefined while it is not there. */
export async function download(sender: Sender, id: number): Promise<string | undefined> {
  const answer = await sender.found(`/api/documents/${id}/download`);
  return answer && sha256Of(answer.bytes);
}

/**
 * Reminds a new customer of a policy, and waits until it was sent. It ends so late that the calendar
 * asks for nothing: while a reminder of the calendar is being sent, one by hand is refused.
 */
export async function remind(sender: Sender, email: string): Promise<void> {
  const { id: customerId } = await addCustomer(sender, { email });
  const policyNumber = `P/${randomUUID()}`;
  const policyId = await made(sender, 'health-policies', {
    ...{ customerId, policyNumber, insuranceCompany: 'Star Health', policyType: 'family' },
    ...{ sumAssured: '500000.00', premiumAmount: '9000.00', premiumFrequency: 'yearly' },
    ...{ startDate: daysFromNow(-160), endDate: daysFromNow(200) },
  });
  const reminder = { customerId, policyId, policyType: 'health' };
  const path = '/api/reminders/send';
  await sender.acknowledged({ method: 'POST', path, key: randomUUID(), body: reminder });
  const search = `/api/reminders?search=${encodeURIComponent(policyNumber)}`;
  await isThere(async () => {
    const { json } = await sender.acknowledged({ method: 'GET', path: search });
    return Reminders.parse(json)[0]?.status === 'sent';
  });
}

/** Begins to work: several who write, one who uploads, reminders one after another. */
export function startWork(sender: Sender) {
  const done: Done[] = [];
  const names = new Map<number, string>();
  const files = new Map<number, string>();
  const reminders: Promise<void>[] = [];
  let isFinishing = false;

  const timed = async (kind: KindOfWork, step: () => Promise<void>): Promise<void> => {
    const from = Date.now();
    await step();
    done.push({ kind, from, to: Date.now() });
  };

  const nameIs = async (id: number, name: string): Promise<boolean> => {
    const answer = await sender.found(`/api/customers/${id}`);
    return answer !== undefined && Named.parse(answer.json).name === name;
  };
  const fileIs = async (id: number, hash: string) => (await download(sender, id)) === hash;

  /** Adds a customer and renames them, and reads what was acknowledged. */
  const write = async (): Promise<void> => {
    const { id, name } = await addCustomer(sender);
    names.set(id, name);
    const renamed = `${name} again`;
    const path = `/api/customers/${id}`;
    const body = { name: renamed };
    await sender.acknowledged({ method: 'PUT', path, key: randomUUID(), body });
    names.set(id, renamed);
    await isThere(() => nameIs(id, renamed));
  };

  const file = async (): Promise<void> => {
    const [customerId] = names.keys();
    if (customerId === undefined) return;
    const { id, hash } = await upload(sender, customerId);
    files.set(id, hash);
    await isThere(() => fileIs(id, hash));
  };

  const repeat = async (kind: KindOfWork, step: () => Promise<void>, restMs: number) => {
    while (!isFinishing) {
      await timed(kind, step);
      await pause(restMs);
    }
  };

  const sendReminders = async (): Promise<void> => {
    while (!isFinishing) {
      const sent = timed('reminder', () => remind(sender, 'someone@example.in'));
      // Met by `finish`.
      sent.catch(() => undefined);
      reminders.push(sent);
      await pause(REMINDER_EVERY_MS);
    }
    await Promise.all(reminders);
  };

  const working = Promise.all([
    ...Array.from({ length: WRITERS }, () => repeat('write', write, 100)),
    repeat('file', file, 500),
    sendReminders(),
  ]);
  working.catch(() => undefined);

  return {
    done,
    /** Rejects when somebody was refused what must not be; else never ends before `finish`. */
    working,
    /** How many things were acknowledged. */
    acknowledged: () => names.size + files.size + reminders.length,
    /** Lets everybody finish what they are at, until it is acknowledged and seen. */
    async finish() {
      isFinishing = true;
      await working;
    },
    /** What was acknowledged, and is not there as it was acknowledged. */
    async lost() {
      const lost: string[] = [];
      for (const [id, name] of names) {
        if (!(await nameIs(id, name))) lost.push(`customer ${id}`);
      }
      for (const [id, hash] of files) {
        if (!(await fileIs(id, hash))) lost.push(`document ${id}`);
      }
      return lost;
    },
  };
}

export type Work = ReturnType<typeof startWork>;
