import { type AnySlice, defineSlice, partsOf } from '../platform/slice.js';
import { auditedAmong } from './auditedEvents.js';
import { auditProjector } from './auditProjector.js';
import { createAudit } from './createAudit.js';

export type { Audit, LookedAt } from './audit.js';
export { auditTable, usernamesTable } from './auditTables.js';

/** With the deletions of these capabilities. */
export const auditSlice = (audited: readonly AnySlice[]) => {
  const byType = auditedAmong(partsOf(audited).definitions);
  return defineSlice({
    projectors: [auditProjector(byType)],
    open: (platform, tables) => createAudit(platform, tables, byType),
  });
};
