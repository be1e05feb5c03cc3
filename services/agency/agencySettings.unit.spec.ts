import { AgencySettingsChanged, type Logo } from '@insuremanager/contracts/agency/agencyEvents';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, it } from 'vitest';
import { agencyDecider, type ChangeAgencySettings } from './agencySettings.js';

const { given } = scenario(agencyDecider({ name: 'Malabar Brokers', phone: '+91 484 2345678' }));
const change = (changes: ChangeAgencySettings['changes']): ChangeAgencySettings => ({
  type: 'ChangeAgencySettings',
  changes,
});

const logo: Logo = {
  fileKey: 'agency/one',
  mimeType: 'image/png',
  size: 812,
  sha256: 'a1',
  width: 40,
  height: 20,
};

describe('settings of the agency', () => {
  it('record what was changed and nothing else', () => {
    given()
      .when(change({ name: 'Malabar Brokers', phone: '0484 1', ownBook: false, gstin: null }))
      .then(AgencySettingsChanged({ phone: '0484 1' }));
    given(AgencySettingsChanged({ ownBook: true }))
      .when(change({ ownBook: true, retentionYears: 12 }))
      .then(AgencySettingsChanged({ retentionYears: 12 }));
  });

  it('record nothing when all is as it was', () => {
    given().when(change({})).thenNothing();
    given()
      .when(change({ name: 'Malabar Brokers', socialLinks: [] }))
      .thenNothing();
  });

  it('that were emptied win over the environment', () => {
    given()
      .when(change({ phone: null }))
      .then(AgencySettingsChanged({ phone: null }));
    given(AgencySettingsChanged({ phone: null }))
      .when(change({ phone: null }))
      .thenNothing();
  });

  it('hold a logo, which is the same wherever it lies', () => {
    given().when(change({ logo })).then(AgencySettingsChanged({ logo }));
    given(AgencySettingsChanged({ logo }))
      .when(change({ logo: { ...logo, fileKey: 'agency/two' } }))
      .thenNothing();
    given(AgencySettingsChanged({ logo }))
      .when(change({ logo: null }))
      .then(AgencySettingsChanged({ logo: null }));
    given()
      .when(change({ logo: null }))
      .thenNothing();
  });

  it('compare lists by what is in them', () => {
    const gstRates = [{ what: 'motor', from: '2027-04-01', percent: 12 }] as const;
    given(AgencySettingsChanged({ gstRates: [...gstRates] }))
      .when(change({ gstRates: [{ percent: 12, from: '2027-04-01', what: 'motor' }] }))
      .thenNothing();
  });
});
