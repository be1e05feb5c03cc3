import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../logger.js';
import { openFolderMail, storedEmails } from './folderMail.js';
import { type Email, type Mailer, MailRefused } from './mailer.js';
import { openSmtpMail } from './smtpMail.js';
import { testMailServer } from './testing/testMailServer.js';

const from = async () => ({ name: 'ഇൻഷുർ Brokers', address: 'office@example.in' });
const email = (fields: Partial<Email> = {}): Email => ({
  id: randomUUID(),
  to: 'asha@example.com',
  subject: 'Quotation QT-2026-27-1 ₹',
  text: 'Dear Asha,\n\nyour quotation.\n',
  attachments: [
    { fileName: 'QT-2026-27-1.pdf', mimeType: 'application/pdf', content: Buffer.from('%PDF-1.7') },
  ],
  ...fields,
});

const opened: Mailer[] = [];
afterEach(async () => {
  for (const mailer of opened.splice(0)) await mailer.close();
});
const logged: string[] = [];
const logger = createLogger('debug', {}, { write: (line: string) => void logged.push(line) });
const smtp = (url: string, timeoutMs = 60_000): Mailer => {
  const mailer = openSmtpMail({ url, from, logger, timeoutMs });
  opened.push(mailer);
  return mailer;
};

describe('emails through a mail server', () => {
  it('arrive with what is attached, under the id they were given', async () => {
    const server = await testMailServer();
    onTestFinished(server.stop);
    const sent = email();
    await smtp(server.url).send(sent);
    expect(server.taken).toHaveLength(1);
    const [{ to, raw } = { to: [], raw: '' }] = server.taken;
    expect(to).toEqual(['asha@example.com']);
    expect(raw).toContain(`Message-ID: <${sent.id}@example.in>`);
    expect(raw).toContain('filename=QT-2026-27-1.pdf');
    expect(raw).toContain(Buffer.from('%PDF-1.7').toString('base64'));
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m);
  });

  it('go to one address, whatever is in it', async () => {
    const server = await testMailServer();
    onTestFinished(server.stop);
    const subject = 'One\r\nBcc: everybody@example.com';
    await smtp(server.url).send(email({ to: 'asha@example.com', subject }));
    expect(server.taken[0]?.to).toEqual(['asha@example.com']);
    expect(server.taken[0]?.raw).not.toMatch(/^Bcc:/m);
  });

  it.each([
    { rcptTo: 550 },
    { rcptTo: 550, status: '5.1.1' },
    { rcptTo: 553, status: '5.1.3' },
    { rcptTo: 554 },
  ])(
    'are told to be refused for good by $rcptTo $status, and the log does not name whom',
    async (refusing) => {
      const server = await testMailServer(refusing);
      onTestFinished(server.stop);
      await expect(smtp(server.url).send(email())).rejects.toBeInstanceOf(MailRefused);
      expect(logged.join('')).not.toContain('asha@example.com');
    },
  );

  const unavailable = { kind: 'unavailable', code: 'unavailable' };

  it.each([
    [{ mailFrom: 553 }, { command: 'MAIL FROM', responseCode: 553 }],
    [
      { rcptTo: 553, status: '5.7.1' },
      { command: 'RCPT TO', responseCode: 553, status: '5.7.1' },
    ],
    [
      { rcptTo: 553, status: '5.1.7' },
      { command: 'RCPT TO', responseCode: 553, status: '5.1.7' },
    ],
    [{ rcptTo: 530 }, { command: 'RCPT TO', responseCode: 530 }],
    [{ data: 554 }, { command: 'DATA', responseCode: 554 }],
    [{ data: 452 }, { command: 'DATA', responseCode: 452 }],
    [{ rcptTo: 451 }, { command: 'RCPT TO', responseCode: 451 }],
  ])(
    'may be sent again after %j, which is no fault of the address and is logged',
    async (refusing, expected) => {
      logged.length = 0;
      const server = await testMailServer(refusing);
      onTestFinished(server.stop);
      await expect(smtp(server.url).send(email())).rejects.toMatchObject(unavailable);
      expect(logged.map((line) => JSON.parse(line))).toEqual([expect.objectContaining(expected)]);
      expect(logged.join('')).not.toMatch(/asha@|office@/);
      expect(server.taken).toEqual([]);
    },
  );

  it('may be sent again when the server does not answer in time', async () => {
    const server = await testMailServer({ isSilent: true });
    onTestFinished(server.stop);
    await expect(smtp(server.url, 300).send(email())).rejects.toMatchObject({
      ...{ ...unavailable, mayHaveArrived: false },
    });
  });

  it.each([
    // So long that a busy machine is not taken for a silent server before it has all of it.
    ['silent', 3_000],
    ['closed', undefined],
  ] as const)(
    'may have arrived when the server had all of it and is %s then',
    async (atEnd, timeoutMs) => {
      const server = await testMailServer({ atEnd });
      onTestFinished(server.stop);
      const sending = smtp(server.url, timeoutMs).send(email());
      await expect(sending).rejects.toMatchObject({ problem: 'unreachable', mayHaveArrived: true });
      expect(server.taken).toHaveLength(1);
    },
  );

  it('that one recipient’s server does not let in says nothing of others', async () => {
    const server = await testMailServer({ rcptTo: 550, status: '5.7.1' });
    onTestFinished(server.stop);
    await expect(smtp(server.url).send(email())).rejects.toMatchObject({
      ...{ problem: 'misconfigured', isOfAll: false, mayHaveArrived: false },
    });
  });

  it('may be sent again when the server is away', async () => {
    const stopped = await testMailServer();
    await stopped.stop();
    const mailer = smtp(stopped.url);
    await expect(mailer.send(email())).rejects.toMatchObject(unavailable);
    const back = await testMailServer({}, stopped.port);
    onTestFinished(back.stop);
    await mailer.send(email());
    expect(back.taken).toHaveLength(1);
    expect(logged.join('')).not.toContain('asha@example.com');
  });
});

