import type pg from 'pg';
import { type StoredEvent, TOMBSTONE, TOMBSTONE_TEXT } from './event.js';
import type { Visible } from './streamState.js';
import { parseMetadata, type StreamState } from './streamState.js';

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

interface StateRow {
  readonly stream: string;
  readonly last_revision: number;
  readonly metadata_revision: number;
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
  return new Map(
    rows.map((row) => [
      row.stream,
      {
        lastRevision: row.last_revision,
        metadataRevision: row.metadata_revision,
        metadata: parseMetadata(row.metadata),
      },
    ]),
  );
};

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

interface EventRow {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly is_json: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer | null;
  readonly created_micros: number;
}

const storedEvent = (row: EventRow): StoredEvent => ({
  position: row.position,
  stream: row.stream,
  revision: row.revision,
  id: row.id,
  type: row.type,
  isJson: row.is_json,
  data: row.data,
  metadata: row.metadata,
  createdMicros: row.created_micros,
});

const select = async (
  database: Database,
  name: string,
  clauses: string,
  values: readonly (string | number)[],
): Promise<StoredEvent[]> => {
  const { rows } = await database.query<EventRow>({
    name,
    text: `select * from events where ${clauses}`,
    values: [...values],
  });
  return rows.map(storedEvent);
};

/** Visible events of one stream between two revisions, both included, the oldest first. */
export const loadStreamForwards = (
  database: Database,
  stream: string,
  range: { readonly from: number; readonly to: number; readonly sinceMicros: number },
  limit: number,
): Promise<StoredEvent[]> =>
  select(
    database,
    'load-stream-forwards',
    `stream = $1 and revision >= $2 and revision <= $3 and created_micros >= $4
      order by revision limit $5`,
    [stream, range.from, range.to, range.sinceMicros, limit],
  );

/** Visible events of one stream from revision `from` down, itself included, the newest first. */
export const loadStreamBackwards = (
  database: Database,
  stream: string,
  from: number,
  { firstRevision, sinceMicros }: Visible,
  limit: number,
): Promise<StoredEvent[]> =>
  select(
    database,
    'load-stream-backwards',
    `stream = $1 and revision <= $2 and revision >= $3 and created_micros >= $4
      order by revision desc limit $5`,
    [stream, from, firstRevision, sinceMicros, limit],
  );
