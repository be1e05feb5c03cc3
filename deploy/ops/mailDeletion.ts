import { rm } from 'node:fs/promises';
import { type Day, shownDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { emailsKeptBefore } from '@insuremanager/services/platform/mail/folderMail';
import { count } from './figures.js';

export interface MailDeletion {
  /** In Kolkata; emails of this day stay. */
  readonly before: Day;
  /** How many emails the person knows will be deleted; undefined until they have been told. */
  readonly confirmed: number | undefined;
}

/**
 * Deletes the emails that were kept before a day, for ever, once the person has given back how many
 * that are. Exit code 1 when the number is another one by now: then none is deleted.
 */
export async function deleteEmails(
  folder: string,
  { before, confirmed }: MailDeletion,
  say: (line: string) => void,
): Promise<number> {
  const paths = await emailsKeptBefore(folder, startOfKolkataDay(before));
  const those = `Emails kept before ${shownDay(before)}: ${count(paths.length)}.`;
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
