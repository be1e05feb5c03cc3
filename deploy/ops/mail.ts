import { open, readFile } from 'node:fs/promises';
import { keptEmails } from '@insuremanager/services/platform/mail/folderMail';
import PostalMime, { type Email } from 'postal-mime';
import { count, shownTime } from './figures.js';

/** Bytes; when, to whom and what stand at the beginning, before text and attachments. */
const HEAD = 16 * 1024;

/**
 * The newest of the emails that are kept in a folder: when, to whom, what, and where it lies. Of
 * each only the beginning is read. @param limit how many at most.
 */
export async function listEmails(
  folder: string,
  limit: number,
  say: (line: string) => void,
): Promise<number> {
  const paths = await keptEmails(folder);
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
  return Number.isNaN(at.getTime()) ? '(no date)' : shownTime(at);
}
