import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { LogProblem } from '@insuremanager/contracts/integrity/integrityViews';
import {
  type LogVerification,
  verifyLog,
} from '@insuremanager/services/platform/logTree/verifyLog';
import type { Services } from '../../roles/openServices.js';
import type { Answer, ProgressLine } from '../answer.js';
import { count } from '../figures.js';

interface Request {
  /** Files with signed heads that somebody else has kept. */
  readonly heads: readonly string[];
  readonly line: ProgressLine;
  readonly ended: AbortSignal;
}

/**
 * Whether the log is what it was: see `verifyLog`. It is bad when anything differs.
 * @throws an Error with a sentence for the operator when a file cannot be read
 */
export async function verifyLogOf(
  { platform, logTree }: Pick<Services, 'platform' | 'logTree'>,
  { heads, line, ended: signal }: Request,
): Promise<Answer> {
  const notes = await Promise.all(
    heads.map(async (file) => ({ name: basename(file), note: await contentOf(file) })),
  );
  const { verifier } = await logTree.key();
  const onProgress = (events: number) => line.show(`${count(events)} events`);
  const { pool: on, eventLog } = platform;
  try {
    const found = await verifyLog({ on, eventLog, verifier, notes, onProgress, signal });
    const document = { ...found, verifier };
    return {
      document,
      lines: linesOf(found, verifier),
      isBad: found.differences + found.strangers.length > 0,
    };
  } finally {
    line.end();
  }
}

const contentOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read (${error.code}).`);
  });

const IN_WORDS: Readonly<Record<LogProblem, string>> = {
  event_changed: 'events that were changed',
  event_removed: 'events that were removed',
  event_inserted: 'events that were inserted before others',
  event_moved: 'events that were moved',
  tree_damaged: 'events whose record in the tree was changed, while the log is as it was signed',
  head_differs: 'signed heads that the log does not fit any more',
  head_beyond_log: 'signed heads over more events than the log has',
  head_not_signed: 'heads that are not signed by the key of this log',
};

/** What somebody has written into a database is not printed as it is. */
const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

function linesOf(found: LogVerification, verifier: string): string[] {
  const { events, compared, heads, signed, root, differences, findings, strangers } = found;
  const problems = [...new Set(findings.map(({ problem }) => problem))];
  return [
    `Events of the log     ${count(events)}`,
    `  in the tree         ${count(compared)}`,
    `  as they were signed ${count(signed)}`,
    `Signed heads          ${count(heads)}`,
    `Root of all events    ${root}`,
    `Key                   ${verifier}`,
    '',
    differences === 0 ? 'Nothing was touched.' : `NOT AS IT WAS: ${count(differences)}`,
    ...(strangers.length > 0
      ? [
          `NOT COMPARED, as the key above has not signed them: ${strangers.map(plain).join(', ')}`,
          'Either they are no heads of this log, or its key is another one now: compare it.',
        ]
      : []),
    ...problems.flatMap((problem) => [
      `  ${IN_WORDS[problem]}:`,
      ...findings
        .filter((finding) => finding.problem === problem)
        .flatMap(({ where, was, is }) => [
          `    ${plain(where)}`,
          ...(was ? [`      was ${was}`] : []),
          ...(is ? [`      is  ${is}`] : []),
        ]),
    ]),
  ];
}
