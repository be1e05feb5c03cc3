import { readFile } from 'node:fs/promises';
import { storedEmails } from '@insuremanager/services/platform/mail/folderMail';
import PostalMime from 'postal-mime';

export interface ReceivedEmail {
  readonly subject: string;
  readonly text: string;
}

/** What has been mailed to an address, the oldest first; by the product under test, unless a folder is named. */
export async function emailsTo(
  address: string,
  folder = process.env.E2E_MAIL,
): Promise<ReceivedEmail[]> {
  if (!folder) throw new Error('E2E_MAIL names no folder of emails');
  const emails: ReceivedEmail[] = [];
  for (const path of await storedEmails(folder)) {
    const { to, subject, text } = await PostalMime.parse(await readFile(path));
    if (!to?.some((one) => one.address === address)) continue;
    emails.push({ subject: subject ?? '', text: text ?? '' });
  }
  return emails;
}
