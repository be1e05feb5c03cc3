import type { Logger } from '../logger.js';
import { type Pool, query } from '../postgres/postgres.js';
import type { Session } from '../postgres/session.js';

const CHANNEL = 'people_save';
/** While people save, others hear of it so often. Milliseconds. */
const SAID_EVERY_MS = 1_000;

/** Tells all processes that somebody saves here; each save may ask for it. */
export function announceSaves({ pool, logger }: { pool: Pool; logger: Logger }): () => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - saidAt < SAID_EVERY_MS) return;
    saidAt = performance.now();
    query(pool, `NOTIFY ${CHANNEL}`).catch((error: unknown) =>
      logger.warn({}, 'Other processes do not hear that somebody saves', error),
    );
  };
}

/**
 * Hears, for as long as the session lasts, that people save in any process.
 * @returns how many milliseconds ago that was heard last; Infinity before the first
 */
export async function hearSaves({ client }: Pick<Session, 'client'>): Promise<() => number> {
  let heardAt = Number.NEGATIVE_INFINITY;
  client.on('notification', ({ channel }) => {
    if (channel === CHANNEL) heardAt = performance.now();
  });
  await client.query(`LISTEN ${CHANNEL}`);
  return () => performance.now() - heardAt;
}
