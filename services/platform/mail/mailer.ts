import { Refusal, unavailable } from '../errors.js';

/** One email as we send it: plain text, the same as HTML where there is one, and files with it. */
export interface Email {
  /** A UUID, the local part of the Message-ID: sent again, it is the same message. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** A whole document, which programs that can show it show instead of the text. */
  readonly html?: string;
  readonly attachments: readonly Attachment[];
}

export interface Attachment {
  readonly fileName: string;
  readonly mimeType: string;
  readonly content: Buffer;
}

/** Sends emails: through a mail server, or into a folder where there is none. */
export interface Mailer {
  /** True: there is no mail server; emails are stored as files and reach nobody. */
  readonly isFolder: boolean;
  /**
   * Resolves once the mail server has taken it (or the file is written).
   * @throws MailRefused when its address will never be taken, MailDeferred when the server was not
   *   reached, or did not take it for a reason of ours.
   */
  send(email: Email): Promise<void>;
  /** Signs in and sends nothing. @throws MailDeferred when that fails. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The mail server refused the address for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';

  constructor(
    code: string,
    /** The server's own words, which may repeat the address. */
    readonly reply: string | null = null,
  ) {
    super(code);
  }
}

/**
 * Why an email may be sent again: the server was not reached, it said that it is not to be now, or
 * it refuses us and not the address, which is for whoever runs this to repair.
 */
export type MailProblem = 'unreachable' | 'limited' | 'misconfigured';

interface Deferral {
  readonly problem: MailProblem;
  /** The server's own words, which may repeat an address; null when it said nothing. */
  readonly reply: string | null;
  /** Whether every other email would meet the same. */
  readonly isOfAll: boolean;
  /** It was handed over, and nobody knows what became of it. */
  readonly mayHaveArrived: boolean;
}

/** The email was not taken, and may be sent again. A person reads that the server is away. */
export class MailDeferred extends Refusal implements Deferral {
  readonly problem: MailProblem;
  readonly reply: string | null;
  readonly isOfAll: boolean;
  readonly mayHaveArrived: boolean;

  constructor({ problem, reply, isOfAll, mayHaveArrived }: Deferral) {
    const { kind, code, message, retryAfterSeconds } = unavailable('The mail server');
    super(kind, { code, message, retryAfterSeconds });
    this.problem = problem;
    this.reply = reply;
    this.isOfAll = isOfAll;
    this.mayHaveArrived = mayHaveArrived;
  }
}
