import {
  type AgencyEvent,
  type AgencySettings,
  AgencySettingsChanged,
} from '@insuremanager/contracts/agency/agencyEvents';
import { SHORTEST_RETENTION_YEARS } from '@insuremanager/contracts/erasures/erasures';
import { USUAL_REQUEST_DAYS } from '@insuremanager/contracts/privacy/requestKinds';
import { canonicalJson } from '../platform/commands/canonicalJson.js';
import type { Decider } from '../platform/commands/command.js';

/** What this installation's environment says of the agency; what is absent is not set. */
export type AgencyDefaults = Partial<
  Omit<AgencySettings, 'logo' | 'gstRates' | 'retentionYears' | 'requestDays' | 'ownBook'>
>;

/** What is to be changed: a setting that is absent stays as it is. */
type Changes = Partial<AgencySettings>;

export interface ChangeAgencySettings {
  readonly type: 'ChangeAgencySettings';
  readonly changes: Changes;
}

const USUAL: AgencySettings = {
  name: null,
  address: null,
  phone: null,
  email: null,
  website: null,
  licence: null,
  gstin: null,
  upiAddress: null,
  logo: null,
  socialLinks: [],
  gstRates: [],
  retentionYears: SHORTEST_RETENTION_YEARS,
  requestDays: USUAL_REQUEST_DAYS,
  leadPincodes: null,
  ownBook: false,
};

/**
 * The settings as they are in effect. What the environment says counts until somebody sets it, and
 * is nobody's change: saving it unchanged records nothing.
 */
export const agencyDecider = (
  defaults: AgencyDefaults = {},
): Decider<AgencySettings, ChangeAgencySettings, AgencyEvent> => ({
  initial: { ...USUAL, ...defaults },
  evolve: (settings, { data }) => ({ ...settings, ...data }),
  decide({ changes }, settings) {
    const changed = changedSettings(settings, changes);
    return Object.keys(changed).length > 0 ? [AgencySettingsChanged(changed)] : [];
  },
});

function changedSettings(settings: AgencySettings, changes: Changes): Changes {
  const names = Object.keys(changes) as (keyof AgencySettings)[];
  const differing = names.filter((name) => !isSame(name, settings, changes));
  return Object.fromEntries(differing.map((name) => [name, changes[name]]));
}

/** Of a logo its picture counts, not where it lies. */
function isSame(name: keyof AgencySettings, before: Changes, after: Changes): boolean {
  if (name === 'logo') return before.logo?.sha256 === after.logo?.sha256;
  return canonicalJson(before[name]) === canonicalJson(after[name]);
}
