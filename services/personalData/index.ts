import { defineSlice } from '../platform/slice.js';
import { createPersonalData, type PersonalDataDependencies } from './createPersonalData.js';

export type { PersonalData, Processor } from './personalData.js';

export const personalDataSlice = defineSlice({
  open: (platform, readModels, others: PersonalDataDependencies) =>
    createPersonalData(platform, readModels, others),
});
