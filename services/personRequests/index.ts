import { personRequestEventDefinitions } from '@insuremanager/contracts/privacy/requestEvents';
import { defineSlice } from '../platform/slice.js';
import { createPersonRequests } from './createPersonRequests.js';
import { personRequestProjector } from './requestProjector.js';

export type { PersonRequests } from './personRequests.js';
export { personRequestsTable } from './requestProjector.js';

/** What persons ask for by the Data Protection Act. */
export const personRequestsSlice = defineSlice({
  events: personRequestEventDefinitions,
  projectors: [personRequestProjector],
  open: createPersonRequests,
});
