import { agencyEventDefinitions } from '@insuremanager/contracts/agency/agencyEvents';
import { defineSlice } from '../platform/slice.js';
import type { AgencyDefaults } from './agencySettings.js';
import { createAgency } from './createAgency.js';

export type { Agency, ChangedAgencySettings, LogoContent, Stationery } from './agency.js';
export type { AgencyDefaults } from './agencySettings.js';
export { createAgency } from './createAgency.js';
export { tooLargeLogo } from './logoImage.js';

export const agencySlice = defineSlice({
  events: agencyEventDefinitions,
  open: (
    platform,
    _tables,
    { brokerage, isDemo }: { brokerage?: AgencyDefaults; isDemo?: boolean },
  ) => createAgency(platform, brokerage, isDemo),
});
