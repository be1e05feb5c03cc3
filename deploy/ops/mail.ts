import { open, readFile, rm } from 'node:fs/promises';
import { type Day, formatDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { emailsStoredBefore, storedEmails } from '@insuremanager/services/platform/mail/folderMail';
import PostalMime, { type Email } from 'postal-mime';
import type { Answer } from './answer.js';
import { count, formatTime } from './figures.js';

/** Bytes; when, to whom and what stand at the beginning, before text and attachments. */
const HEAD = 16 * 1024;

/**
 * The newest of the emails that are stored in a folder: when, to whom, what, and where it lies. Of
 * each only the beginning is read. @param limit how many at most.
 */
export async function listEmails(folder: string, limit: number): Promise<Answer> {
  const paths = await storedEmails(folder);
  const emails = [];
  for (const path of paths.slice(-limit).reverse()) {
    const email = await PostalMime.parse(await headOf(path));
    emails.push({
      at: timeOf(email),
      to: addressesOf(email),
      subject: email.subject ?? null,
      path,
    });
  }
  return {
    document: { total: paths.length, emails },
    lines: [
      headingOf(paths.length, emails.length),
      ...emails.flatMap(({ at, to, subject, path }) => [
        `${at ? formatTime(at) : '(no date)'}  ${to.join(', ')}  ${subject ?? '(no subject)'}`,
        `  ${path}`,
      ]),
    ],
  };
}

function headingOf(total: number, listed: number): string {
  if (total === 0) return 'No email is kept here. With SMTP_URL they are sent, and none is kept.';
  if (listed === total) return `Kept emails: ${count(total)}, newest first:`;
  return `Kept emails: ${count(total)}. The newest ${count(listed)}, newest first:`;
}

/** The header of an email; all of it when it is longer than any of ours. */
async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    const end = buffer.subarray(0, bytesRead).indexOf('\r\n\r\n');
    return end < 0 ? await readFile(path) : buffer.subarray(0, end + 4);
  } finally {
    await file.close();
  }
}

const addressesOf = ({ to = [] }: Email): string[] => to.map(({ address }) => address ?? '');

function timeOf({ date }: Email): Date | null {
  const at = new Date(date ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

export interface MailDeletion {
  /** In Kolkata; emails of this day stay. */
  readonly before: Day;
  /** How many emails the person knows will be deleted; undefined until they have seen it. */
  readonly confirmed: number | undefined;
}

/**
 * Deletes the emails that were stored before a day, for ever, once the person has given back how
 * many that are. It is bad when the number is another one by now: then none is deleted.
 */
export async function deleteEmails(
  folder: string,
  { before, confirmed }: MailDeletion,
): Promise<Answer> {
  const paths = await emailsStoredBefore(folder, startOfKolkataDay(before));
  const those = `Emails kept before ${formatDay(before)}: ${count(paths.length)}.`;
  const found = { before, found: paths.length };
  if (paths.length === 0) {
    return { document: { ...found, deleted: 0 }, lines: [`${those} There is nothing to delete.`] };
  }
  if (confirmed !== paths.length) {
    return {
      document: { ...found, deleted: 0 },
      lines: [
        `${those} None has been deleted. To delete them for ever:`,
        `  npm run ops -- mail delete --before ${before} --confirm ${paths.length}`,
      ],
      isBad: confirmed !== undefined,
    };
  }
  for (const path of paths) await rm(path, { force: true });
  const document = { ...found, deleted: paths.length };
  return { document, lines: [`${those} They have been deleted.`] };
}
