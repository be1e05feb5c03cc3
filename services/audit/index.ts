import { defineSlice } from '../platform/slice.js';
import { auditProjector } from './auditProjector.js';
import { createAudit } from './createAudit.js';

export type { Audit } from './audit.js';
export { createAudit };

export const auditSlice = defineSlice({ projectors: [auditProjector], open: createAudit });
