import { dropOldSchemas } from '@insuremanager/services/platform/readModels/oldSchemas';
import type { Services } from '../roles/openServices.js';

/** Drops the read models of earlier releases, but none that a process still keeps up to date. */
export async function dropOld(
  { readModels, platform }: Services,
  say: (line: string) => void,
): Promise<number> {
  const { dropped, inUse } = await dropOldSchemas(platform.pool, readModels.schema);
  for (const name of dropped) say(`Dropped ${name}.`);
  for (const name of inUse) say(`Kept ${name}: another release or a rebuild is at work on it.`);
  if (dropped.length === 0) say('There was nothing to drop.');
  return 0;
}
