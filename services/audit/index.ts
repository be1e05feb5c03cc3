export type { Audit } from './audit.js';
export { auditProjector } from './auditProjector.js';
export { createAudit } from './createAudit.js';
