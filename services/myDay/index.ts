import { dayEventDefinitions } from '@insuremanager/contracts/myDay/dayEvents';
import { defineSlice } from '../platform/slice.js';
import { createMyDay } from './createMyDay.js';
import { dayProjector } from './dayTables.js';

export type { MyDay, MyDayOfBook } from './createMyDay.js';
export { createMyDay };

export const myDaySlice = defineSlice({
  events: dayEventDefinitions,
  projectors: [dayProjector],
  open: createMyDay,
});
