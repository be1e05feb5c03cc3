import { breachEventDefinitions } from '@insuremanager/contracts/privacy/breachEvents';
import { defineSlice } from '../platform/slice.js';
import { breachProjector } from './breachProjector.js';
import { createBreaches } from './createBreaches.js';

export type { Breaches, BreachPdf, OpenClock, PrintedLetters } from './breaches.js';

/** What happened to the data of persons, whom it concerns, and what is owed to whom until when. */
export const breachesSlice = defineSlice({
  events: breachEventDefinitions,
  projectors: [breachProjector],
  open: createBreaches,
});
