import { readFile } from 'node:fs/promises';
import { shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { keptEmails } from '@insuremanager/services/platform/mail/folderMail';
import PostalMime, { type Email } from 'postal-mime';

/** The emails that are kept in a folder, the newest last: when, to whom, what, and where it lies. */
export async function mail(folder: string, say: (line: string) => void): Promise<number> {
  const paths = await keptEmails(folder);
  for (const path of paths) {
    const email = await PostalMime.parse(await readFile(path));
    say(`${shownTime(email)}  ${addressesOf(email)}  ${email.subject ?? '(no subject)'}`);
    say(`  ${path}`);
  }
  if (paths.length === 0) {
    say('No email is kept here. With SMTP_URL they are sent, and none is kept.');
  }
  return 0;
}

const addressesOf = ({ to = [] }: Email): string =>
  to.map(({ address }) => address ?? '').join(', ');

const TIME = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' });

/** `21/11/2026 10:29`, in Kolkata. */
function shownTime({ date }: Email): string {
  const at = new Date(date ?? Number.NaN);
  return Number.isNaN(at.getTime())
    ? '(no date)'
    : `${shownDay(DAY.format(at))} ${TIME.format(at)}`;
}
