import {
  comparePositions,
  formatPosition,
  type LogPosition,
  type StoredEvent,
} from '../eventLog/eventLog.js';
import { type Queryable, query } from '../postgres/postgres.js';
import type { Findings } from './findings.js';

/** Looks at events in the order of the log. */
export type CheckOrder = (events: readonly StoredEvent[]) => Promise<void>;

interface Span {
  readonly first: bigint;
  last: bigint;
}

/**
 * Positions ascend, and the revisions of every stream follow each other from 0 on. What was last
 * seen of each stream lies in a temporary table of the session, so that memory stays flat however
 * many streams there are.
 */
export async function openOrderCheck(session: Queryable, findings: Findings): Promise<CheckOrder> {
  await query(session, 'CREATE TEMP TABLE streams_seen (stream text PRIMARY KEY, last bigint)');
  let before: LogPosition | null = null;
  return async (events) => {
    const spans = new Map<string, Span>();
    for (const { stream, revision, position } of events) {
      if (before && comparePositions(position, before) <= 0) {
        add(
          findings,
          'position-not-ascending',
          `${stream}@${revision} ${formatPosition(position)}`,
        );
      }
      before = position;
      const span = spans.get(stream);
      if (span && revision !== span.last + 1n) addGap(findings, stream, span.last, revision);
      if (span) span.last = revision;
      else spans.set(stream, { first: revision, last: revision });
    }
    const gaps = await query<{ stream: string; expected: string; first: string }>(session, NEXT, [
      [...spans.keys()],
      [...spans.values()].map(({ first }) => first),
      [...spans.values()].map(({ last }) => last),
    ]);
    for (const { stream, expected, first } of gaps) {
      addGap(findings, stream, BigInt(expected) - 1n, BigInt(first));
    }
  };
}

/** Records what was seen; the streams whose revisions do not follow what was seen before. */
const NEXT = `
  WITH spans AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[])
      AS span (stream, first, last)),
    recorded AS (INSERT INTO streams_seen AS seen SELECT stream, last FROM spans
      ON CONFLICT (stream) DO UPDATE SET last = excluded.last),
    expected AS (SELECT stream, first, coalesce(seen.last + 1, 0) AS expected
      FROM spans LEFT JOIN streams_seen AS seen USING (stream))
  SELECT stream, expected::text, first::text FROM expected WHERE first <> expected`;

const addGap = (findings: Findings, stream: string, last: bigint, next: bigint): void =>
  add(findings, 'revision-gap', last < 0n ? `${stream}@${next}` : `${stream}@${last} to ${next}`);

const add = (findings: Findings, problem: string, where: string): void =>
  findings.add({ check: 'log', problem, where });
