export { ANALYTICS } from './analyticsViews.js';
