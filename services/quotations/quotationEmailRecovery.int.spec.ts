import { randomUUID } from 'node:crypto';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { quotationStream } from '@insuremanager/contracts/quotations/quotationEvents';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeEach, describe, expect, it } from 'vitest';
import { unavailable } from '../platform/errors.js';
import { by } from '../platform/testing/serviceFixture.js';
import { mailFixture, mailServer } from './testing/mailFixture.js';
import { openQuotationFixture } from './testing/quotationFixture.js';

const fixture = testFixture(openQuotationFixture);
const mail = mailFixture(fixture);
const { quoted } = mail;

beforeEach(() => {
  fixture.setTime('2026-04-01T06:00:00Z');
  mail.meets(mailServer.isThere);
});

const TEN_MINUTES = 10 * 60;
const HOUR = 60 * 60;
const to = 'anitha@example.in';

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
    await expect(fixture.email(id, { to }, context)).rejects.toMatchObject(NOT_SENT);
    await fixture.caughtUp();
    return { id, context };
  };

  it('is reported at once and recorded, and nothing is sent later by itself', async () => {
    const { id } = await notSent();
    expect((await fixture.summaries(id)).at(-1)).toBe(`Email to ${to} could not be sent`);
    mail.meets(mailServer.isThere);
    fixture.passTime(TEN_MINUTES + 1);
    expect(await fixture.quotations.recover()).toBe(0);
    expect(mail.tried()).toEqual([]);
    expect((await fixture.quotations.find(id))?.emailedAt).toBeNull();
  });

  it('is tried again by a retry, with the same message, until it goes through once', async () => {
    const { id, context } = await notSent();
    await expect(fixture.email(id, { to }, context)).rejects.toMatchObject(NOT_SENT);
    const [before, again] = mail.tried();
    expect(again).toEqual(before);
    mail.meets(mailServer.isThere);
    const { record: quotation, repeated } = await fixture.email(id, { to }, context);
    expect(repeated).toBe(true);
    expect(quotation.emailedAt).not.toBeNull();
    expect(await fixture.email(id, { to }, context)).toMatchObject({ record: quotation });
    expect(mail.tried()).toEqual([before]);
    expect((await fixture.summaries(id)).slice(1)).toEqual([
      `Email to ${to} requested`,
      `Email to ${to} could not be sent`,
      `Emailed to ${to}`,
    ]);
    expect(await fixture.quotations.find(id)).toEqual(quotation);
  });

  it('leaves no email behind to an address that was corrected since', async () => {
    const { id, context } = await notSent();
    mail.meets(mailServer.isThere);
    await fixture.email(id, { to: 'anita@example.in' });
    await expect(fixture.email(id, { to }, context)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'email-superseded',
    });
    fixture.passTime(TEN_MINUTES + 1);
    expect(await fixture.quotations.recover()).toBe(0);
    expect(mail.tried().map((email) => email.to)).toEqual(['anita@example.in']);
  });

  it.each([
    ['another price', { premiumAmount: '99999' }],
    ['a refusal', { status: 'rejected' }],
  ])('leaves no email behind that knows nothing of %s', async (_, change) => {
    const { id, context } = await notSent();
    await fixture.update(id, change);
    mail.meets(mailServer.isThere);
    await expect(fixture.email(id, { to }, context)).rejects.toMatchObject({
      code: 'email-superseded',
    });
    expect(mail.tried()).toEqual([]);
    expect((await fixture.summaries(id)).at(-1)).toBe(
      `Email to ${to} was out of date, and not tried again`,
    );
  });

  it('refuses a retry when the PDF to send is lost meanwhile', async () => {
    const { id, context } = await notSent();
    mail.meets(mailServer.isThere);
    await mail.damagePdf(id);
    const refusal = { kind: 'unavailable', code: 'file-damaged' };
    await expect(fixture.email(id, { to }, context)).rejects.toMatchObject(refusal);
    await fixture.platform.files.remove(await mail.storedPdfOf(id));
    await expect(fixture.email(id, { to }, context)).rejects.toMatchObject({
      ...refusal,
      code: 'file-missing',
    });
    expect(mail.tried()).toEqual([]);
  });

  it('leaves no damaged PDF in the way of the next email: nobody has received it', async () => {
    const { id } = await notSent();
    mail.meets(mailServer.isThere);
    await mail.damagePdf(id);
    await fixture.email(id, { to: 'anita@example.in' });
    expect(mail.tried()[0]?.attachments[0]?.content.toString('latin1')).toMatch(/^%PDF-1\./);
  });
});

