import { randomUUID } from 'node:crypto';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { quotationStream } from '@insuremanager/contracts/quotations/quotationEvents';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unavailable } from '../platform/errors.js';
import { mailServer, trialMail } from './testing/trialMail.js';
import { by, openTrialQuotations, type TrialQuotations } from './testing/trialQuotations.js';

let backend: TestBackend;
let trial: TrialQuotations;
let mail: ReturnType<typeof trialMail>;
let customerId: number;

beforeAll(async () => {
  backend = await startTestBackend();
  trial = await openTrialQuotations(backend);
  mail = trialMail(trial);
  customerId = (await trial.customer('Anitha Nair')).id;
});
beforeEach(() => {
  trial.setTime('2026-04-01T06:00:00Z');
  mail.meets(mailServer.isThere);
});
afterAll(async () => {
  await trial?.close();
  await backend?.stop();
});

const TEN_MINUTES = 10 * 60;
const HOUR = 60 * 60;
const to = 'anitha@example.in';
const quoted = async (fields: object = {}) =>
  (await trial.create({ customerId, premiumAmount: '11800', serviceCharges: '200', ...fields }))
    .quotation;

describe('a mail server that is away', () => {
  const NOT_SENT = {
    kind: 'unavailable',
    code: 'email-not-sent',
    message:
      'The mail server cannot be reached just now. The email was not sent; please try again in a moment.',
  };
  const notSent = async (fields: object = {}) => {
    mail.meets(mailServer.isAway);
    const { id } = await quoted(fields);
    const context = { commandId: randomUUID() };
    await expect(trial.email(id, { to }, context)).rejects.toMatchObject(NOT_SENT);
    await trial.caughtUp();
    return { id, context };
  };

  it('is told at once and written down, and nothing is sent later by itself', async () => {
    const { id } = await notSent();
    expect((await trial.summaries(id)).at(-1)).toBe(`Email to ${to} could not be sent`);
    mail.meets(mailServer.isThere);
    trial.passTime(TEN_MINUTES + 1);
    expect(await trial.quotations.mend()).toBe(0);
    expect(mail.tried()).toEqual([]);
    expect((await trial.quotations.find(id))?.emailedAt).toBeNull();
  });

  it('is tried again by a retry, with the same message, until it goes through once', async () => {
    const { id, context } = await notSent();
    await expect(trial.email(id, { to }, context)).rejects.toMatchObject(NOT_SENT);
    const [before, again] = mail.tried();
    expect(again).toEqual(before);
    mail.meets(mailServer.isThere);
    const { quotation, repeated } = await trial.email(id, { to }, context);
    expect(repeated).toBe(true);
    expect(quotation.emailedAt).not.toBeNull();
    expect(await trial.email(id, { to }, context)).toMatchObject({ quotation });
    expect(mail.tried()).toEqual([before]);
    expect((await trial.summaries(id)).slice(1)).toEqual([
      `Email to ${to} asked for`,
      `Email to ${to} could not be sent`,
      `Emailed to ${to}`,
    ]);
    expect(await trial.quotations.find(id)).toEqual(quotation);
  });

  it('leaves no email behind to an address that was corrected since', async () => {
    const { id, context } = await notSent();
    mail.meets(mailServer.isThere);
    await trial.email(id, { to: 'anita@example.in' });
    await expect(trial.email(id, { to }, context)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'email-overtaken',
    });
    trial.passTime(TEN_MINUTES + 1);
    expect(await trial.quotations.mend()).toBe(0);
    expect(mail.tried().map((email) => email.to)).toEqual(['anita@example.in']);
  });

  it.each([
    ['another price', { premiumAmount: '99999' }],
    ['a refusal', { status: 'rejected' }],
  ])('leaves no email behind that knows nothing of %s', async (_, change) => {
    const { id, context } = await notSent();
    await trial.update(id, change);
    mail.meets(mailServer.isThere);
    await expect(trial.email(id, { to }, context)).rejects.toMatchObject({
      code: 'email-overtaken',
    });
    expect(mail.tried()).toEqual([]);
    expect((await trial.summaries(id)).at(-1)).toBe(
      `Email to ${to} was out of date, and not tried again`,
    );
  });

  it('tells a retry when the paper to send is lost meanwhile', async () => {
    const { id, context } = await notSent();
    mail.meets(mailServer.isThere);
    await mail.damagePaper(id);
    const refusal = { kind: 'unavailable', code: 'file-damaged' };
    await expect(trial.email(id, { to }, context)).rejects.toMatchObject(refusal);
    await trial.platform.files.remove(await mail.paperOf(id));
    await expect(trial.email(id, { to }, context)).rejects.toMatchObject({
      ...refusal,
      code: 'file-missing',
    });
    expect(mail.tried()).toEqual([]);
  });

  it('leaves no damaged paper in the way of the next email: nobody has received it', async () => {
    const { id } = await notSent();
    mail.meets(mailServer.isThere);
    await mail.damagePaper(id);
    await trial.email(id, { to: 'anita@example.in' });
    expect(mail.tried()[0]?.attachments[0]?.content.toString('latin1')).toMatch(/^%PDF-1\./);
  });
});

