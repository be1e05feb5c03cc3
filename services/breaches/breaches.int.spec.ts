import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { DataExported, userAccessStream } from '@insuremanager/contracts/identity/userEvents';
import type { StretchInput } from '@insuremanager/contracts/privacy/breachViews';
import { oneGateway } from '@insuremanager/deploy/testing/gatewayFixture';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Email, MailDeferred, MailRefused } from '../platform/mail/mailer.js';
import { by, textOfLog } from '../platform/testing/serviceFixture.js';
import { type Breaches, breachesSlice } from './index.js';

let now = new Date('2026-11-20T06:00:00Z');
const gateway = oneGateway({
  clock: { now: () => now },
  brokerage: { name: 'Malabar Brokers', phone: '0484 2345678' },
});
let breaches: Breaches;
let sent: Email[];
/** Before an email counts as taken, and after it. */
let onTheWay: (email: Email) => void;
let afterwards: (email: Email) => void;

/** As another process would have it, over a mail server of the test. */
const openProcess = async (): Promise<Breaches> => {
  const { platform, readModels, customers, agency } = gateway.services;
  const mailer = {
    ...platform.mailer,
    isFolder: false,
    async send(email: Email) {
      onTheWay(email);
      sent.push(email);
      afterwards(email);
    },
  };
  const printer = { letters: async (input: unknown) => Buffer.from(JSON.stringify(input)) };
  const ties = { customers, agency, printer };
  return breachesSlice.open({ ...platform, mailer }, readModels, ties);
};

beforeEach(async () => {
  now = new Date(now.getTime() + 86_400_000);
  breaches = await openProcess();
  [sent, onTheWay, afterwards] = [[], () => {}, () => {}];
});

const shown = async <Result extends { position: { commit: bigint } | null }>(result: Result) => {
  const head = await gateway.services.platform.eventLog.head();
  expect(head && (await gateway.services.readModels.waitFor(head, 300_000))).toBe(true);
  return result;
};

const passTime = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

const customer = async (name: string, fields: object = {}) => {
  const input = CustomerInput.parse({ name, phone: '9876500000', ...fields });
  return (await shown(await gateway.services.customers.create(input, by()))).record.id;
};

const facts = {
  ...{ title: 'Zypher laptop', happened: 'A zypher laptop was stolen.', occurred: null },
  ...{ impact: null, circumstances: null, measures: null, findings: null, remedies: null },
};
const text = { happened: 'Zypher stolen.', consequences: 'Calls.', measures: 'Locked.' };
const letter = {
  contact: 'Zypher desk',
  texts: [{ language: 'en' as const, ...text, advice: 'Ask us.' }],
};

/** An hour before now, until now. */
const lastHour = (kinds: StretchInput['kinds']): StretchInput => ({
  userIds: [],
  from: new Date(now.getTime() - 3_600_000).toISOString(),
  to: now.toISOString(),
  kinds,
});

/** A breach that concerns every customer, with a letter that is asked for. */
async function breachOfAll() {
  const { record } = await shown(
    await breaches.open({ ...facts, awareAt: now.toISOString() }, by()),
  );
  await shown(await breaches.writeLetter(record.id, letter, by()));
  await shown(await breaches.confirmPersons(record.id, lastHour(['everybody']), by()));
  await shown(await breaches.requestLetters(record.id, by()));
  return record.id;
}

const send = async (of = breaches) => {
  await of.sendLetters(new AbortController().signal);
  await shown({ position: null });
};
const countsOf = async (id: number) => (await breaches.details(id)).letters;
const lettersOf = async (id: number) => {
  const { persons } = await breaches.persons(id, 0, 200);
  return new Map(persons.map(({ customerId, letter: state }) => [customerId, state]));
};
/** What was sent to an address. */
const sentTo = (address: string) => sent.filter(({ to }) => to === address);
const deferral = (isOfAll: boolean, mayHaveArrived = false) =>
  new MailDeferred({ problem: 'unreachable', reply: null, isOfAll, mayHaveArrived });

