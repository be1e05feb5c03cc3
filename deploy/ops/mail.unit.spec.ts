import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderMail } from '@insuremanager/services/platform/mail/folderMail';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteEmails, listEmails } from './mail.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'insuremanager-mail-'));
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
    expect((await listEmails(folder, 50)).lines.join()).toContain('No email is kept here');
    const [id] = await stored('2026-11-21T20:00:00Z');
    const { document, lines } = await listEmails(folder, 50);
    expect(document).toMatchObject({ total: 1, emails: [{ to: ['asha@example.com'] }] });
    expect(lines).toEqual([
      'Kept emails: 1, newest first:',
      '22/11/2026 01:30  asha@example.com  Quotation QT-2026-27-1 ശ്രീ',
      `  ${join(folder, `20261121T200000000Z-${id}.eml`)}`,
    ]);
  });

  it('is of the newest only, and says how many there are', async () => {
    await stored('2026-11-19T20:00:00Z', '2026-11-20T20:00:00Z', '2026-11-21T20:00:00Z');
    await writeFile(join(folder, '20260101T000000Z-old.eml'), 'Hardly an email');
    const { lines } = await listEmails(folder, 2);
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
    expect(await deleteEmails(folder, { before, confirmed: undefined })).toEqual({
      document: { before, found: 2, deleted: 0 },
      lines: [
        'Emails kept before 21/11/2026: 2. None has been deleted. To delete them for ever:',
        '  npm run ops -- mail delete --before 2026-11-21 --confirm 2',
      ],
      isBad: false,
    });
    const wrong = await deleteEmails(folder, { before, confirmed: 3 });
    expect(wrong.isBad).toBe(true);
    expect(wrong.lines[0]).toContain('None has been deleted');
    expect(await readdir(folder)).toHaveLength(5);

    const { lines } = await deleteEmails(folder, { before, confirmed: 2 });
    expect(lines).toEqual(['Emails kept before 21/11/2026: 2. They have been deleted.']);
    expect((await readdir(folder)).sort()).toEqual([
      `20261120T183000000Z-${ids[2]}.eml`,
      `20261121T200000000Z-${ids[3]}.eml`,
      'notes.eml',
    ]);
    const again = await deleteEmails(folder, { before, confirmed: 2 });
    expect(again.lines).toEqual(['Emails kept before 21/11/2026: 0. There is nothing to delete.']);
  });

  it('finds nothing where there is no folder', async () => {
    const nowhere = join(folder, 'mail');
    const { document } = await deleteEmails(nowhere, { before, confirmed: 1 });
    expect(document).toEqual({ before, found: 0, deleted: 0 });
  });
});
