export { ANALYTICS, ANALYTICS_WITHOUT_LOG } from './analyticsViews.js';
export {
  createParquetExports,
  type ParquetExports,
  type ParquetManifest,
} from './parquetExports.js';
