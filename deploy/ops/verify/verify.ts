import { differingUsers } from '@insuremanager/services/identity/index';
import {
  type RecordedEvent,
  UndecodableEvent,
} from '@insuremanager/services/platform/codec/recordedEvent';
import { conflict, Refusal } from '@insuremanager/services/platform/errors';
import {
  comparePositions,
  type LogPosition,
  type StoredEvent,
} from '@insuremanager/services/platform/eventLog/eventLog';
import { readLog } from '@insuremanager/services/platform/eventLog/readLog';
import type { PoolClient } from '@insuremanager/services/platform/postgres/postgres';
import { query } from '@insuremanager/services/platform/postgres/postgres';
import { removeResponseTimeout } from '@insuremanager/services/platform/postgres/responseTimeout';
import { readCheckpoint } from '@insuremanager/services/platform/readModels/checkpoint';
import { differingSummaries } from '@insuremanager/services/platform/readModels/differingSummaries';
import type { Table } from '@insuremanager/services/platform/readModels/projector';
import { readSchemaOf } from '@insuremanager/services/platform/readModels/schema';
import {
  type IsSetAside,
  isAmong,
  listSetAside,
} from '@insuremanager/services/platform/readModels/setAside';
import {
  CHECKS,
  type Check,
  createFindings,
  type Findings,
} from '@insuremanager/services/platform/verification/findings';
import { openOrderCheck } from '@insuremanager/services/platform/verification/logOrder';
import {
  ALL_HASHES,
  type RowSample,
  type Slice,
  takeSample,
} from '@insuremanager/services/platform/verification/rowSample';
import { projectors, type Services } from '../../roles/openServices.js';
import type { Answer, ProgressLine } from '../answer.js';
import { count } from '../figures.js';
import { checkFiles } from './storedFiles.js';

interface Request {
  /** Rows of each table; `all` of them takes a pass over the log for every 100,000 rows. */
  readonly sample: number | 'all';
  readonly isWithFiles: boolean;
  readonly line: ProgressLine;
  readonly ended: AbortSignal;
}

type Verified = Pick<Services, 'platform' | 'readModels'>;

/** Rows that are held in memory at once when all are checked. */
const ROWS_AT_ONCE = 100_000;

const { tables } = readSchemaOf(projectors);

/**
 * Checks the log (positions, revisions, that every event can be read), the read models against it,
 * summaries against their rows, every file that an event refers to, and users against their
 * streams. Read models are made without the events that were set aside, and so is what they are
 * checked against. It reads only, also while people work. It is bad when anything differs.
 * @throws Refusal `verify-ended` when it was ended by the signal; unavailable
 */
export async function verify(services: Verified, request: Request): Promise<Answer> {
  const findings = createFindings();
  const client = await services.platform.pool.connect();
  // Tables of millions of rows are read from end to end before the first answer.
  removeResponseTimeout(client);
  // What is asked next fails; without a listener a lost connection would end the process.
  client.on('error', () => undefined);
  try {
    await verifyWith(services, client, findings, request);
  } finally {
    request.line.end();
    // Its temporary tables go with the connection.
    client.release(true);
  }
  const { checked, erased } = findings;
  const [differences, problems] = [findings.total(), findings.byProblem()];
  return {
    document: { differences, problems, checked, erased, first: findings.first() },
    lines: verificationLines(findings),
    isBad: differences > 0,
  };
}

async function verifyWith(
  { platform, readModels }: Verified,
  session: PoolClient,
  findings: Findings,
  request: Request,
): Promise<void> {
  const { schema } = readModels;
  const checkpoint = await readCheckpoint(session, schema);
  if (checkpoint?.complete) await checkTotals(session, schema, findings);
  else if (await platform.eventLog.head())
    findings.add({ check: 'rows', problem: 'read-models-not-built', where: schema });
  const passes = checkpoint?.complete ? await slicesOf(session, schema, request.sample) : [];
  const isSetAside = isAmong(await listSetAside(session));
  const order = await openOrderCheck(session, findings);
  const parts = { session, schema, projectors, vault: platform.vault, findings };
  for (let pass = 0; pass < Math.max(1, passes.length); pass += 1) {
    const slices = passes[pass];
    const sample = slices && (await takeSample(parts, slices));
    const isFirst = pass === 0;
    await readThrough(platform, findings, {
      ...request,
      sample,
      isFirst,
      isSetAside,
      prefix: passes.length > 1 ? `pass ${pass + 1} of ${passes.length}, ` : '',
      until: isFirst ? undefined : (sample?.position ?? null),
      async check(stored, decoded) {
        if (!isFirst) return;
        findings.checked.log += stored.length;
        await order(stored);
        if (request.isWithFiles) await checkFiles(decoded, platform.files, findings);
      },
    });
    await sample?.compare();
  }
  await checkUsers(platform, session, findings);
}

interface Pass {
  readonly sample: RowSample | undefined;
  /** What cannot be read is reported once. */
  readonly isFirst: boolean;
  readonly isSetAside: IsSetAside;
  readonly prefix: string;
  readonly until: LogPosition | null | undefined;
  readonly line: ProgressLine;
  readonly ended: AbortSignal;
  check(stored: readonly StoredEvent[], decoded: readonly RecordedEvent[]): Promise<void>;
}

