import type { EventMetadata } from '../platform/codec/recordedEvent.js';
import type { StoredEvent } from '../platform/eventLog/eventLog.js';
import type { ParquetColumn } from '../platform/parquet/parquetFile.js';
import type { SqlView } from '../platform/readModels/sqlViews.js';
import { dayOf } from './sqlDays.js';

const OCCURRED_AT = `(event.metadata ->> 'occurredAt')::timestamptz`;
const ACTOR = `event.metadata -> 'actor'`;

/**
 * The log without what events hold, where it is a table in this database: so it costs no row beside
 * it. Names of types and streams and metadata are never personal.
 */
export const events: SqlView = {
  name: 'events',
  comment:
    'A row for each event of the log, without what it holds; only where the log is in this Postgres',
  columns: {
    position: ['event.position', 'Where it stands in the log: what came later has a higher one'],
    occurred_at: [OCCURRED_AT, 'When it happened'],
    occurred_on: [dayOf(OCCURRED_AT), 'The day of that'],
    type: ['event.type', 'What happened, such as PolicyRenewed'],
    category: [`split_part(event.stream, '-', 1)`, 'To what: customer, policy, quotation …'],
    record_id: [
      `substring(event.stream FROM '^[A-Za-z]+-([0-9]{1,15})$')::bigint`,
      'The number of that; null: it has none',
    ],
    nth: ['event.revision + 1', 'Which event of that it is, counted from 1'],
    role: [`${ACTOR} ->> 'role'`, 'The role of who did it, as it then was; system: nobody’s'],
    done_by: [
      `CASE WHEN ${ACTOR} ->> 'userId' = '0' THEN ${ACTOR} ->> 'username' ELSE 'person' END`,
      'person; system by itself, import, or operations by a command of the operator',
    ],
    batch: [`event.metadata ->> 'batchId'`, 'The bulk change that it was part of; null: none'],
  },
  from: () => 'log.events AS event',
};

/** The same columns in a file. */
export const EVENT_COLUMNS: readonly ParquetColumn[] = [
  { name: 'position', type: 'long' },
  { name: 'occurred_at', type: 'instant' },
  { name: 'occurred_on', type: 'day' },
  { name: 'type', type: 'text' },
  { name: 'category', type: 'text' },
  { name: 'record_id', type: 'long' },
  { name: 'nth', type: 'long' },
  { name: 'role', type: 'text' },
  { name: 'done_by', type: 'text' },
  { name: 'batch', type: 'text' },
];

/** Of Asia/Kolkata, which has no summer time; milliseconds. */
const KOLKATA_OFFSET_MS = 330 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

const RECORD = /^[A-Za-z]+-(\d{1,15})$/;

/** As the view shows an event, whichever server holds the log. */
export function eventRow({ position, type, stream, revision, metadata }: StoredEvent): unknown[] {
  const { occurredAt, actor, batchId } = metadata as EventMetadata;
  const at = new Date(occurredAt);
  const recordId = RECORD.exec(stream)?.[1];
  return [
    position.commit,
    at,
    Math.floor((at.getTime() + KOLKATA_OFFSET_MS) / DAY_MS),
    type,
    stream.split('-', 1)[0],
    recordId === undefined ? null : BigInt(recordId),
    revision + 1n,
    actor.role,
    actor.userId === 0 ? actor.username : 'person',
    batchId ?? null,
  ];
}