describe('an email whose process died', () => {
  const leftBehind = async (fields: object = {}) => {
    // Each later than the one before: the oldest is looked after first.
    trial.passTime(1);
    mail.meets(mailServer.endsUs);
    const { id } = await quoted(fields);
    const context = { commandId: randomUUID() };
    await expect(trial.email(id, { to }, context)).rejects.toThrow('The process died');
    await trial.caughtUp();
    return { id, context };
  };
  const lastOf = async (id: number) => (await trial.summaries(id)).at(-1);

  it('is sent once, by the system after ten minutes', async () => {
    const { id } = await leftBehind();
    const [before] = mail.tried();
    mail.meets(mailServer.isThere);
    trial.passTime(TEN_MINUTES - 1);
    expect(await trial.quotations.mend()).toBe(0);
    trial.passTime(2);
    expect(await trial.quotations.mend()).toBe(1);
    expect(mail.tried()).toEqual([before]);
    expect((await trial.quotations.history(id)).at(-1)).toMatchObject({
      summary: `Emailed to ${to}`,
      actor: { username: 'system' },
    });
    await trial.caughtUp();
    expect(await trial.quotations.mend()).toBe(0);
    expect(mail.tried()).toHaveLength(1);
  });

  it('is sent once, by a retry that does not wait for the system', async () => {
    const { id, context } = await leftBehind();
    const [before] = mail.tried();
    mail.meets(mailServer.isThere);
    await trial.email(id, { to }, context);
    trial.passTime(TEN_MINUTES + 1);
    // The lists may not know yet that it was sent: the quotation does.
    await trial.quotations.mend();
    expect(mail.tried()).toEqual([before]);
  });

  it('is not sent when it is out of date by then', async () => {
    const changed = await leftBehind();
    await trial.update(changed.id, { premiumAmount: '99999' });
    const rejected = await leftBehind();
    await trial.update(rejected.id, { status: 'rejected' });
    const mended = await leftBehind();
    const removed = await leftBehind();
    await trial.remove(removed.id);
    const [deletedOne, erasedOne] = [await trial.customer('Gone'), await trial.customer('Nobody')];
    const ofDeleted = await leftBehind({ customerId: deletedOne.id });
    await trial.shown(await trial.customers.delete(deletedOne.id, by()));
    const ofErased = await leftBehind({ customerId: erasedOne.id });
    await trial.platform.vault.destroyKey(customerStream(erasedOne.id));

    mail.meets(mailServer.isThere);
    await trial.email(mended.id, { to: 'anita@example.in' });
    mail.meets(mailServer.isThere);
    trial.passTime(TEN_MINUTES + 1);
    expect(await trial.quotations.mend()).toBe(6);
    expect(mail.tried()).toEqual([]);
    for (const { id } of [changed, rejected, mended, removed, ofDeleted]) {
      expect(await lastOf(id)).toBe(`Email to ${to} was out of date, and not tried again`);
    }
    expect(await lastOf(ofErased.id)).toBe(
      'Email to (erased) was out of date, and not tried again',
    );
    await trial.caughtUp();
    expect(await trial.quotations.mend()).toBe(0);
  });

  it('is not sent after all when the mail server is away then, for which no other one waits', async () => {
    const [one, other] = [await leftBehind(), await leftBehind()];
    trial.passTime(TEN_MINUTES + 1);
    mail.meets(mailServer.isAway);
    expect(await trial.quotations.mend()).toBe(1);
    expect(mail.tried()).toHaveLength(1);
    expect(await lastOf(one.id)).toBe(`Email to ${to} could not be sent`);
    await trial.caughtUp();
    mail.meets(mailServer.isThere);
    expect(await trial.quotations.mend()).toBe(1);
    expect(await lastOf(one.id)).toBe(`Email to ${to} could not be sent`);
    expect(await lastOf(other.id)).toBe(`Emailed to ${to}`);
  });

  it('waits an hour for a paper that is lost, and keeps no other one waiting', async () => {
    const [lost, other] = [await leftBehind(), await leftBehind()];
    await mail.damagePaper(lost.id);
    mail.meets(mailServer.isThere);
    trial.passTime(TEN_MINUTES + 1);
    expect(await trial.quotations.mend()).toBe(1);
    expect(await lastOf(other.id)).toBe(`Emailed to ${to}`);
    expect(await lastOf(lost.id)).toBe(`Email to ${to} asked for`);
    trial.passTime(HOUR);
    expect(await trial.quotations.mend()).toBe(1);
    expect(await lastOf(lost.id)).toBe(`Email to ${to} could not be sent`);
  });
});

describe('a process that dies after it sent an email', () => {
  it('leaves a message that is sent once more under the same id, and so kept once', async () => {
    const { id, quotationNumber } = await quoted();
    let appends = 0;
    const dying = trial.over({
      append: async (...appending) => {
        if (appending[0] === quotationStream(id)) appends += 1;
        if (appends > 1) throw unavailable('The event store');
        return trial.platform.eventLog.append(...appending);
      },
    });
    const sending = dying.email(id, { to, message: null }, by());
    await expect(sending).rejects.toMatchObject({ kind: 'unavailable' });
    await trial.caughtUp();
    trial.passTime(TEN_MINUTES + 1);
    expect(await trial.quotations.mend()).toBe(1);
    expect(mail.tried()).toHaveLength(2);
    expect(mail.tried()[0]?.id).toBe(mail.tried()[1]?.id);
    const kept = (await trial.sentEmails()).filter((email) => email.includes(quotationNumber));
    expect(kept).toHaveLength(1);
    expect(kept[0]).toContain(`Message-ID: <${mail.tried()[0]?.id}@example.in>`);
  });
});
