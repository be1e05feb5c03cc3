import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Clock } from '../clock.js';
import type { Logger } from '../logger.js';
import { type Email, MailDeferred, type Mailer, MailRefused } from '../mail/mailer.js';
import { namedUuid } from '../namedUuid.js';
import { type Pool, query } from '../postgres/postgres.js';
import { findLastHead, type LogTree, listHeads, type SignedHead } from './logTree.js';

/** Where signed heads go, out of reach of whoever could change the log. */
export interface HeadKeepers {
  /** A folder that somebody else keeps; undefined: none. */
  readonly folder: string | undefined;
  /** Auditors who get the newest head each day. */
  readonly addresses: readonly string[];
}

interface Parts {
  readonly pool: Pool;
  readonly logTree: LogTree;
  readonly clock: Clock;
  readonly keepers: HeadKeepers;
}

/** So many are signed before the hour is over. */
const MANY_EVENTS = 1_000;
const HOUR_MS = 60 * 60 * 1000;

/**
 * Adds what came to the tree; signs it when an hour has begun since, or much has come; writes what is
 * not filed yet.
 */
export async function keepLogTree(parts: Parts, signal: AbortSignal): Promise<void> {
  const { pool, logTree, clock, keepers } = parts;
  const size = await logTree.extend(signal);
  const last = await findLastHead(pool);
  const now = clock.now();
  const isLater = last && hourOf(now) > hourOf(last.at) && size !== last.size;
  const isDue = !last || isLater || Math.abs(size - last.size) >= MANY_EVENTS;
  if (isDue && !signal.aborted) await logTree.sign(now);
  if (keepers.folder) await fileHeads(pool, keepers.folder, now);
}

const hourOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS);

async function fileHeads(pool: Pool, folder: string, now: Date): Promise<void> {
  const heads = await listHeads(pool, 'WHERE filed_at IS NULL');
  if (heads.length > 0) await mkdir(folder, { recursive: true });
  for (const head of heads) {
    const file = join(folder, fileNameOf(head));
    // Whole or not at all.
    await writeFile(`${file}.part`, head.note, { flush: true });
    await rename(`${file}.part`, file);
    await query(pool, 'UPDATE log_tree.heads SET filed_at = $2 WHERE id = $1', [head.id, now]);
  }
}

/** In the order of the log; only the bytes that Windows takes, too. */
export const fileNameOf = ({ size, at }: SignedHead): string =>
  `log-head-${String(size).padStart(12, '0')}-${at.toISOString().slice(0, 16).replace(':', '')}Z.txt`;

/**
 * Signs the log as it is and sends it to each auditor, once a day. After a crash somebody may get the
 * same message twice. @throws MailDeferred
 */
export async function mailHead(
  { pool, logTree, clock, logger, keepers, mailer }: Parts & Mailing,
  today: Day,
  signal: AbortSignal,
): Promise<void> {
  const messages = keepers.addresses.map((to) => ({ to, id: namedUuid('log head', today, to) }));
  const mailed = await query<{ id: string }>(
    pool,
    'SELECT id FROM log_tree.mailings WHERE id = ANY ($1)',
    [messages.map(({ id }) => id)],
  );
  const due = messages.filter((message) => mailed.every(({ id }) => id !== message.id));
  if (due.length === 0) return;
  await logTree.extend(signal);
  const head = signal.aborted ? null : await logTree.sign(clock.now());
  if (!head) return;
  const text = textOf(head, (await logTree.key()).verifier);
  const content = Buffer.from(head.note);
  const attachments = [{ fileName: fileNameOf(head), mimeType: 'text/plain', content }];
  const subject = `Signed head of the log, ${formatDay(today)}`;
  let deferred: MailDeferred | null = null;
  for (const message of due) {
    const isRefused = await isRefusedBy(mailer, { ...message, subject, text, attachments });
    if (isRefused instanceof MailDeferred) {
      deferred = isRefused;
      if (isRefused.isOfAll) break;
      continue;
    }
    if (isRefused) logger.warn({}, 'The mail server refuses an address of LOG_HEADS_EMAIL');
    const record = 'INSERT INTO log_tree.mailings (id, size, is_refused) VALUES ($1, $2, $3)';
    await query(pool, `${record} ON CONFLICT DO NOTHING`, [message.id, head.size, isRefused]);
  }
  if (deferred) throw deferred;
}

interface Mailing {
  readonly mailer: Pick<Mailer, 'send'>;
  readonly logger: Logger;
}

/** Or why it is not known yet. */
async function isRefusedBy(
  mailer: Pick<Mailer, 'send'>,
  email: Email,
): Promise<boolean | MailDeferred> {
  try {
    await mailer.send(email);
    return false;
  } catch (error) {
    if (error instanceof MailRefused) return true;
    if (error instanceof MailDeferred) return error;
    throw error;
  }
}

const textOf = ({ note, size }: SignedHead, verifier: string): string =>
  `Please keep this message. The signature below covers the first ${size} events of the log. With it,
anybody can find out later whether one of them was changed, removed, inserted or moved since.

${note}
The key that has signed it:
${verifier}

Save the attached file and have whoever runs the installation check it:

    npm run ops -- verify log FILE

A check reads the whole log. It does not need our word for anything but the events themselves.
`;
