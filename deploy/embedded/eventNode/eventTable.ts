import type pg from 'pg';
import { type StoredEvent, TOMBSTONE, TOMBSTONE_TEXT } from './event.js';
import { parseMetadata, type StreamState, unknownStream } from './streamState.js';

/** A connection or a pool whose `bigint` columns arrive as numbers; see `connection.ts`. */
export type Database = pg.Pool | pg.Client;

const definition = (schema: string): string => `
  create schema if not exists ${schema};
  create table if not exists ${schema}.events (
    position bigint primary key,
    stream text collate "C" not null,
    revision bigint not null,
    id uuid not null,
    type text not null,
    is_json boolean not null,
    data bytea not null,
    metadata bytea,
    created_micros bigint not null
  );
  create unique index if not exists events_stream_revision on ${schema}.events (stream, revision);
  create index if not exists events_id on ${schema}.events (id);`;

/** Makes what is missing. The caller holds the lock, so no one else does the same meanwhile. */
export const createEventTable = async (database: Database, schema: string): Promise<void> => {
  await database.query(definition(schema));
};

/** The position of the last event, 0 in an empty log. */
export const loadHead = async (database: Database): Promise<number> => {
  const { rows } = await database.query<{ head: number }>(
    'select coalesce(max(position), 0) as head from events',
  );
  return rows[0]?.head ?? 0;
};

const revisionText = (revision: number): string =>
  revision >= TOMBSTONE ? TOMBSTONE_TEXT : String(revision);

/** Writes all events or none; they are durable when this resolves. */
export const insertEvents = async (
  database: Database,
  events: readonly StoredEvent[],
): Promise<void> => {
  await database.query({
    name: 'insert-events',
    text: `insert into events
        (position, stream, revision, id, type, is_json, data, metadata, created_micros)
      select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[],
        $6::boolean[], $7::bytea[], $8::bytea[], $9::bigint[])`,
    values: [
      events.map((event) => event.position),
      events.map((event) => event.stream),
      events.map((event) => revisionText(event.revision)),
      events.map((event) => event.id),
      events.map((event) => event.type),
      events.map((event) => event.isJson),
      events.map((event) => event.data),
      events.map((event) => event.metadata),
      events.map((event) => event.createdMicros),
    ],
  });
};

interface StateColumns {
  readonly last_revision: number;
  readonly metadata_revision: number;
}

interface StateRow extends StateColumns {
  readonly stream: string;
  readonly metadata: Buffer | null;
}

/** The state of each of `streams`, also of those that do not exist. */
export const loadStreamStates = async (
  database: Database,
  streams: readonly string[],
): Promise<Map<string, StreamState>> => {
  const { rows } = await database.query<StateRow>({
    name: 'load-stream-states',
    text: `select asked.stream,
        coalesce((select revision from events e where e.stream = asked.stream
          order by revision desc limit 1), -1) as last_revision,
        coalesce(about.revision, -1) as metadata_revision,
        about.data as metadata
      from unnest($1::text[]) asked (stream)
      left join lateral (select revision, data from events e
        where e.stream = '$$' || asked.stream order by revision desc limit 1) about on true`,
    values: [streams],
  });
  return new Map(rows.map((row) => [row.stream, stateOf(row, row.metadata)]));
};

const stateOf = (row: StateColumns, metadata: Buffer | null): StreamState => ({
  lastRevision: row.last_revision,
  metadataRevision: row.metadata_revision,
  metadata: parseMetadata(metadata),
});

export interface PlaceRow {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
}

/** Where the events with these ids stand; unknown ids are left out. */
export const loadPlaces = async (
  database: Database,
  ids: readonly string[],
): Promise<PlaceRow[]> => {
  const { rows } = await database.query<PlaceRow>({
    name: 'load-places',
    text: 'select id, stream, revision, position from events where id = any($1::uuid[])',
    values: [ids],
  });
  return rows;
};

/** A stream, and the events of it that were asked for, as they stood at one moment. */
export interface StreamPart {
  readonly state: StreamState;
  readonly events: readonly StoredEvent[];
}

export type Direction = 'forwards' | 'backwards';

/** What is asked of a stream, whatever its metadata hides. */
export interface StreamRange {
  /** The revision of the first event, itself included. */
  readonly from: number;
  readonly direction: Direction;
  /** Only events written since. */
  readonly sinceMicros: number;
  readonly limit: number;
}

/** The columns of an event are null where there is none in the range. */
interface PartRow extends StateColumns {
  readonly about: Buffer | null;
  readonly position: number | null;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly is_json: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer | null;
  readonly created_micros: number;
}

/** Both at once: most streams are short, so that a second round trip would cost as much again. */
export const loadStreamPart = async (
  database: Database,
  stream: string,
  { from, direction, sinceMicros, limit }: StreamRange,
): Promise<StreamPart> => {
  const { rows } = await database.query<PartRow>({
    ...PART_STATEMENTS[direction],
    values: [stream, revisionText(from), sinceMicros, limit],
  });
  const events: StoredEvent[] = [];
  for (const row of rows)
    if (row.position !== null) events.push(storedEvent(stream, row, row.position));
  const [first] = rows;
  return { state: first ? stateOf(first, first.about) : unknownStream, events };
};

const partStatement = (name: string, comparison: string, order: string) => ({
  name,
  text: `select coalesce(newest.revision, -1) as last_revision,
      coalesce(described.revision, -1) as metadata_revision, described.data as about, event.*
    from (select) one
    left join lateral (select revision from events where stream = $1
      order by revision desc limit 1) newest on true
    left join lateral (select revision, data from events where stream = '$$' || $1
      order by revision desc limit 1) described on true
    left join lateral (select position, revision, id, type, is_json, data, metadata, created_micros
      from events where stream = $1 and revision ${comparison} $2 and created_micros >= $3
      order by revision ${order} limit $4) event on true
    order by event.revision ${order}`,
});

const PART_STATEMENTS = {
  forwards: partStatement('load-stream-forwards', '>=', 'asc'),
  backwards: partStatement('load-stream-backwards', '<=', 'desc'),
};

const storedEvent = (stream: string, row: PartRow, position: number): StoredEvent => ({
  position,
  stream,
  revision: row.revision,
  id: row.id,
  type: row.type,
  isJson: row.is_json,
  data: row.data,
  metadata: row.metadata,
  createdMicros: row.created_micros,
});
