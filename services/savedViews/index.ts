import { defineSlice } from '../platform/slice.js';
import { createSavedViews, savedViewSteps } from './createSavedViews.js';

export type { SavedViews } from './savedViews.js';
export { createSavedViews, savedViewSteps };

export const savedViewsSlice = defineSlice({ open: createSavedViews });
