import { createHash, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { z } from 'zod';
import { specimenPdf } from '../../demo/specimens.js';
import type { Client } from './client.js';

/** What people do all the while. */
export const KINDS_OF_WORK = ['write', 'file', 'reminder'] as const;
export type KindOfWork = (typeof KINDS_OF_WORK)[number];

/** Something that was asked for, and seen to be there. Times in milliseconds. */
export interface Done {
  readonly kind: KindOfWork;
  readonly from: number;
  readonly to: number;
}

export interface Work {
  readonly done: readonly Done[];
  /** How many things were acknowledged. */
  acknowledged(): number;
  /** Lets everybody finish what they are at, until it is acknowledged and seen. */
  finish(): Promise<void>;
  /** Rejects when somebody was refused what must not be; else never ends before `finish`. */
  readonly working: Promise<unknown>;
  /** What was acknowledged, and is not there as it was acknowledged. */
  lost(): Promise<string[]>;
}

const WRITERS = 3;
const REMINDER_EVERY_MS = 2000;
const WithId = z.object({ id: z.int() });
const Named = z.object({ name: z.string() });
const Reminders = z.array(z.object({ status: z.string() }));

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const DAY_MS = 24 * 60 * 60 * 1000;

const daysFromNow = (days: number) => kolkataDay(new Date(Date.now() + days * DAY_MS));

/** A new customer. */
export async function addCustomer(
  client: Client,
  more: { name?: string; email?: string } = {},
): Promise<{ id: number; name: string }> {
  const name = more.name ?? `Customer ${randomUUID()}`;
  const body = { name, phone: `9${randomInt(1e8, 1e9)}`, ...more };
  const asked = { method: 'POST', path: '/api/customers', key: randomUUID(), body } as const;
  const { id } = WithId.parse((await client.insist(asked)).json);
  return { id, name };
}

/** Uploads a file of a customer. */
export async function upload(
  client: Client,
  customerId: number,
): Promise<{ id: number; hash: string }> {
  const key = randomUUID();
  const file = Buffer.from(specimenPdf([key]));
  const body = new FormData();
  body.set('customerId', String(customerId));
  body.set('documentType', 'kyc');
  body.set('file', new Blob([file]), `${key}.pdf`);
  const asked = { method: 'POST', path: '/api/documents/upload', key, body } as const;
  const { id } = WithId.parse((await client.insist(asked)).json);
  return { id, hash: sha256(file) };
}

/** What the file holds, as a hash; undefined while it is not there. */
export async function download(client: Client, id: number): Promise<string | undefined> {
  const answer = await client.find(`/api/documents/${id}/download`);
  return answer && sha256(answer.bytes);
}

/**
 * Reminds a new customer of a policy, and waits until it was sent. It ends so late that the calendar
 * asks for nothing: while a reminder of the calendar is being sent, one by hand is refused.
 */
export async function remind(client: Client, email: string): Promise<void> {
  const { id: customerId } = await addCustomer(client, { email });
  const policyNumber = `P/${randomUUID()}`;
  const policy = {
    ...{ customerId, policyNumber, insuranceCompany: 'Star Health', policyType: 'family' },
    ...{ sumAssured: '500000.00', premiumAmount: '9000.00', premiumFrequency: 'yearly' },
    ...{ startDate: daysFromNow(-160), endDate: daysFromNow(200) },
  };
  const path = '/api/health-policies';
  const issued = await client.insist({ method: 'POST', path, key: randomUUID(), body: policy });
  const { id: policyId } = WithId.parse(issued.json);
  const body = { customerId, policyId, policyType: 'health' };
  await client.insist({ method: 'POST', path: '/api/reminders/send', key: randomUUID(), body });
  const search = `/api/reminders?search=${encodeURIComponent(policyNumber)}`;
  for (;;) {
    const { json } = await client.insist({ path: search });
    const [reminder] = Reminders.parse(json);
    if (reminder?.status === 'sent') return;
    await pause(200);
  }
}

/** Begins to work: several who write, one who uploads, reminders one after another. */
export function startWork(client: Client): Work {
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
    const answer = await client.find(`/api/customers/${id}`);
    return answer !== undefined && Named.parse(answer.json).name === name;
  };

  /** Adds a customer and renames them, and reads what was acknowledged. */
  const write = async (): Promise<void> => {
    const { id, name } = await addCustomer(client);
    names.set(id, name);
    const renamed = `${name} again`;
    const path = `/api/customers/${id}`;
    await client.insist({ method: 'PUT', path, key: randomUUID(), body: { name: renamed } });
    names.set(id, renamed);
    while (!(await nameIs(id, renamed))) await pause(100);
  };

  const file = async (): Promise<void> => {
    const [customerId] = names.keys();
    if (customerId === undefined) return;
    const { id, hash } = await upload(client, customerId);
    files.set(id, hash);
    while ((await download(client, id)) !== hash) await pause(100);
  };

  const repeat = async (kind: KindOfWork, step: () => Promise<void>, restMs: number) => {
    while (!isFinishing) {
      await timed(kind, step);
      await pause(restMs);
    }
  };

  const sendReminders = async (): Promise<void> => {
    while (!isFinishing) {
      const sent = timed('reminder', () => remind(client, 'someone@example.in'));
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
    working,
    acknowledged: () => names.size + files.size + reminders.length,
    async finish() {
      isFinishing = true;
      await working;
    },
    async lost() {
      const lost: string[] = [];
      for (const [id, name] of names) {
        if (!(await nameIs(id, name))) lost.push(`customer ${id}`);
      }
      for (const [id, hash] of files) {
        if ((await download(client, id)) !== hash) lost.push(`document ${id}`);
      }
      return lost;
    },
  };
}
