import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Logger } from '../logger.js';
import { serverMessage } from '../serverMessage.js';
import { type Email, MailDeferred, type Mailer, type MailProblem, MailRefused } from './mailer.js';
import { mailMessage } from './mailMessage.js';
import type { Sender } from './sender.js';

export interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  readonly url: string;
  /** Asked for each email. */
  readonly from: () => Promise<Sender>;
  readonly logger: Logger;
  /** How long a step of the talk with the server may take, in milliseconds. */
  readonly timeoutMs?: number;
}

/** A mail server answers within seconds or is not there: somebody waits for the answer. */
const TIMEOUT_MS = 15_000;
const CONNECTIONS = 3;

/** Emails through a mail server, with TLS wherever it offers that. */
export function openSmtpMail({ url, from, logger, timeoutMs = TIMEOUT_MS }: SmtpOptions): Mailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  /** What is handed to the server after `DATA`, by Message-ID. */
  const contents = new Map<string, Readable>();
  transport.use('stream', ({ data, message }, done) => {
    const create = message.createReadStream.bind(message);
    message.createReadStream = (...options) => {
      const content = create(...options);
      contents.set(String(data.messageId), content);
      return content;
    };
    done();
  });
  return {
    isFolder: false,
    async send(email: Email) {
      const message = mailMessage(email, await from());
      const id = String(message.messageId);
      try {
        await transport.sendMail(message);
      } catch (error) {
        throw translated(error, { logger, isBegun: contents.get(id)?.readableDidRead ?? false });
      } finally {
        contents.delete(id);
      }
    },

    async check() {
      try {
        await transport.verify();
      } catch (error) {
        // Whoever asks again and again logs the first time.
        throw translated(error);
      }
    },

    async close() {
      transport.close();
    },
  };
}

interface SmtpError {
  /** Such as `EENVELOPE`, `EAUTH`, `ECONNECTION`. */
  readonly code?: string;
  /** What was answered: `RCPT TO` names whom an email is for, `MAIL FROM` whom it is from. */
  readonly command?: string;
  /** What the server answered: 5xx for good, 4xx for now. */
  readonly responseCode?: number;
  readonly response?: string;
}

/**
 * Only what is said of the address is a refusal: whoever typed it sees it. Anything else is
 * for whoever runs us to repair, and the email may be sent again. The server's own words are not
 * logged: they repeat the address.
 * @param isBegun whether the server had agreed to take the email's content.
 */
function translated(
  error: unknown,
  { logger, isBegun = false }: { logger?: Logger; isBegun?: boolean } = {},
): MailRefused | MailDeferred {
  const { code = 'unknown', command, responseCode = 0, response = '' } = error as SmtpError;
  const [, status = null] = /^\d{3}[ -]([245](?:\.\d{1,3}){2})\b/.exec(response) ?? [];
  const reply = serverMessage(response);
  const isOfAddress = command === 'RCPT TO' && responseCode >= 500;
  if (isOfAddress && !isOurFault(responseCode, status)) return new MailRefused(code, reply);
  const step = { code, command, responseCode, status };
  logger?.warn(step, 'The mail server did not take an email');
  // `5.7.x` is said of the sender, and of what one recipient's server does not let in.
  const isOfOne =
    command === 'DATA' || (command === 'RCPT TO' && (responseCode < 500 || isPolicy(status)));
  return new MailDeferred({
    problem: problemOf(step),
    reply,
    isOfAll: !isOfOne || responseCode === CLOSING,
    mayHaveArrived: isBegun && responseCode === 0,
  });
}

/** The server is about to close: it says so at any step. */
const CLOSING = 421;

function problemOf({ code, command, responseCode }: Step): MailProblem {
  if (responseCode >= 500 || code === 'EAUTH') return 'misconfigured';
  const isNotNow = responseCode > 0 && responseCode !== CLOSING;
  return isNotNow && (command === 'RCPT TO' || command === 'DATA') ? 'limited' : 'unreachable';
}

interface Step {
  readonly code: string;
  readonly command: string | undefined;
  readonly responseCode: number;
}

/**
 * Servers mostly wait for the address before they say what is wrong with the sender (RFC 3463:
 * `5.1.7` and `5.1.8`), or that they do not serve us (`5.7.x`, or 530 before a sign-in).
 */
const isOurFault = (responseCode: number, status: string | null): boolean =>
  responseCode === 530 || /^5\.1\.[78]$/.test(status ?? '') || isPolicy(status);

const isPolicy = (status: string | null): boolean => status?.startsWith('5.7.') ?? false;