describe('whom a breach concerns', () => {
  it('is written down when it is confirmed, and stays whatever becomes of them', async () => {
    const [ravi, leela] = [await customer('Ravi'), await customer('Leela')];
    passTime(10);
    await gateway.services.platform.commands.record(
      userAccessStream(1),
      [DataExported({ userId: 1, list: 'customers', filters: ['city'] })],
      by(),
    );
    passTime(10);
    const later = await customer('Came later');
    await shown({ position: null });
    const stretch = lastHour(['lists_exported']);
    const { record } = await shown(
      await breaches.open({ ...facts, awareAt: now.toISOString() }, by()),
    );
    const before = await breaches.stretch(stretch, 0, 200);
    expect(before.lists).toMatchObject([{ what: 'customers, narrowed down by city', persons: 2 }]);
    const confirm = by();
    await shown(await breaches.confirmPersons(record.id, stretch, confirm));
    expect((await breaches.confirmPersons(record.id, stretch, confirm)).repeated).toBe(true);
    await shown(await gateway.services.customers.delete(leela, by()));

    const { persons } = await breaches.persons(record.id, 0, 200);
    expect(persons).toEqual([
      { customerId: ravi, data: ['details'], letter: 'to_be_printed' },
      { customerId: leela, data: ['details'], letter: 'unreachable' },
    ]);
    expect(persons.map(({ customerId }) => customerId)).not.toContain(later);
    const { stretches, letters } = await breaches.details(record.id);
    expect(stretches).toMatchObject([{ count: 2, confirmedBy: 'anitha' }]);
    expect(letters).toMatchObject({ persons: 2, unreachable: 1, toBePrinted: 1 });

    await shown(await breaches.clearPersons(record.id, by()));
    expect((await breaches.details(record.id)).letters.persons).toBe(0);
    await shown(await breaches.confirmPersons(record.id, stretch, by()));
    expect((await breaches.details(record.id)).letters.persons).toBe(2);
  });

  it('is not confirmed where it is nobody', async () => {
    const { record } = await breaches.open({ ...facts, awareAt: now.toISOString() }, by());
    const nobody = breaches.confirmPersons(record.id, lastHour(['files_opened']), by());
    await expect(nobody).rejects.toMatchObject({ code: 'nobody-concerned' });
  });
});