describe('emails where there is no mail server', () => {
  it('are stored as files that only their owner reads, each once', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'insuremanager-mail-')), 'mail');
    onTestFinished(() => rm(join(folder, '..'), { recursive: true }));
    expect(await storedEmails(folder)).toEqual([]);
    let now = new Date('2026-11-21T04:59:59Z');
    const mailer = await openFolderMail({ folder, from, clock: { now: () => now } });
    opened.push(mailer);
    const [first, second] = [email(), email({ to: 'anil@example.com' })];
    await mailer.send(first);
    now = new Date('2026-11-21T04:59:59.017Z');
    await mailer.send(second);
    await mailer.send(first);
    const stored = await storedEmails(folder);
    expect(stored.map((path) => path.slice(folder.length + 1))).toEqual([
      `20261121T045959000Z-${first.id}.eml`,
      `20261121T045959017Z-${second.id}.eml`,
    ]);
    const path = stored[1] ?? '';
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const raw = await readFile(path, 'utf8');
    expect(raw).toContain('To: anil@example.com');
    expect(raw).toContain('Date: Sat, 21 Nov 2026 04:59:59 +0000');
  });

  it('leave nothing half written for longer than an hour of work', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'insuremanager-mail-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const now = new Date('2026-11-21T04:59:59Z');
    for (const [name, minutes] of [
      ['.dead.part', 61],
      ['.atwork.part', 59],
      ['whole.eml', 61],
    ] as const) {
      await writeFile(join(folder, name), 'To: asha@example.com');
      const at = new Date(now.getTime() - minutes * 60_000);
      await utimes(join(folder, name), at, at);
    }
    opened.push(await openFolderMail({ folder, from, clock: { now: () => now } }));
    expect((await readdir(folder)).sort()).toEqual(['.atwork.part', 'whole.eml']);
  });
});
