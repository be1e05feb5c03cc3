/** One email as we send it: plain text, and files with it. */
export interface Email {
  /** A UUID, the local part of the Message-ID: sent again, it is the same message. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export interface Attachment {
  readonly fileName: string;
  readonly mimeType: string;
  readonly content: Buffer;
}

/** Sends emails: through a mail server, or into a folder where there is none. */
export interface Mailer {
  /**
   * Resolves once the mail server has taken it (or the file is written).
   * @throws MailRefused when its address will never be taken, Refusal `unavailable` when the server
   *   was not reached, or did not take it for a reason of ours.
   */
  send(email: Email): Promise<void>;
  close(): Promise<void>;
}

/** The mail server refused the address for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
