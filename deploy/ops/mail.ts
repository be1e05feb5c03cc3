import { open, readFile, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  type Day,
  formatDay,
  isDay,
  startOfKolkataDay,
} from '@insuremanager/contracts/rules/kolkataDay';
import { emailsStoredBefore, storedEmails } from '@insuremanager/services/platform/mail/folderMail';
import PostalMime, { type Email } from 'postal-mime';
import { count, formatTime } from './figures.js';

/** What `npm run ops -- mail …` asks for. */
export type MailRequest =
  | { readonly wanted: 'list'; readonly limit: number }
  | ({ readonly wanted: 'deletion' } & MailDeletion);

const LISTED = 50;

/** @param today in Kolkata. @throws Error saying what is wrong with the arguments. */
export function mailRequest(args: string[], today: Day): MailRequest {
  const { values } = parseArgs({
    args,
    options: {
      limit: { type: 'string' },
      'delete-before': { type: 'string' },
      confirm: { type: 'string' },
    },
  });
  const { limit, confirm, 'delete-before': before } = values;
  if (before === undefined) {
    if (confirm !== undefined) throw new Error('--confirm goes with --delete-before.');
    return { wanted: 'list', limit: limit === undefined ? LISTED : positive('--limit', limit) };
  }
  if (limit !== undefined) throw new Error('--limit does not go with --delete-before.');
  if (!isDay(before) || before > today) {
    throw new Error('--delete-before takes a day that is not in the future, such as 2026-03-31.');
  }
  const confirmed = confirm === undefined ? undefined : positive('--confirm', confirm);
  return { wanted: 'deletion', before, confirmed };
}

function positive(option: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${option} takes a number above 0.`);
  return Number(text);
}

/** Bytes; when, to whom and what stand at the beginning, before text and attachments. */
const HEAD = 16 * 1024;

/**
 * The newest of the emails that are stored in a folder: when, to whom, what, and where it lies. Of
 * each only the beginning is read. @param limit how many at most.
 */
export async function listEmails(
  folder: string,
  limit: number,
  say: (line: string) => void,
): Promise<number> {
  const paths = await storedEmails(folder);
  const newest = paths.slice(-limit).reverse();
  if (paths.length === 0) {
    say('No email is kept here. With SMTP_URL they are sent, and none is kept.');
  } else if (newest.length < paths.length) {
    say(`Kept emails: ${count(paths.length)}. The newest ${count(newest.length)}, newest first:`);
  } else {
    say(`Kept emails: ${count(paths.length)}, newest first:`);
  }
  for (const path of newest) {
    const email = await PostalMime.parse(await headOf(path));
    say(`${timeOf(email)}  ${addressesOf(email)}  ${email.subject ?? '(no subject)'}`);
    say(`  ${path}`);
  }
  return 0;
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

const addressesOf = ({ to = [] }: Email): string =>
  to.map(({ address }) => address ?? '').join(', ');

/** `21/11/2026 10:29`, in Kolkata. */
function timeOf({ date }: Email): string {
  const at = new Date(date ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? '(no date)' : formatTime(at);
}

interface MailDeletion {
  /** In Kolkata; emails of this day stay. */
  readonly before: Day;
  /** How many emails the person knows will be deleted; undefined until they have seen it. */
  readonly confirmed: number | undefined;
}

/**
 * Deletes the emails that were stored before a day, for ever, once the person has given back how
 * many that are. Exit code 1 when the number is another one by now: then none is deleted.
 */
export async function deleteEmails(
  folder: string,
  { before, confirmed }: MailDeletion,
  say: (line: string) => void,
): Promise<number> {
  const paths = await emailsStoredBefore(folder, startOfKolkataDay(before));
  const those = `Emails kept before ${formatDay(before)}: ${count(paths.length)}.`;
  if (paths.length === 0) {
    say(`${those} There is nothing to delete.`);
    return 0;
  }
  if (confirmed !== paths.length) {
    say(`${those} None has been deleted. To delete them for ever:`);
    say(`  npm run ops -- mail --delete-before ${before} --confirm ${paths.length}`);
    return confirmed === undefined ? 0 : 1;
  }
  for (const path of paths) await rm(path, { force: true });
  say(`${those} They have been deleted.`);
  return 0;
}
