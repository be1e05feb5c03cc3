import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderMail } from '@insuremanager/services/platform/mail/folderMail';
import { expect, it, onTestFinished } from 'vitest';
import { mail } from './mail.js';

it('the list of kept emails tells when, to whom and what, in any script', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'insuremanager-mail-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  await mail(folder, say);
  expect(lines.splice(0).join()).toContain('No email is kept here');

  const from = { name: 'Malabar Brokers', address: 'office@example.in' };
  const clock = { now: () => new Date('2026-11-21T20:00:00Z') };
  const mailer = await openFolderMail({ folder, from, clock });
  const id = randomUUID();
  const subject = 'Quotation QT-2026-27-1 ശ്രീ';
  await mailer.send({ id, to: 'asha@example.com', subject, text: 'Hello', attachments: [] });
  await mailer.close();
  expect(await mail(folder, say)).toBe(0);
  expect(lines).toEqual([
    '22/11/2026 01:30  asha@example.com  Quotation QT-2026-27-1 ശ്രീ',
    `  ${join(folder, `20261121T200000Z-${id}.eml`)}`,
  ]);
});
