import { type Pool, query } from './postgres.js';

/** The oldest that is tested, see docs/decisions/0031-oldest-postgres.md. */
const OLDEST = 15;

/**
 * @throws an Error with a sentence for operators when the server is older than we know it to work
 *   with; Refusal `unavailable` when it cannot be reached.
 */
export async function requireServerVersion(pool: Pool): Promise<void> {
  const [row] = await query<{ version: string }>(
    pool,
    `SELECT current_setting('server_version_num') AS version`,
  );
  const complaint = complaintAbout(Number(row?.version));
  if (complaint) throw new Error(complaint);
}

/** @param version as Postgres numbers itself: 150004 is 15.4 */
export function complaintAbout(version: number): string | undefined {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST) return undefined;
  return (
    `DATABASE_URL leads to Postgres ${major}.${version % 10_000}; ${OLDEST} or newer is needed. ` +
    'Upgrade that server, or name another one.'
  );
}
