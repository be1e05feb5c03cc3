import { defineSlice } from '../platform/slice.js';
import { createRetention } from './createRetention.js';
import { retentionProjector } from './retentionProjector.js';

export type { Retention } from './retention.js';
export { sweepSteps } from './sweepQueue.js';
export { createRetention };

export const retentionSlice = defineSlice({
  projectors: [retentionProjector],
  open: createRetention,
});
