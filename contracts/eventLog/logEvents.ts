import { z } from 'zod';
import { defineEvent } from '../events/eventDefinition.js';

/**
 * The first event of every log of ours. A copy of the log, such as one restored from a backup, has
 * it too and so is the same log, wherever it lies.
 */
export const LogCreated = defineEvent('LogCreated', 1, {
  schema: z.object({
    logId: z.uuid().meta({ examples: ['5f0e9c1a-3a52-4d0e-9c44-6d1a2b7f8e90'] }),
  }),
});