describe('an email whose process died', () => {
  const leftBehind = async (fields: object = {}) => {
    // Each later than the one before: the oldest is looked after first.
    fixture.passTime(1);
    mail.meets(mailServer.endsUs);
    const { id } = await quoted(fields);
    const context = { commandId: randomUUID() };
    await expect(fixture.email(id, { to }, context)).rejects.toThrow('The process died');
    await fixture.caughtUp();
    return { id, context };
  };
  const lastOf = async (id: number) => (await fixture.summaries(id)).at(-1);

  it('is sent once, by the system after ten minutes', async () => {
    const { id } = await leftBehind();
    const [before] = mail.tried();
    mail.meets(mailServer.isThere);
    fixture.passTime(TEN_MINUTES - 1);
    expect(await fixture.quotations.recover()).toBe(0);
    fixture.passTime(2);
    expect(await fixture.quotations.recover()).toBe(1);
    expect(mail.tried()).toEqual([before]);
    expect((await fixture.quotations.history(id)).at(-1)).toMatchObject({
      summary: `Emailed to ${to}`,
      actor: { username: 'system' },
    });
    await fixture.caughtUp();
    expect(await fixture.quotations.recover()).toBe(0);
    expect(mail.tried()).toHaveLength(1);
  });

  it('is sent once, by a retry that does not wait for the system', async () => {
    const { id, context } = await leftBehind();
    const [before] = mail.tried();
    mail.meets(mailServer.isThere);
    await fixture.email(id, { to }, context);
    fixture.passTime(TEN_MINUTES + 1);
    // The lists may not know yet that it was sent: the quotation does.
    await fixture.quotations.recover();
    expect(mail.tried()).toEqual([before]);
  });

  it('is not sent when it is out of date by then', async () => {
    const changed = await leftBehind();
    await fixture.update(changed.id, { premiumAmount: '99999' });
    const rejected = await leftBehind();
    await fixture.update(rejected.id, { status: 'rejected' });
    const recovered = await leftBehind();
    const removed = await leftBehind();
    await fixture.remove(removed.id);
    const [deletedOne, erasedOne] = [
      await fixture.customer('Gone'),
      await fixture.customer('Nobody'),
    ];
    const ofDeleted = await leftBehind({ customerId: deletedOne.id });
    await fixture.projected(await fixture.customers.delete(deletedOne.id, by()));
    const ofErased = await leftBehind({ customerId: erasedOne.id });
    await fixture.platform.vault.destroyKey(customerStream(erasedOne.id));

    mail.meets(mailServer.isThere);
    await fixture.email(recovered.id, { to: 'anita@example.in' });
    mail.meets(mailServer.isThere);
    fixture.passTime(TEN_MINUTES + 1);
    expect(await fixture.quotations.recover()).toBe(6);
    expect(mail.tried()).toEqual([]);
    for (const { id } of [changed, rejected, recovered, removed, ofDeleted]) {
      expect(await lastOf(id)).toBe(`Email to ${to} was out of date, and not tried again`);
    }
    expect(await lastOf(ofErased.id)).toBe(
      'Email to (erased) was out of date, and not tried again',
    );
    await fixture.caughtUp();
    expect(await fixture.quotations.recover()).toBe(0);
  });

  it('is not sent after all when the mail server is away then, for which no other one waits', async () => {
    const [one, other] = [await leftBehind(), await leftBehind()];
    fixture.passTime(TEN_MINUTES + 1);
    mail.meets(mailServer.isAway);
    expect(await fixture.quotations.recover()).toBe(1);
    expect(mail.tried()).toHaveLength(1);
    expect(await lastOf(one.id)).toBe(`Email to ${to} could not be sent`);
    await fixture.caughtUp();
    mail.meets(mailServer.isThere);
    expect(await fixture.quotations.recover()).toBe(1);
    expect(await lastOf(one.id)).toBe(`Email to ${to} could not be sent`);
    expect(await lastOf(other.id)).toBe(`Emailed to ${to}`);
  });

  it('waits an hour for a PDF that is lost, and keeps no other one waiting', async () => {
    const [lost, other] = [await leftBehind(), await leftBehind()];
    await mail.damagePdf(lost.id);
    mail.meets(mailServer.isThere);
    fixture.passTime(TEN_MINUTES + 1);
    expect(await fixture.quotations.recover()).toBe(1);
    expect(await lastOf(other.id)).toBe(`Emailed to ${to}`);
    expect(await lastOf(lost.id)).toBe(`Email to ${to} requested`);
    fixture.passTime(HOUR);
    expect(await fixture.quotations.recover()).toBe(1);
    expect(await lastOf(lost.id)).toBe(`Email to ${to} could not be sent`);
  });
});

describe('a process that dies after it sent an email', () => {
  it('leaves a message that is sent once more under the same id, and so arrives once', async () => {
    const { id, quotationNumber } = await quoted();
    let appends = 0;
    const dying = fixture.over({
      append: async (...appending) => {
        if (appending[0] === quotationStream(id)) appends += 1;
        if (appends > 1) throw unavailable('The event store');
        return fixture.platform.eventLog.append(...appending);
      },
    });
    const sending = dying.email(id, { to, message: null }, by());
    await expect(sending).rejects.toMatchObject({ kind: 'unavailable' });
    await fixture.caughtUp();
    fixture.passTime(TEN_MINUTES + 1);
    expect(await fixture.quotations.recover()).toBe(1);
    expect(mail.tried()).toHaveLength(2);
    expect(mail.tried()[0]?.id).toBe(mail.tried()[1]?.id);
    const arrived = (await fixture.sentEmails()).filter((email) => email.includes(quotationNumber));
    expect(arrived).toHaveLength(1);
    expect(arrived[0]).toContain(`Message-ID: <${mail.tried()[0]?.id}@example.in>`);
  });
});
