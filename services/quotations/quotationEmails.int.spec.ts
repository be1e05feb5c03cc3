import { randomUUID } from 'node:crypto';
import { ConsentInput } from '@insuremanager/contracts/customers/consentFields';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../platform/logger.js';
import { openSmtpMail } from '../platform/mail/smtpMail.js';
import { type Refusing, testMailServer } from '../platform/mail/testing/testMailServer.js';
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
const to = 'anitha@example.in';

describe('an email with a quotation', () => {
  it('says what it brings, from whom and until when, with the PDF', async () => {
    const { id, quotationNumber } = await quoted({ insuranceCompany: 'Star Health' });
    const message = 'As we spoke.\n\nPlease call me.';
    fixture.setTime('2026-04-02T06:00:00Z');
    const { record: quotation, repeated } = await fixture.email(id, { to, message });
    expect(repeated).toBe(false);
    expect(quotation).toMatchObject({ emailedAt: '2026-04-02T06:00:00.000Z', version: 2 });
    expect(await fixture.quotations.find(id)).toEqual(quotation);
    expect(mail.tried()).toHaveLength(1);
    expect(mail.tried()[0]).toMatchObject({
      to,
      subject: `Quotation ${quotationNumber}`,
      text: [
        'Dear Anitha Nair,',
        message,
        [
          `Quotation: ${quotationNumber}`,
          'Insurance company: Star Health',
          'Total amount: ₹12,000.00',
          'Valid until: 01/05/2026',
        ].join('\n'),
        'Regards\nMalabar Brokers\n+91 484 2345678',
      ].join('\n\n'),
      attachments: [{ fileName: `${quotationNumber}.pdf`, mimeType: 'application/pdf' }],
    });
    expect(mail.tried()[0]?.attachments[0]?.content.toString('latin1')).toMatch(/^%PDF-1\./);
    expect(await fixture.summaries(id)).toEqual([
      `Quotation ${quotationNumber} created`,
      `Email to ${to} requested`,
      `Emailed to ${to}`,
    ]);
  });

  it('is not sent to who withdrew consent to it, until they give it again', async () => {
    const { id, customerId } = await quoted();
    const record = async (choice: object) => {
      const input = ConsentInput.parse(choice);
      await fixture.customers.recordConsent(customerId, input, by());
    };
    await record({ quotationEmailConsent: 'withdrawn' });
    await expect(fixture.email(id, { to })).rejects.toMatchObject({
      code: 'consent-withdrawn',
      message: expect.stringContaining('record a new consent'),
    });
    expect(mail.tried()).toEqual([]);
    await record({ reminderEmailConsent: 'withdrawn', quotationEmailConsent: 'given' });
    await fixture.email(id, { to });
    expect(mail.tried()).toHaveLength(1);
  });

  it('leaves out what is not known', async () => {
    const { id } = await quoted();
    await fixture.email(id, { to });
    expect(mail.tried()[0]?.text).toContain('Please find our quotation attached.');
    expect(mail.tried()[0]?.text).not.toContain('Insurance company');
  });

  it('is sent once, however often it is requested under one id', async () => {
    const { id } = await quoted();
    const context = { commandId: randomUUID() };
    const first = await fixture.email(id, { to }, context);
    await fixture.update(id, { notes: 'Later' });
    const again = await Promise.all(
      Array.from({ length: 5 }, () => fixture.email(id, { to }, context)),
    );
    for (const answer of again) expect(answer).toEqual({ ...first, repeated: true });
    expect(mail.tried()).toHaveLength(1);
    await expect(fixture.email(id, { to: 'b@example.in' }, context)).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    });
    await fixture.email(id, { to });
    expect(new Set(mail.tried().map((email) => email.id)).size).toBe(2);
  });

  it('makes a form that is open meanwhile no older, which any other change does', async () => {
    const { id, version } = await quoted();
    await fixture.email(id, { to });
    const { record: quotation } = await fixture.update(
      id,
      { notes: 'Typed' },
      { expectedVersion: version },
    );
    expect(quotation).toMatchObject({ notes: 'Typed', version: 3 });
    await fixture.email(id, { to });
    await expect(
      fixture.update(id, { notes: 'Too late' }, { expectedVersion: version }),
    ).rejects.toMatchObject({ kind: 'stale', currentVersion: 5 });
  });

  it('is sent with a warning when the quotation stands no longer', async () => {
    const codes = async (id: number) =>
      (await fixture.email(id, { to })).warnings.map(({ code }) => code);
    const fields = { insuranceCompany: 'Star Health', sumAssured: '500000' };
    const { id } = await quoted(fields);
    expect(await codes(id)).toEqual([]);
    fixture.setTime('2026-05-02T06:00:00Z');
    expect(await codes(id)).toEqual(['past-validity']);
    await fixture.update(id, { status: 'rejected' });
    expect(await codes(id)).toEqual(['not-open']);
    expect(mail.tried()).toHaveLength(3);
  });

  it('is refused to one who has sent 200 in a day, but for a repetition', async () => {
    const { id } = await quoted();
    const actor = { userId: 77, username: 'biju', role: 'agent' } as const;
    const commandId = randomUUID();
    await fixture.email(id, { to }, { actor, commandId });
    const spendOne = fixture.platform.limits.limit({
      name: 'quotation-email',
      things: 'emails',
      most: 200,
      seconds: 24 * 3600,
    });
    for (let sent = 1; sent < 200; sent += 1) await spendOne(actor.userId);
    await expect(fixture.email(id, { to }, { actor })).rejects.toMatchObject({
      kind: 'too-many',
      message: 'Too many emails of quotations. Please try again in 24 hours.',
    });
    expect((await fixture.email(id, { to }, { actor, commandId })).repeated).toBe(true);
    expect(mail.tried()).toHaveLength(1);
    await fixture.email(id, { to });
    expect(mail.tried()).toHaveLength(2);
  });

  it('is not for a customer who was deleted or erased', async () => {
    const [deletedOne, erasedOne] = [
      await fixture.customer('Gone'),
      await fixture.customer('Nobody'),
    ];
    const ofDeleted = await quoted({ customerId: deletedOne.id });
    await fixture.customers.delete(deletedOne.id, by());
    await expect(fixture.email(ofDeleted.id, { to })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'customer-deleted',
      message: 'The customer of this quotation has been deleted.',
    });
    const ofErased = await quoted({ customerId: erasedOne.id });
    await fixture.platform.vault.destroyKey(customerStream(erasedOne.id));
    await expect(fixture.email(ofErased.id, { to })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'customer-erased',
      message: 'The customer has been erased; nothing can be sent to them.',
    });
    expect(mail.tried()).toEqual([]);
  });

  it('is not of a quotation that is not there', async () => {
    await expect(fixture.email(4711, { to })).rejects.toMatchObject({
      code: 'quotation-not-found',
    });
    const { id } = await quoted();
    await fixture.remove(id);
    await expect(fixture.email(id, { to })).rejects.toMatchObject({ code: 'quotation-not-found' });
    expect(mail.tried()).toEqual([]);
  });
});

