import { inTransaction, type Pool } from '@insuremanager/services/platform/postgres/postgres';
import { withoutResponseTimeout } from '@insuremanager/services/platform/postgres/responseTimeout';

/** Events of the node's own, and of what it knew about streams, are no part of our log. */
const IS_OURS = `o.stream NOT LIKE '$%' AND o.type NOT LIKE '$%'`;

const COPY = `
  INSERT INTO log.events (position, stream, revision, id, type, data, metadata, stored_at)
  SELECT o.position, o.stream, o.revision, o.id, o.type, convert_from(o.data, 'UTF8')::json,
    convert_from(o.metadata, 'UTF8')::json, to_timestamp(o.created_micros / 1e6)
  FROM event_log.events o WHERE ${IS_OURS} ORDER BY o.position`;

/** Position by position, as the texts that they are. */
const COMPARE = `
  SELECT count(o.position)::int AS events, count(*) FILTER (WHERE
    (o.stream, o.revision, o.id, o.type, convert_from(o.data, 'UTF8'),
     convert_from(o.metadata, 'UTF8'))
    IS DISTINCT FROM (n.stream, n.revision, n.id, n.type, n.data::text, n.metadata::text))::int
    AS differing
  FROM (SELECT * FROM event_log.events o WHERE ${IS_OURS}) o FULL JOIN log.events n USING (position)`;

/**
 * A data folder of the release in which an event node kept the log: at the first start its events
 * become those of the table, at the same positions, so that read models and relays go on where they
 * were. What the node kept stays, under another name. All or nothing.
 *
 * This file can go once nobody has such a folder any more.
 * @param pool of the database, by the owner of its server
 * @throws an Error with a sentence for the operator; nothing is changed then
 */
export async function takeOverEventNode(pool: Pool, say: (line: string) => void): Promise<void> {
  try {
    const { rows } = await pool.query(`SELECT to_regclass('event_log.events') AS found`);
    if (rows[0]?.found === null) return;
    say('Taking over the events of the release before …');
    const events = await inTransaction(pool, (client) =>
      withoutResponseTimeout(client, async () => {
        await client.query('LOCK TABLE event_log.events, log.events IN EXCLUSIVE MODE');
        await client.query(COPY);
        const compared = await client.query<{ events: number; differing: number }>(COMPARE);
        const { events = 0, differing = 0 } = compared.rows[0] ?? {};
        if (differing > 0) throw new Error(`${differing} of ${events} events are not as they were`);
        await client.query('ALTER SCHEMA event_log RENAME TO event_log_taken_over');
        return events;
      }),
    );
    say(`${events} events were taken over and compared.`);
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(
      `The events of the release before could not be taken over (${message}). Nothing was changed: ` +
        'start that release on this folder, and make a backup with it.',
      { cause },
    );
  }
}
