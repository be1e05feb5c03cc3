export { createSavedViews, savedViewSteps } from './createSavedViews.js';
export type { SavedViews } from './savedViews.js';