describe('letters', () => {
  it('are sent once to each who has an address, in their language', async () => {
    await customer('Meera', { email: 'meera@example.in', language: 'ml' });
    await customer('No Mail');
    const id = await breachOfAll();
    await send();
    await send(await openProcess());
    expect(sentTo('meera@example.in')).toHaveLength(1);
    const [mail] = sentTo('meera@example.in');
    expect(mail?.text).toContain('പ്രിയപ്പെട്ട Meera');
    expect(mail?.text).toContain('Zypher stolen.');
    expect(mail?.html).toContain('lang="ml"');
    const counts = await countsOf(id);
    expect(counts).toMatchObject({ waiting: 0, sending: 0, failed: 0, sent: sent.length });
    expect(counts.toBePrinted).toBeGreaterThan(0);
    expect(new Set(sent.map(({ to }) => to)).size).toBe(sent.length);
  });

  it('go once to one person with two numbers, also when these were merged in between', async () => {
    const into = await customer('Twice', { email: 'twice@example.com' });
    const gone = await customer('Twize', { email: 'twize@example.com' });
    const other = await customer('Not twice', { email: 'other@example.com' });
    const { customers } = gateway.services;
    const merge = async (one: number, duplicateId: number) => {
      const [remains, goes] = [await customers.current(one), await customers.current(duplicateId)];
      const versions = { version: remains?.version ?? -1, duplicateVersion: goes?.version ?? -1 };
      const input = { duplicateId, fields: [], takesKyc: false, ...versions };
      await shown(await customers.merge(one, input, by()));
    };
    passTime(10);
    const id = await breachOfAll();
    await merge(into, gone);
    await send();
    const both = [...sentTo('twice@example.com'), ...sentTo('twize@example.com')];
    expect(both).toHaveLength(1);
    expect((await lettersOf(id)).get(into)).toBe('sent');
    expect((await lettersOf(id)).has(gone)).toBe(false);

    // Told under a number that leads to another one since.
    const late = await customer('Other', { email: 'other@example.com' });
    passTime(10);
    const next = await breachOfAll();
    await send();
    const before = sentTo('other@example.com').length;
    await merge(late, other);
    await shown(await breaches.requestLetters(next, by()));
    await send();
    expect(sentTo('other@example.com')).toHaveLength(before);
    expect((await lettersOf(next)).get(late)).toBe('sent');

    await shown(await customers.undoMerge(into, gone, by()));
    expect((await lettersOf(id)).get(gone)).toBe('waiting');
  });

  it('left begun by who is gone is given up under the number that it was begun for', async () => {
    const email = 'begun@example.com';
    const [into, gone] = [await customer('Begun'), await customer('Begunn', { email })];
    passTime(10);
    const id = await breachOfAll();
    onTheWay = ({ to }) => {
      if (to === email) throw new Error('Broken off');
    };
    await send().catch(() => undefined);
    await shown({ position: null });
    expect((await lettersOf(id)).get(gone)).toBe('sending');
    const { customers } = gateway.services;
    const [remains, goes] = [await customers.current(into), await customers.current(gone)];
    const versions = { version: remains?.version ?? -1, duplicateVersion: goes?.version ?? -1 };
    const input = { duplicateId: gone, fields: ['email' as const], takesKyc: false, ...versions };
    await shown(await customers.merge(into, input, by()));
    onTheWay = () => {};
    await send();
    expect((await lettersOf(id)).get(into)).toBe('not_known');
    expect(sentTo(email)).toHaveLength(0);
    await shown(await breaches.renewLetters(id, by()));
    await send();
    expect(sentTo(email)).toHaveLength(1);
  });

  it('that were refused are listed, and go out once more by a wish alone', async () => {
    const jose = await customer('Jose', { email: 'jose@example.in' });
    const id = await breachOfAll();
    onTheWay = ({ to }) => {
      if (to === 'jose@example.in') throw new MailRefused('550');
    };
    await send();
    expect((await lettersOf(id)).get(jose)).toBe('refused');
    onTheWay = () => {};
    await send();
    expect(sentTo('jose@example.in')).toHaveLength(0);
    await shown(await breaches.renewLetters(id, by()));
    await send();
    expect(sentTo('jose@example.in')).toHaveLength(1);
    expect((await lettersOf(id)).get(jose)).toBe('sent');
  });

  it('wait while the mail server is away, and then go out once each', async () => {
    const id = await breachOfAll();
    const all = (await countsOf(id)).waiting;
    expect(all).toBeGreaterThan(1);
    onTheWay = () => {
      throw deferral(true);
    };
    await expect(send()).rejects.toBeInstanceOf(MailDeferred);
    await shown({ position: null });
    onTheWay = () => {};
    passTime(11);
    await send();
    expect(await countsOf(id)).toMatchObject({ sent: all, waiting: 0, failed: 0 });
    expect(sent).toHaveLength(all);
    expect(new Set(sent.map(({ to }) => to)).size).toBe(all);
  });

  it('are sent to nobody twice when a run breaks off after one was taken', async () => {
    for (const nth of [1, 2, 3, 4, 5]) await customer(`P${nth}`, { email: `p${nth}@example.in` });
    const id = await breachOfAll();
    const all = (await countsOf(id)).waiting;
    let taken = 0;
    afterwards = () => {
      taken += 1;
      // As if the process had been killed: what became of it is never written.
      if (taken === 3) throw new Error('The process is gone');
    };
    await expect(send()).rejects.toThrow('The process is gone');
    await shown({ position: null });
    await send(await openProcess());
    const { sent: done, failed, waiting, sending } = await countsOf(id);
    expect([done, failed, waiting, sending]).toEqual([all - 1, 1, 0, 0]);
    expect(sent).toHaveLength(all);
    expect(new Set(sent.map(({ to }) => to)).size).toBe(all);
    expect([...(await lettersOf(id)).values()].filter((one) => one === 'not_known')).toHaveLength(
      1,
    );
  });

  it('go out to those who are confirmed later once that is asked for, and to no one else again', async () => {
    const id = await breachOfAll();
    await send();
    const before = sent.length;
    passTime(5);
    await customer('Late', { email: 'late@example.in' });
    passTime(5);
    await shown(await breaches.confirmPersons(id, lastHour(['everybody']), by()));
    await send();
    expect(sent).toHaveLength(before);
    await shown(await breaches.requestLetters(id, by()));
    await send();
    expect(sent).toHaveLength(before + 1);
    expect(sentTo('late@example.in')).toHaveLength(1);
  });

  it('on paper are those of whom no email can be sent', async () => {
    await customer('Paul Paper', { address: '12 MG Road', city: 'Kochi' });
    const id = await breachOfAll();
    await send();
    const read = async (which: Parameters<Breaches['letters']>[1]) => {
      const { content, fileName } = await breaches.letters(id, which);
      expect(fileName).toMatch(/^letters-breach-\d+-2026-/);
      const chunks = await content.toArray();
      return JSON.parse(Buffer.concat(chunks).toString()).letters as { to: string[] }[];
    };
    const printed = await read({ of: 'unmailed', part: 1 });
    expect(printed.at(-1)?.to).toEqual(['Paul Paper', '12 MG Road', 'Kochi']);
    expect(printed).toHaveLength((await countsOf(id)).toBePrinted);
    const none = read({ of: 'unmailed', part: 2 });
    await expect(none).rejects.toMatchObject({ code: 'no-letters-to-print' });
    expect(await read({ of: 'all', part: 1 })).toHaveLength(printed.length + sent.length);
  });
});

describe('a breach', () => {
  it('is closed once no letter waits any more, and stays readable', async () => {
    await customer('Waits', { email: 'waits@example.in' });
    const id = await breachOfAll();
    const early = breaches.close(id, 'Found.', by());
    await expect(early).rejects.toMatchObject({ code: 'letters-waiting' });
    await send();
    await shown(await breaches.close(id, 'The zypher was found.', by()));
    const { breach, conclusion, history, boardDetailed } = await breaches.details(id);
    expect(breach.isClosed).toBe(true);
    expect(conclusion).toBe('The zypher was found.');
    expect(history.at(-1)?.summary).toBe('Closed');
    expect(boardDetailed).toContain('informed by email');
    expect((await breaches.openClocks(1000)).map(({ breachId }) => breachId)).not.toContain(id);
  });

  it('leaves nothing that was typed readable in the log', async () => {
    const log = await textOfLog(gateway.services.platform.eventLog);
    expect(log).toContain('BreachPersonsListed');
    expect(log.toLowerCase()).not.toContain('zypher');
  });
});
