import { randomUUID } from 'node:crypto';
import type { Language } from '@insuremanager/contracts/customers/customerFields';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Logger } from '../platform/logger.js';
import { type EmailContent, escaped, htmlEmail, paragraph } from '../platform/mail/htmlEmail.js';
import { type Mailer, MailRefused } from '../platform/mail/mailer.js';
import { createBackoff, pause } from '../platform/pauses.js';
import {
  ACCOUNT_WORDINGS,
  type AccountWording,
  type Notice,
  type NoticeKind,
} from './accountWording.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Lifetime of the link or code in an email, in milliseconds; the email states it. */
export const MAILED_LASTS_MS = {
  invitation: 7 * DAY_MS,
  reset: HOUR_MS,
  email_code: 10 * MINUTE_MS,
};

/** The contents of an email about an account. Only a link and a code are secrets. */
type AccountMail =
  | { readonly kind: 'invitation' | 'reset'; readonly url: string }
  | { readonly kind: 'email_code'; readonly code: string }
  | { readonly kind: 'recovery_code_used'; readonly left: number }
  | { readonly kind: 'new_device'; readonly device: string; readonly at: Date }
  | { readonly kind: NoticeKind };

interface Recipient {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly preferences: { readonly language: Language };
}

/** Writes to users about their account, in their language. */
export interface AccountMails {
  /** There is no mail server: they are stored as files and reach nobody. */
  readonly areKept: boolean;
  /** @throws MailRefused, MailDeferred, which is `unavailable` to a person */
  send(to: Recipient, mail: AccountMail): Promise<void>;
  /**
   * Sends in the background, with retries for some minutes. An email that cannot be sent, or is
   * still unsent when the process ends, is dropped and logged.
   */
  post(to: Recipient, mail: AccountMail): void;
  /** Makes a last attempt at every pending email, and waits for it. */
  settled(): Promise<void>;
}

interface Parts {
  readonly mailer: Pick<Mailer, 'send' | 'isFolder'>;
  readonly logger: Logger;
  /** The name of the agency, which signs the emails. */
  agencyName(): Promise<string>;
}

const MOST_TRIES = 8;

export function createAccountMails({ mailer, logger, agencyName }: Parts): AccountMails {
  const open = new Set<Promise<void>>();
  let closing = new AbortController();

  const send = async (to: Recipient, mail: AccountMail, id: string): Promise<void> => {
    const content = accountEmail(mail, to, await agencyName());
    await mailer.send({ id, to: to.email, ...content, attachments: [] });
  };

  const deliver = async (to: Recipient, mail: AccountMail): Promise<void> => {
    const id = randomUUID();
    const { signal } = closing;
    const backoff = createBackoff({ firstMs: 1_000, capMs: 60_000 });
    for (let tries = 1; ; tries += 1) {
      const isLast = tries === MOST_TRIES || signal.aborted;
      try {
        return await send(to, mail, id);
      } catch (error) {
        if (isLast || error instanceof MailRefused) {
          const facts = { userId: to.userId, kind: mail.kind };
          logger.error(facts, 'An email about an account was not sent', error);
          return;
        }
        await pause(backoff.next(), signal);
      }
    }
  };

  return {
    areKept: mailer.isFolder,
    send: (to, mail) => send(to, mail, randomUUID()),
    post(to, mail) {
      const delivery = deliver(to, mail).finally(() => open.delete(delivery));
      open.add(delivery);
    },
    async settled() {
      closing.abort();
      await Promise.all(open);
      closing = new AbortController();
    },
  };
}

/** @param agency signs */
function accountEmail(
  mail: AccountMail,
  { username, preferences: { language } }: Omit<Recipient, 'email' | 'userId'>,
  agency: string,
): EmailContent {
  const wording = ACCOUNT_WORDINGS[language];
  const { subject, text, secret, after } = contentOf(mail, wording, { username, agency });
  const greeting = wording.greeting(username);
  const paragraphs = [greeting, text, ...(secret ? [secret.text] : []), ...after];
  const closing = [wording.regards, agency];
  return {
    subject,
    text: [...paragraphs, closing.join('\n')].join('\n\n'),
    html: htmlEmail({
      language,
      subject,
      brand: agency,
      underBrand: [],
      body: [
        ...[greeting, text].map(paragraph),
        ...(secret ? [secret.isLink ? linkHtml(secret.text) : codeHtml(secret.text)] : []),
        ...after.map(paragraph),
        `<p dir="auto" style="margin: 0;">${closing.map(escaped).join('<br>')}</p>`,
      ].join('\n'),
    }),
  };
}

interface Content extends Notice {
  readonly secret?: { readonly text: string; readonly isLink: boolean };
  /** Paragraphs that follow. */
  readonly after: readonly string[];
}

function contentOf(
  mail: AccountMail,
  wording: AccountWording,
  { username, agency }: { username: string; agency: string },
): Content {
  const { ignore, notYou } = wording;
  switch (mail.kind) {
    case 'invitation': {
      const lasts = wording.invitationLasts(MAILED_LASTS_MS.invitation / DAY_MS);
      const secret = { text: mail.url, isLink: true };
      return { ...wording.invitation(agency, username), secret, after: [lasts, ignore] };
    }
    case 'reset': {
      const lasts = wording.resetLasts(MAILED_LASTS_MS.reset / MINUTE_MS);
      const secret = { text: mail.url, isLink: true };
      return { ...wording.reset(username), secret, after: [lasts, ignore] };
    }
    case 'email_code': {
      const lasts = wording.emailCodeLasts(MAILED_LASTS_MS.email_code / MINUTE_MS);
      const secret = { text: mail.code, isLink: false };
      return { ...wording.emailCode, secret, after: [lasts, notYou] };
    }
    case 'recovery_code_used':
      return { ...wording.recoveryCodeUsed(mail.left), after: [notYou] };
    case 'new_device':
      return { ...wording.newDevice(mail.device, formatTime(mail.at)), after: [notYou] };
    default:
      return { ...wording.notices[mail.kind], after: [notYou] };
  }
}

/** DD/MM/YYYY HH:MM in India. */
function formatTime(at: Date): string {
  const time = at.toLocaleTimeString('en-GB', {
    timeZone: 'Asia/Kolkata',
    hour: '2-digit',
    minute: '2-digit',
  });
  return `${formatDay(kolkataDay(at))} ${time}`;
}

const linkHtml = (url: string): string =>
  `<p style="margin: 0 0 16px; overflow-wrap: anywhere;"><a href="${escaped(url)}" style="color: #2d72d2;">${escaped(url)}</a></p>`;

const codeHtml = (code: string): string =>
  `<p style="margin: 0 0 16px; font-size: 28px; font-weight: 600; letter-spacing: 4px;">${escaped(code)}</p>`;
