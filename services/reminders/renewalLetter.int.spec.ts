import { randomUUID } from 'node:crypto';
import { LANGUAGES } from '@insuremanager/contracts/customers/customerFields';
import { simpleParser } from 'mailparser';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../platform/logger.js';
import { openSmtpMail } from '../platform/mail/smtpMail.js';
import { type Refusing, testMailServer } from '../platform/mail/testing/testMailServer.js';
import { emailChannel } from './noticeChannels.js';
import type { LetterInput } from './renewalLetter.js';
import { sampleCustomer, sampleLetter, sampleTerm } from './testing/sampleLetter.js';
import { WORDINGS } from './wording.js';

const from = async () => ({ name: 'Malabar Brokers', address: 'office@example.in' });
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function mailedBy(refusing: Refusing = {}) {
  const server = await testMailServer(refusing);
  const logger = createLogger('silent');
  const mailer = openSmtpMail({ url: server.url, from, logger, timeoutMs: 60_000 });
  closing.push(server.stop, mailer.close);
  return { server, channel: emailChannel(mailer) };
}

/** What arrives of a letter, through a real server. */
async function received(letter: LetterInput) {
  const { server, channel } = await mailedBy();
  const id = randomUUID();
  expect(await channel.send(id, letter)).toEqual({ outcome: 'delivered' });
  const email = await simpleParser(server.taken[0]?.raw ?? '');
  return { id, email, text: email.text ?? '', html: String(email.html) };
}

describe('a reminder of a premium by email', () => {
  const term = sampleTerm({
    ...{ kind: 'health', premiumFrequency: 'quarterly', instalments: 4, instalmentsPaid: 2 },
    ...{ nextDueDate: '2026-04-09', nextDueAmount: '12500.05', nextGraceUntil: '2026-05-09' },
  });
  const ending = [{ term, cover: 'instalment', dueDate: '2026-04-09' }] as const;
  const { letterhead } = sampleLetter();
  const upiAddress = 'malabar.brokers@okicici';
  const link =
    'upi://pay?pa=malabar.brokers@okicici&pn=Malabar%20Brokers&am=12500.05&cu=INR&tn=Premium%20P%2F400%2F2026%2F12%203%2F4';

  it.each(LANGUAGES)('in %s says what is due, when, and by which link', async (language) => {
    const paid = { ending, letterhead: { ...letterhead, upiAddress } };
    const { email, text, html } = await received(sampleLetter(language, paid));
    const { premium, renewByPhone } = WORDINGS[language];
    expect(email.subject).toBe(premium.subjectOfOne('P/400/2026/12', '09/04/2026'));
    const said = [...Object.values(premium.labels), '3/4', '09/04/2026', '09/05/2026', upiAddress];
    for (const words of [...said, '₹12,500.05', premium.pay, premium.ignore]) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(text).toContain(link);
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    expect(text).not.toContain(renewByPhone('+91 484 2345678'));
  });

  it('has no link where the agency names no UPI address, and no name or phone in one', async () => {
    const { text, html } = await received(sampleLetter('en', { ending }));
    expect(text + html).not.toContain('upi:');
    const { name, phone } = sampleCustomer();
    expect(decodeURIComponent(link)).not.toContain(name);
    expect(decodeURIComponent(link)).not.toContain(phone);
  });
});

describe('a reminder by email', () => {
  it.each(LANGUAGES)(
    'in %s says what ends, when, and what to do, as text and as HTML',
    async (language) => {
      const { id, email, text, html } = await received(sampleLetter(language));
      const { labels, renewByPhone, subjectOfOne, kinds } = WORDINGS[language];
      expect(email.messageId).toBe(`<${id}@example.in>`);
      expect(email.subject).toBe(subjectOfOne('P/400/2026/12', '01/05/2026'));
      expect(email.headers.get('auto-submitted')).toBe('auto-generated');
      for (const words of [
        'Malabar Brokers',
        kinds.vehicle,
        ...Object.values(labels),
        'P/400/2026/12',
        'New India',
        'KL 07 AB 1234 Maruti Swift',
        '01/05/2026',
        '29',
        '₹12,34,567.50',
        renewByPhone('+91 484 2345678'),
      ]) {
        expect(text).toContain(words);
        expect(html).toContain(words);
      }
      expect(html).toContain(`<html lang="${language}">`);
    },
  );

  it('of several policies is one message, what ends first first', async () => {
    const later = sampleTerm({ id: 101, kind: 'health', policyNumber: 'H/9', vehicleNumber: null });
    const { email, text } = await received(
      sampleLetter(null, {
        ending: [
          { term: later, cover: 'policy', dueDate: '2026-05-09' },
          { term: sampleTerm(), cover: 'third_party', dueDate: '2026-05-01' },
        ],
      }),
    );
    expect(email.subject).toBe('2 of your policies end soon');
    expect(text).toContain('Vehicle insurance – Third-party cover');
    expect(text.indexOf('P/400/2026/12')).toBeLessThan(text.indexOf('H/9'));
  });

  it('shows what somebody typed as it is, and fetches nothing', async () => {
    const name = `<img src="https://evil.example/x.png" onerror='a()'> & Söhne`;
    const { html, text } = await received(
      sampleLetter('hi', {
        customer: sampleCustomer({ name, language: 'hi' }),
        ending: [
          {
            term: sampleTerm({ insuranceCompany: '</td><script>alert(1)</script>' }),
            cover: 'policy',
            dueDate: '2026-05-01',
          },
        ],
      }),
    );
    expect(text).toContain(name);
    expect(html).not.toMatch(/<(script|img|link|iframe)\b/i);
    expect(html).toContain('&lt;img src=&quot;https://evil.example/x.png&quot;');
    expect(html).toContain('prefers-color-scheme: dark');
  });

  it('does without what the brokerage has not said', async () => {
    const { text, html } = await received(sampleLetter('en', { letterhead: { name: 'Malabar' } }));
    expect(text).toContain('To renew, please get in touch with us.');
    expect(`${text}${html}`).not.toMatch(/undefined|null/);
  });
});

describe('what a mail server says', () => {
  it.each([
    [
      { rcptTo: 550 },
      { outcome: 'failed', problem: 'refused', reply: '550 No mailbox anitha@example.com' },
    ],
    [
      { rcptTo: 450 },
      {
        outcome: 'deferred',
        problem: 'limited',
        reply: expect.stringMatching(/^450 /),
        isOfAll: false,
      },
    ],
    [{ mailFrom: 553 }, { outcome: 'deferred', problem: 'misconfigured', isOfAll: true }],
    [{ data: 554 }, { outcome: 'deferred', problem: 'misconfigured', isOfAll: false }],
    [{ rcptTo: 421 }, { outcome: 'deferred', problem: 'unreachable', isOfAll: true }],
  ] as const)('%j', async (refusing, expected) => {
    const { channel } = await mailedBy(refusing);
    expect(await channel.send(randomUUID(), sampleLetter())).toMatchObject(expected);
  });

  it('is nothing when it is away; it is asked whether it is back', async () => {
    const { server, channel } = await mailedBy();
    expect(await channel.isThere()).toBe(true);
    await server.stop();
    expect(await channel.send(randomUUID(), sampleLetter())).toMatchObject({
      ...{ outcome: 'deferred', problem: 'unreachable', reply: null, isOfAll: true },
    });
    expect(await channel.isThere()).toBe(false);
    const back = await testMailServer({}, server.port);
    closing.push(back.stop);
    expect(await channel.isThere()).toBe(true);
    expect(back.taken).toEqual([]);
  });
});