async function readThrough(
  { eventLog, codec }: Services['platform'],
  findings: Findings,
  { sample, isFirst, isSetAside, prefix, until, line, ended, check }: Pass,
): Promise<void> {
  let events = 0;
  for await (const stored of readLog(eventLog, until === undefined ? {} : { until })) {
    if (ended.aborted) throw conflict('verify-ended', 'The verification was ended.');
    const read = stored.filter((event) => !isSetAside(event));
    const decoded = await decodedOf(codec, read, isFirst ? findings : null);
    sample?.fold(decoded.filter((event) => isUpTo(event.position, sample.position)));
    await check(stored, decoded);
    events += stored.length;
    line.show(
      `${prefix}${count(events)} events, ${count(findings.checked.files)} files, ` +
        `${count(findings.total())} differences`,
    );
  }
}

const isUpTo = (position: LogPosition, last: LogPosition | null): boolean =>
  last !== null && comparePositions(position, last) <= 0;

/** Those that can be read; the others are findings, where those are wanted. */
async function decodedOf(
  codec: Services['platform']['codec'],
  stored: readonly StoredEvent[],
  findings: Findings | null,
): Promise<RecordedEvent[]> {
  try {
    return await codec.decode(stored);
  } catch (error) {
    if (error instanceof Refusal) throw error;
  }
  const decoded: RecordedEvent[] = [];
  for (const event of stored) {
    try {
      decoded.push(...(await codec.decode([event])));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const isOfKey = !(error instanceof UndecodableEvent);
      const problem = isOfKey ? 'key-damaged' : 'event-unreadable';
      const where = `${event.stream}@${event.revision} ${event.type}`;
      findings?.add({ check: 'log', problem, where });
    }
  }
  return decoded;
}

/** For each pass over the log, the rows of each table that are checked in it. */
async function slicesOf(
  session: PoolClient,
  schema: string,
  sample: number | 'all',
): Promise<ReadonlyMap<Table, Slice>[]> {
  const counts = new Map<Table, number>();
  for (const table of tables.values()) {
    const [row] = await query<{ count: string }>(
      session,
      `SELECT count(*) AS count FROM ${schema}.${table.name}`,
    );
    counts.set(table, Number(row?.count ?? 0));
  }
  if (sample !== 'all') {
    const part = (rows: number) => Math.min(1, sample / Math.max(1, rows));
    const sliceOf = (rows: number) => ({ from: 0, to: Math.ceil(ALL_HASHES * part(rows)) });
    return [new Map([...counts].map(([table, rows]) => [table, sliceOf(rows)]))];
  }
  const total = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
  const passes = Math.max(1, Math.ceil(total / ROWS_AT_ONCE));
  const boundary = (pass: number) => Math.floor((ALL_HASHES * pass) / passes);
  return Array.from({ length: passes }, (_, pass) => {
    const slice = { from: boundary(pass), to: boundary(pass + 1) };
    return new Map([...counts.keys()].map((table) => [table, slice]));
  });
}

async function checkTotals(session: PoolClient, schema: string, findings: Findings): Promise<void> {
  for (const table of tables.values()) {
    findings.checked.totals += table.summaries?.length ?? 0;
    for (const where of await differingSummaries(session, schema, [table])) {
      findings.add({ check: 'totals', problem: 'total-differs', where });
    }
  }
}

async function checkUsers(
  platform: Services['platform'],
  session: PoolClient,
  findings: Findings,
): Promise<void> {
  const [found] = await query<{ users: string | null }>(
    session,
    "SELECT to_regclass('identity.credentials') AS users",
  );
  if (!found?.users) return;
  const { checked, differing } = await differingUsers(platform);
  findings.checked.users = checked;
  for (const { userId, problem, columns } of differing) {
    const where = columns.length > 0 ? `user-${userId}: ${columns.join(', ')}` : `user-${userId}`;
    findings.add({ check: 'users', problem, where });
  }
}

const COUNTED: Readonly<Record<Check, string>> = {
  log: 'events of the log',
  rows: 'rows of read models',
  totals: 'summary tables',
  files: 'stored files',
  users: 'users',
};

/** What was checked, how often it was not as it should be, and the first of each problem. */
function verificationLines(findings: Findings): string[] {
  const { checked, erased } = findings;
  const listed = findings.first();
  const total = findings.total();
  return [
    'Checked',
    ...CHECKS.map((check) => {
      const beside = erased[check] > 0 ? `, beside ${count(erased[check])} of erased people` : '';
      return `  ${COUNTED[check].padEnd(20)} ${count(checked[check])}${beside}`;
    }),
    '',
    total === 0 ? 'Nothing differs.' : `DIFFERENCES: ${count(total)}`,
    ...Object.entries(findings.byProblem()).flatMap(([problem, times]) => {
      const some = listed.filter((finding) => finding.problem === problem);
      const heading = some.length < times ? `, the first ${count(some.length)}:` : ':';
      return [
        `  ${problem}, ${count(times)}${heading}`,
        ...some.map(({ where }) => `    ${where}`),
      ];
    }),
  ];
}
