import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderMail } from '@insuremanager/services/platform/mail/folderMail';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteEmails, listEmails, mailRequest } from './mail.js';

const requested = (...args: string[]) => mailRequest(args, '2026-11-21');

describe('what is asked of the stored emails', () => {
  it('is the newest 50, or as many as are wanted', () => {
    expect(requested()).toEqual({ wanted: 'list', limit: 50 });
    expect(requested('--limit', '7')).toEqual({ wanted: 'list', limit: 7 });
  });

  it('is a deletion, first to see how many, then with that number', () => {
    const before = '2026-11-21';
    expect(requested('--delete-before', before)).toEqual({ wanted: 'deletion', before });
    expect(requested('--delete-before', before, '--confirm', '12')).toEqual({
      wanted: 'deletion',
      before,
      confirmed: 12,
    });
  });

  it.each([
    [['--limit', '0'], '--limit takes a number above 0.'],
    [['--limit', 'all'], '--limit takes a number above 0.'],
    [['--confirm', '3'], '--confirm goes with --delete-before.'],
    [['--delete-before', '2026-11-22'], 'a day that is not in the future'],
    [['--delete-before', '31/03/2026'], 'a day that is not in the future'],
    [['--delete-before', '2026-02-30'], 'a day that is not in the future'],
    [['--delete-before', '2026-03-31', '--confirm', 'yes'], '--confirm takes a number'],
    [['--delete-before', '2026-03-31', '--limit', '3'], '--limit does not go with'],
    [['--delete', '2026-03-31'], '--delete'],
    [['more'], 'more'],
  ])('is refused when it is %j', (args, why) => {
    expect(() => requested(...args)).toThrow(why);
  });
});

let folder: string;
let lines: string[];
const say = (line: string) => void lines.push(line);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'insuremanager-mail-'));
  lines = [];
});
afterEach(() => rm(folder, { recursive: true }));

/** Kept at these instants, in this order; their ids. */
async function stored(...instants: string[]): Promise<string[]> {
  let now = new Date(0);
  const from = async () => ({ name: 'Malabar Brokers', address: 'office@example.in' });
  const mailer = await openFolderMail({ folder, from, clock: { now: () => now } });
  const ids: string[] = [];
  for (const [index, instant] of instants.entries()) {
    now = new Date(instant);
    const id = randomUUID();
    const subject = `Quotation QT-2026-27-${index + 1} ശ്രീ`;
    const content = Buffer.alloc(100_000, 'x');
    const attachments = [{ fileName: 'a.pdf', mimeType: 'application/pdf', content }];
    await mailer.send({ id, to: 'asha@example.com', subject, text: 'Hello', attachments });
    ids.push(id);
  }
  await mailer.close();
  return ids;
}

describe('the list of stored emails', () => {
  it('shows when, to whom and what, in any script', async () => {
    await listEmails(folder, 50, say);
    expect(lines.splice(0).join()).toContain('No email is kept here');
    const [id] = await stored('2026-11-21T20:00:00Z');
    expect(await listEmails(folder, 50, say)).toBe(0);
    expect(lines).toEqual([
      'Kept emails: 1, newest first:',
      '22/11/2026 01:30  asha@example.com  Quotation QT-2026-27-1 ശ്രീ',
      `  ${join(folder, `20261121T200000Z-${id}.eml`)}`,
    ]);
  });

  it('is of the newest only, and says how many there are', async () => {
    await stored('2026-11-19T20:00:00Z', '2026-11-20T20:00:00Z', '2026-11-21T20:00:00Z');
    await writeFile(join(folder, '20260101T000000Z-old.eml'), 'Hardly an email');
    await listEmails(folder, 2, say);
    expect(lines[0]).toBe('Kept emails: 4. The newest 2, newest first:');
    expect(lines.filter((line) => line.includes('asha@')).map((line) => line.slice(0, 10))).toEqual(
      ['22/11/2026', '21/11/2026'],
    );
    expect(lines).toHaveLength(5);
  });
});

describe('a deletion of stored emails', () => {
  const before = '2026-11-21'; // begins at 18:30 UTC on the 20th

  it('needs the number that it has shown, and leaves what is of that day or later', async () => {
    const ids = await stored(
      ...['2026-11-01T00:00:00Z', '2026-11-20T18:29:59Z'],
      ...['2026-11-20T18:30:00Z', '2026-11-21T20:00:00Z'],
    );
    await writeFile(join(folder, 'notes.eml'), 'Put here by somebody else');
    expect(await deleteEmails(folder, { before, confirmed: undefined }, say)).toBe(0);
    expect(lines.splice(0)).toEqual([
      'Emails kept before 21/11/2026: 2. None has been deleted. To delete them for ever:',
      '  npm run ops -- mail --delete-before 2026-11-21 --confirm 2',
    ]);
    expect(await deleteEmails(folder, { before, confirmed: 3 }, say)).toBe(1);
    expect(lines.splice(0)[0]).toContain('None has been deleted');
    expect(await readdir(folder)).toHaveLength(5);

    expect(await deleteEmails(folder, { before, confirmed: 2 }, say)).toBe(0);
    expect(lines.splice(0)).toEqual(['Emails kept before 21/11/2026: 2. They have been deleted.']);
    expect((await readdir(folder)).sort()).toEqual([
      `20261120T183000Z-${ids[2]}.eml`,
      `20261121T200000Z-${ids[3]}.eml`,
      'notes.eml',
    ]);
    expect(await deleteEmails(folder, { before, confirmed: 2 }, say)).toBe(0);
    expect(lines).toEqual(['Emails kept before 21/11/2026: 0. There is nothing to delete.']);
  });

  it('finds nothing where there is no folder', async () => {
    const nowhere = join(folder, 'mail');
    expect(await deleteEmails(nowhere, { before, confirmed: 1 }, say)).toBe(0);
  });
});
