export type { Agency, ChangedAgencySettings, LogoContent, Stationery } from './agency.js';
export type { AgencyDefaults } from './agencySettings.js';
export { createAgency } from './createAgency.js';
export { tooLargeLogo } from './logoImage.js';
