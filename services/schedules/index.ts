import { defineSlice } from '../platform/slice.js';
import { createSchedules, type ScheduleDependencies } from './createSchedules.js';

export type { Schedules, SchedulesOfBook } from './createSchedules.js';
export { openScheduleReader, type ScheduleReader } from './scheduleReader.js';
export { createSchedules };

export const schedulesSlice = defineSlice({
  open: (_platform, _readModels, others: ScheduleDependencies) => createSchedules(others),
});
