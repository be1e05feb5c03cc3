import { dropOldSchemas } from '@insuremanager/services/platform/readModels/oldSchemas';
import type { Services } from '../roles/openServices.js';
import type { Answer } from './answer.js';

/** Drops the read models of earlier releases, but none that a process still keeps up to date. */
export async function prune({
  readModels,
  platform,
}: Pick<Services, 'readModels' | 'platform'>): Promise<Answer> {
  const { dropped, inUse } = await dropOldSchemas(platform.pool, readModels.schema);
  return {
    document: { dropped, inUse },
    lines: [
      ...dropped.map((name) => `Dropped ${name}.`),
      ...inUse.map((name) => `Left ${name}: another release or a rebuild is at work on it.`),
      ...(dropped.length === 0 ? ['There was nothing to drop.'] : []),
    ],
  };
}
