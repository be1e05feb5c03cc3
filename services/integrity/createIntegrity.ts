import { randomUUID } from 'node:crypto';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { documentStream } from '@insuremanager/contracts/documents/documentEvents';
import {
  DossierMade,
  LogVerified,
  userAccessStream,
} from '@insuremanager/contracts/identity/userEvents';
import {
  DOSSIER_FORMAT,
  type Dossier,
  type DossierRecord,
} from '@insuremanager/contracts/integrity/dossier';
import type { LogVerification } from '@insuremanager/contracts/integrity/integrityViews';
import { policyIdOf, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { quotationStream } from '@insuremanager/contracts/quotations/quotationEvents';
import type { CommandContext } from '../platform/commands/command.js';
import { conflict, notFound } from '../platform/errors.js';
import type { StoredEvent } from '../platform/eventLog/eventLog.js';
import {
  findLastHead,
  type Inclusion,
  inclusionsOf,
  LogChanged,
  type LogTree,
} from '../platform/logTree/logTree.js';
import type { HeadKeepers } from '../platform/logTree/publishHeads.js';
import { type LogVerification as Verified, verifyLog } from '../platform/logTree/verifyLog.js';
import type { Platform } from '../platform/platform.js';
import { type Queryable, query } from '../platform/postgres/postgres.js';
import type { Integrity } from './integrity.js';

/** How often a verification says how far it is, and that it goes on. Milliseconds. */
const SAID_EVERY_MS = 500;
/** One that was not heard of for so long has ended with its process. */
const GONE_AFTER = '15 seconds';

type Parts = Pick<Platform, 'pool' | 'eventLog' | 'commands' | 'clock' | 'logger'>;

export function createIntegrity(
  { pool, eventLog, commands, clock, logger }: Parts,
  { logTree, keepers }: { readonly logTree: LogTree; readonly keepers: HeadKeepers },
): Integrity {
  const stopped = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const view: Integrity['view'] = async () => {
    const [{ verifier: key }, head, verification] = await Promise.all([
      logTree.key(),
      findLastHead(pool),
      findVerification(pool),
    ]);
    return {
      key,
      isSentAway: keepers.folder !== undefined || keepers.addresses.length > 0,
      head: head && { events: head.size, signedAt: head.at.toISOString(), note: head.note },
      verification,
    };
  };

  const run = async (id: number, notes: readonly Note[], context: CommandContext) => {
    let saidAt = performance.now();
    const onProgress = (events: number): void => {
      if (performance.now() - saidAt < SAID_EVERY_MS) return;
      saidAt = performance.now();
      // What is not said now is said with the next batch.
      query(pool, SAY, [id, events]).catch(() => undefined);
    };
    const { verifier } = await logTree.key();
    const { signal } = stopped;
    const found = await verifyLog({ on: pool, eventLog, verifier, notes, onProgress, signal });
    // What was just found as it was, whoever asked can take home.
    if (found.differences === 0 && (await logTree.extend(signal)) > 0)
      await logTree.sign(clock.now());
    await query(pool, FINISH, [id, clock.now(), found.events, JSON.stringify(found)]);
    const { userId } = context.actor;
    const { events, heads, differences } = found;
    const verified = LogVerified({ userId, events, heads, differences });
    const command = { ...context, commandId: randomUUID() };
    await commands.record(userAccessStream(userId), [verified], command);
  };

  /** With the newest head, which covers them. */
  const provenEvents = async (
    events: readonly StoredEvent[],
  ): Promise<Omit<Dossier, 'stream' | 'madeBy'>> => {
    try {
      await logTree.extend(stopped.signal);
      const at = clock.now();
      const head = await logTree.sign(at);
      if (!head) throw new Error('There are events and no tree over them');
      const inclusions = await inclusionsOf(pool, events, head);
      return {
        format: DOSSIER_FORMAT,
        madeAt: at.toISOString(),
        key: (await logTree.key()).verifier,
        head: head.note,
        events: events.map((event, nth) => provenEvent(event, inclusions[nth] as Inclusion)),
      };
    } catch (error) {
      if (error instanceof LogChanged) throw logChanged(error);
      throw error;
    }
  };

  return {
    view,

    async verify({ heads: notes }, context) {
      const [begun] = await query<{ id: number }>(pool, BEGIN, [
        clock.now(),
        context.actor.username,
      ]);
      if (!begun) throw alreadyRunning();
      running = run(begun.id, notes, context).catch((error: unknown) => {
        if (!stopped.signal.aborted)
          logger.error({}, 'A verification of the log was broken off', error);
      });
      return view();
    },

    async dossier({ record, id }, context) {
      const stream = STREAMS[record](id);
      const events = await eventLog.readStream(stream);
      if (events.length === 0) throw notFound(record, id);
      const { userId, username } = context.actor;
      const made = DossierMade({ userId, record, recordId: id });
      const command = { ...context, commandId: randomUUID() };
      await commands.record(userAccessStream(userId), [made], command);
      return { ...(await provenEvents(events)), stream, madeBy: username };
    },

    async stop() {
      stopped.abort();
      await running;
    },
  };
}

const STREAMS: Readonly<Record<DossierRecord, (id: number) => string>> = {
  customer: customerStream,
  policy: (termId) => policyStream(policyIdOf(termId)),
  document: documentStream,
  quotation: quotationStream,
};

function provenEvent(event: StoredEvent, { index, path }: Inclusion): Dossier['events'][number] {
  const { id, stream, revision, type } = event;
  const data = event.data as Record<string, unknown>;
  const metadata = event.metadata as Record<string, unknown>;
  return {
    index,
    path: path.map((hash) => hash.toString('base64')),
    event: { id, stream, revision: revision.toString(), type, data, metadata },
  };
}

const logChanged = ({ message }: LogChanged) =>
  conflict(
    'log-changed',
    `The log is not what it was when it was signed. Verify the log, and keep this message: ${message}`,
  );

interface Note {
  readonly name: string;
  readonly note: string;
}

/** Nothing while another one goes on. */
const BEGIN = `
  INSERT INTO log_tree.verifications (started_at, username)
  SELECT $1, $2 FROM pg_advisory_xact_lock(hashtextextended('log verification', 0))
  WHERE NOT EXISTS (SELECT FROM log_tree.verifications
    WHERE finished_at IS NULL AND heard_at > now() - interval '${GONE_AFTER}')
  RETURNING id`;

const SAY = 'UPDATE log_tree.verifications SET events = $2, heard_at = now() WHERE id = $1';

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
    ...{ heads: found?.heads ?? 0, differences: found?.differences ?? 0 },
    findings: found ? [...found.findings] : [],
  };
}

const alreadyRunning = () =>
  conflict(
    'verification-running',
    'The log is being verified already. Wait until that is done, and look at what it has found.',
  );
