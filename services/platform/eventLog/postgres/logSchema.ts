import pg from 'pg';
import { ensureSchema } from '../../postgres/ensureSchema.js';
import { type Pool, query } from '../../postgres/postgres.js';

/**
 * The log as a table. One lock orders all appends and is held until they are committed, so that
 * whoever has read up to a position has missed nothing before it: positions are given in the order
 * of commits, and without gaps.
 *
 * Nothing is ever changed or removed: the trigger refuses it to everybody, and whoever is not the owner
 * of the schema lacks the right, too.
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
  // An event finds its append by number, as a join of all with all would take longer. Of an append
  // that may stand already, `following` says after which revision its events would.
  `CREATE FUNCTION log.append(streams text[], expected_revisions bigint[],
     event_of int[], event_nth int[], ids uuid[], types text[], documents text, metadata text)
   RETURNS TABLE (revision bigint, "position" bigint)
   LANGUAGE plpgsql AS $$
     #variable_conflict use_column
     DECLARE
       head bigint := log.lock_head();
       newest bigint[] := ARRAY(
         SELECT coalesce((SELECT e.revision FROM log.events e WHERE e.stream = append.stream
           ORDER BY e.revision DESC LIMIT 1), -1)
         FROM unnest(streams) WITH ORDINALITY AS append(stream, n) ORDER BY n);
       following bigint[] := ARRAY(
         SELECT coalesce(append.expected,
           (SELECT e.revision - 1 FROM log.events e
            WHERE append.expected IS NULL AND e.stream = append.stream
              AND e.id = ids[array_position(event_of, n::int)]
              -- As far back as a caller without an answer could still be.
              AND e.revision > newest[n] - 1000
            ORDER BY e.revision DESC LIMIT 1),
           newest[n])
         FROM unnest(streams, expected_revisions) WITH ORDINALITY AS append(stream, expected, n)
         ORDER BY n);
     BEGIN
       RETURN QUERY
       WITH event AS MATERIALIZED (
         SELECT *, newest[append] AS last, following[append] AS after
         FROM ROWS FROM (unnest(event_of), unnest(event_nth), unnest(ids), unnest(types),
           string_to_table(documents, E'\\n'), string_to_table(metadata, E'\\n'))
           WITH ORDINALITY AS event(append, nth, id, type, data, metadata, n)),
       placed AS MATERIALIZED (
         SELECT *, last + nth AS revision, head + row_number() OVER (ORDER BY n) AS position
         FROM event WHERE after = last),
       written AS (
         INSERT INTO log.events (position, stream, revision, id, type, data, metadata)
         SELECT position, streams[append], revision, id, type, data::json, metadata::json
         FROM placed ORDER BY position
         RETURNING position),
       notified AS (
         SELECT pg_notify('log_events', max(position)::text) FROM written HAVING count(*) > 0),
       standing AS (
         SELECT append, max(e.revision), max(e.position)
         FROM event LEFT JOIN log.events e ON e.stream = streams[append]
           AND e.revision = after + nth AND e.id = event.id
         WHERE after < last
         GROUP BY append HAVING count(e.id) = count(*))
       SELECT max(answer.revision), max(answer.position)
       FROM (
         SELECT n, NULL::bigint, NULL::bigint FROM generate_subscripts(streams, 1) AS n
         UNION ALL SELECT append, revision, position FROM placed
         UNION ALL SELECT * FROM standing) AS answer(n, revision, position)
       LEFT JOIN notified ON true
       GROUP BY answer.n ORDER BY answer.n;
     END $$;`,
];

/**
 * Makes the schema or brings it to its newest form, where that is for this user to do.
 * @throws an Error with a sentence for the operator when its owner has not done so
 */
export async function ensureLogSchema(pool: Pool): Promise<void> {
  const [schema] = await query<{ is_own: boolean }>(
    pool,
    `SELECT pg_has_role(nspowner, 'USAGE') AS is_own FROM pg_namespace WHERE nspname = 'log'`,
  );
  if (!schema || schema.is_own) return ensureSchema(pool, 'log', logSchemaSteps);
  const done = await query(pool, 'SELECT FROM log.steps_done');
  if (done.length < logSchemaSteps.length)
    throw new Error(
      'The schema "log" is of an older release and belongs to another user of Postgres, who has to ' +
        'bring it to its newest form (docs/operations.md).',
    );
}

/** Lets a user append to the log and read it, and nothing else. */
export const letAppend = (owner: Pool, user: string): Promise<unknown> => {
  const name = pg.escapeIdentifier(user);
  return owner.query(`GRANT USAGE ON SCHEMA log TO ${name};
    GRANT SELECT, INSERT ON log.events TO ${name}; GRANT SELECT ON log.steps_done TO ${name}`);
};
