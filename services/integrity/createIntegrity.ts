import { randomUUID } from 'node:crypto';
import { LogVerified, userAccessStream } from '@insuremanager/contracts/identity/userEvents';
import type { LogVerification } from '@insuremanager/contracts/integrity/integrityViews';
import type { CommandContext } from '../platform/commands/command.js';
import { conflict } from '../platform/errors.js';
import { findLastHead, type LogTree } from '../platform/logTree/logTree.js';
import type { HeadKeepers } from '../platform/logTree/publishHeads.js';
import { type LogVerification as Verified, verifyLog } from '../platform/logTree/verifyLog.js';
import type { Platform } from '../platform/platform.js';
import { inTransaction, type Queryable, query } from '../platform/postgres/postgres.js';
import { type DossierPaper, dossierPrinter } from './dossierPdf.js';
import { createDossiers } from './dossiers.js';
import type { Integrity } from './integrity.js';

/** How often a verification says how far it is, and that it goes on. Milliseconds. */
const SAID_EVERY_MS = 500;
/** One that was not heard of for so long has ended with its process. */
const GONE_AFTER = '15 seconds';

type Parts = Pick<
  Platform,
  'pool' | 'eventLog' | 'commands' | 'limits' | 'mailer' | 'clock' | 'logger'
>;

export function createIntegrity(
  platform: Parts,
  {
    logTree,
    keepers,
    paper,
  }: {
    readonly logTree: LogTree;
    readonly keepers: HeadKeepers;
    readonly paper: DossierPaper;
  },
): Integrity {
  const { pool, eventLog, commands, mailer, clock, logger } = platform;
  const stopped = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const dossier = createDossiers({
    ...{ ...platform, logTree, signal: stopped.signal, kinds: paper },
  });

  const view: Integrity['view'] = async () => {
    const [{ verifier: key }, head, verification] = await Promise.all([
      logTree.key(),
      findLastHead(pool),
      findVerification(pool),
    ]);
    return {
      key,
      isSentAway:
        keepers.folder !== undefined || (keepers.addresses.length > 0 && !mailer.isFolder),
      head: head && { events: head.size, signedAt: head.at.toISOString(), note: head.note },
      verification,
    };
  };

  /** What was just found as it was, whoever asked can take home. What was found stands without it. */
  const signUntouched = async (): Promise<void> => {
    try {
      await logTree.extend(stopped.signal);
      await logTree.sign(clock.now());
    } catch (error) {
      logger.warn({}, 'The log was found as it was, and could not be signed', error);
    }
  };

  const compare = async (id: number, notes: readonly Note[]) => {
    let events = 0;
    // What is not said now is said the next time.
    const say = () => void query(pool, SAY, [id, events]).catch(() => undefined);
    const beat = setInterval(say, SAID_EVERY_MS);
    const { signal } = stopped;
    try {
      const { verifier } = await logTree.key();
      const onProgress = (read: number) => {
        events = read;
      };
      const found = await verifyLog({ on: pool, eventLog, verifier, notes, onProgress, signal });
      if (found.differences === 0) await signUntouched();
      await query(pool, FINISH, [id, clock.now(), found.events, JSON.stringify(found)]);
      return found;
    } finally {
      clearInterval(beat);
    }
  };

  const verifyAndRecord = async (id: number, notes: readonly Note[], context: CommandContext) => {
    const found = await compare(id, notes);
    const { userId } = context.actor;
    const { events, heads, differences } = found;
    const verified = LogVerified({ userId, events, heads, differences });
    const command = { ...context, commandId: randomUUID() };
    await commands.record(userAccessStream(userId), [verified], command);
  };

  const begin = (username: string): Promise<number> =>
    inTransaction(pool, async (client) => {
      // Before its statement looks: who waits here sees what the other one has begun.
      await query(client, "SELECT pg_advisory_xact_lock(hashtextextended('log verification', 0))");
      const [begun] = await query<{ id: number }>(client, BEGIN, [clock.now(), username]);
      if (!begun) throw alreadyRunning();
      return begun.id;
    });

  return {
    view,

    async verify({ heads: notes }, context) {
      const id = await begin(context.actor.username);
      running = verifyAndRecord(id, notes, context).catch((error: unknown) => {
        if (!stopped.signal.aborted)
          logger.error({}, 'A verification of the log was broken off', error);
      });
      return view();
    },

    dossier,
    dossierPdf: dossierPrinter(dossier, paper),

    async stop() {
      stopped.abort();
      await running;
    },
  };
}

interface Note {
  readonly name: string;
  readonly note: string;
}

/** Nothing while another one goes on. */
const BEGIN = `
  INSERT INTO log_tree.verifications (started_at, username)
  SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM log_tree.verifications
    WHERE finished_at IS NULL AND heard_at > now() - interval '${GONE_AFTER}')
  RETURNING id`;

const SAY = `
  UPDATE log_tree.verifications SET events = $2, heard_at = now()
  WHERE id = $1 AND finished_at IS NULL`;

const FINISH = `
  UPDATE log_tree.verifications SET finished_at = $2, events = $3, found = $4 WHERE id = $1`;

interface Row {
  started_at: Date;
  username: string;
  events: string;
  finished_at: Date | null;
  is_heard: boolean;
  found: Verified | null;
}

async function findVerification(on: Queryable): Promise<LogVerification | null> {
  const [row] = await query<Row>(
    on,
    `SELECT *, heard_at > now() - interval '${GONE_AFTER}' AS is_heard
     FROM log_tree.verifications ORDER BY id DESC LIMIT 1`,
  );
  if (!row) return null;
  const { found, username } = row;
  return {
    ...{ username, startedAt: row.started_at.toISOString(), events: Number(row.events) },
    finishedAt: row.finished_at?.toISOString() ?? null,
    isRunning: row.finished_at === null && row.is_heard,
    ...{ heads: found?.heads ?? 0, signed: found?.signed ?? 0 },
    differences: found?.differences ?? 0,
    findings: found ? [...found.findings] : [],
    strangers: found ? [...found.strangers] : [],
  };
}

const alreadyRunning = () =>
  conflict(
    'verification-running',
    'The log is being verified already. Wait until that is done, and look at what it has found.',
  );
