import { defineSlice } from '../platform/slice.js';
import { createReplays, type ReplayDependencies } from './createReplays.js';

export { nameFieldOf, shownFields } from './replayedFields.js';
export type { DecodedEvent, Replays } from './replays.js';

export const replaySlice = defineSlice({
  open: (platform, _tables, others: ReplayDependencies) => createReplays(platform, others),
});
