import {
  AgencySettingsInput,
  LETTERHEAD_FIELDS,
} from '@insuremanager/contracts/agency/agencyFields';
import { gstinWarning } from '@insuremanager/contracts/rules/gstin';
import { expect, it } from 'vitest';
import { DEMO_LETTERHEAD } from './brokerage.js';

it('the letterhead of the demo is complete, and what an administrator could have typed', () => {
  expect(Object.keys(DEMO_LETTERHEAD).sort()).toEqual([...LETTERHEAD_FIELDS].sort());
  expect(AgencySettingsInput.parse(DEMO_LETTERHEAD)).toEqual(DEMO_LETTERHEAD);
  expect(gstinWarning(DEMO_LETTERHEAD.gstin)).toBeNull();
});
