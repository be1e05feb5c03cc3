import { ensureSchema } from '../../postgres/ensureSchema.js';
import type { Pool } from '../../postgres/postgres.js';

/**
 * The log as a table. One lock orders all appends and is held until they are committed, so that
 * whoever has read up to a position has missed nothing before it: positions are given in the order
 * of commits, and without gaps.
 *
 * Nothing is ever changed or removed: the triggers refuse it to everybody, and who is not the owner
 * of the schema may call the functions and read, no more.
 */
export const logSchemaSteps = [
  `CREATE TABLE log.events (
     position bigint PRIMARY KEY,
     stream text COLLATE "C" NOT NULL,
     revision bigint NOT NULL,
     id uuid NOT NULL,
     type text NOT NULL,
     data json NOT NULL,
     metadata json NOT NULL,
     stored_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     UNIQUE (stream, revision));

   CREATE FUNCTION log.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'The event log is append-only' USING ERRCODE = '42501'; END $$;
   CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log.events
     FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change();`,

  // The newest position, once nobody else writes; the lock is free again after the commit.
  `CREATE FUNCTION log.lock_head() RETURNS bigint LANGUAGE plpgsql AS $$
     BEGIN
       PERFORM pg_advisory_xact_lock(742013064, 0);
       RETURN coalesce((SELECT max(position) FROM log.events), 0);
     END $$;`,

  // Several appends, each to another stream, of which each is written or refused by itself. Event
  // "of" says of which append it is, counted from 1. An expected revision is -1 for no stream, and
  // null for any. Documents come as one text, a line each, since none of them has a line break.
  // Answers: where the last event of each append stands, in their order; nulls for a refused one.
  `CREATE FUNCTION log.append(streams text[], expected_revisions bigint[],
     event_of int[], event_nth int[], ids uuid[], types text[], documents text, metadata text)
   RETURNS TABLE (revision bigint, "position" bigint)
   LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
     #variable_conflict use_column
     DECLARE head bigint := log.lock_head();
     BEGIN
       RETURN QUERY
       WITH event AS MATERIALIZED (
         SELECT * FROM ROWS FROM (unnest(event_of), unnest(event_nth), unnest(ids), unnest(types),
           string_to_table(documents, E'\\n'), string_to_table(metadata, E'\\n'))
           WITH ORDINALITY AS event(append, nth, id, type, data, metadata, n)),
       append AS MATERIALIZED (
         SELECT append.n, append.stream, newest.revision AS last,
           -- After which revision its events belong, or stand already.
           coalesce(append.expected, repeated.revision - 1, newest.revision) AS after,
           (SELECT count(*) FROM event WHERE event.append = append.n) AS count
         FROM unnest(streams, expected_revisions) WITH ORDINALITY AS append(stream, expected, n)
         CROSS JOIN LATERAL (SELECT coalesce(
           (SELECT e.revision FROM log.events e WHERE e.stream = append.stream
            ORDER BY e.revision DESC LIMIT 1), -1)) AS newest(revision)
         LEFT JOIN LATERAL (
           SELECT e.revision FROM log.events e JOIN event ON event.id = e.id
           WHERE append.expected IS NULL AND event.append = append.n AND event.nth = 1
             -- As far back as a caller without an answer could still be.
             AND e.stream = append.stream AND e.revision > newest.revision - 1000
           ORDER BY e.revision DESC LIMIT 1) AS repeated ON true),
       written AS (
         INSERT INTO log.events (position, stream, revision, id, type, data, metadata)
         SELECT head + row_number() OVER (ORDER BY event.n), append.stream,
           append.last + event.nth, event.id, event.type, event.data::json, event.metadata::json
         FROM append JOIN event ON event.append = append.n
         WHERE append.after = append.last
         ORDER BY event.n
         RETURNING position, stream, revision),
       notified AS (
         SELECT pg_notify('log_events', '') FROM written HAVING count(*) > 0),
       standing AS (
         SELECT append.n, max(e.revision) AS revision, max(e.position) AS position
         FROM append JOIN event ON event.append = append.n
         JOIN log.events e ON e.stream = append.stream AND e.revision = append.after + event.nth
           AND e.id = event.id
         WHERE append.after < append.last
         GROUP BY append.n, append.count HAVING count(*) = append.count)
       SELECT coalesce(new.revision, standing.revision), coalesce(new.position, standing.position)
       FROM append
       LEFT JOIN notified ON true
       LEFT JOIN standing USING (n)
       LEFT JOIN LATERAL (SELECT max(written.revision), max(written.position) FROM written
         WHERE written.stream = append.stream) AS new(revision, position) ON true
       ORDER BY append.n;
     END $$;`,

  // Many events at once, each at its place in its stream. What stands there already is passed over.
  // Answers: the stream in which another event stands, or one before it is missing; null: all is
  // written.
  `CREATE FUNCTION log.load(streams text[], revisions bigint[], ids uuid[], types text[],
     documents text, metadata text)
   RETURNS text
   LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
     DECLARE
       head bigint := log.lock_head();
       refused text;
     BEGIN
       WITH event AS MATERIALIZED (
         SELECT event.*, e.id AS standing,
           (SELECT o.revision FROM log.events o WHERE o.stream = event.stream
            ORDER BY o.revision DESC LIMIT 1) AS last
         FROM ROWS FROM (unnest(streams), unnest(revisions), unnest(ids), unnest(types),
           string_to_table(documents, E'\\n'), string_to_table(metadata, E'\\n'))
           WITH ORDINALITY AS event(stream, revision, id, type, data, metadata, n)
         LEFT JOIN log.events e ON e.stream = event.stream AND e.revision = event.revision),
       missing AS (
         SELECT *, row_number() OVER (ORDER BY n) AS after_head,
           row_number() OVER (PARTITION BY stream ORDER BY n) AS nth
         FROM event WHERE standing IS NULL),
       written AS (
         INSERT INTO log.events (position, stream, revision, id, type, data, metadata)
         SELECT head + after_head, stream, revision, id, type, data::json, missing.metadata::json
         FROM missing ORDER BY after_head)
       SELECT coalesce(
         (SELECT stream FROM event WHERE standing <> id LIMIT 1),
         (SELECT stream FROM missing WHERE revision <> coalesce(last, -1) + nth LIMIT 1))
       INTO refused;
       IF refused IS NOT NULL THEN
         RAISE EXCEPTION 'Another event stands there, or one is missing' USING
           ERRCODE = 'LOG01', DETAIL = refused;
       END IF;
       PERFORM pg_notify('log_events', '');
       RETURN NULL;
     END $$;`,
];

export const ensureLogSchema = (pool: Pool): Promise<void> =>
  ensureSchema(pool, 'log', logSchemaSteps);