describe('an address that the mail server refuses', () => {
  it('is refused by its field, also to a retry, which sends nothing', async () => {
    mail.meets(mailServer.refuses);
    const { id } = await quoted();
    const context = { commandId: randomUUID() };
    const refusal = {
      kind: 'invalid',
      fields: [
        {
          field: 'to',
          code: 'email-refused',
          message: 'The mail server refused this address. Check it, then send again.',
        },
      ],
    };
    await expect(fixture.email(id, { to }, context)).rejects.toMatchObject(refusal);
    await expect(fixture.email(id, { to }, context)).rejects.toMatchObject(refusal);
    expect(mail.tried()).toHaveLength(1);
    expect((await fixture.summaries(id)).at(-1)).toBe(
      `Email to ${to} was refused by the mail server`,
    );
    await fixture.caughtUp();
    fixture.passTime(TEN_MINUTES + 1);
    expect(await fixture.quotations.recover()).toBe(0);
    expect(await fixture.quotations.find(id)).toMatchObject({ emailedAt: null });
  });
});

describe('a real mail server', () => {
  /** How emails fare with it, from now on. */
  const meets = async (refusing: Refusing) => {
    const server = await testMailServer(refusing);
    const mailer = openSmtpMail({
      url: server.url,
      from: async () => ({ name: 'Malabar Brokers', address: 'office@example.in' }),
      logger: createLogger('silent'),
      timeoutMs: refusing.isSilent ? 500 : 15_000,
    });
    onTestFinished(async () => {
      await mailer.close();
      await server.stop();
    });
    mail.meets(mailer.send);
    return server;
  };

  it('takes an email under one Message-ID', async () => {
    const { taken } = await meets({});
    const { id } = await quoted();
    await fixture.email(id, { to });
    expect(taken).toHaveLength(1);
    expect(taken[0]?.raw).toContain(`Message-ID: <${mail.tried()[0]?.id}@example.in>`);
  });

  it.each([
    ['does not answer', { isSilent: true }, 'email-not-sent', 'could not be sent'],
    ['refuses our sender', { mailFrom: 553 }, 'email-not-sent', 'could not be sent'],
    ['refuses the message', { data: 554 }, 'email-not-sent', 'could not be sent'],
    ['refuses the address', { rcptTo: 550 }, 'invalid-input', 'was refused by the mail server'],
  ])('that %s is recorded as that', async (_, refusing, code, history) => {
    const { taken } = await meets(refusing);
    const { id } = await quoted();
    await expect(fixture.email(id, { to })).rejects.toMatchObject({ code });
    expect(taken).toEqual([]);
    expect((await fixture.summaries(id)).at(-1)).toBe(`Email to ${to} ${history}`);
  });
});
