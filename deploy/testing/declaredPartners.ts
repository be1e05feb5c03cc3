import { PERMISSIONS, type Role } from '@insuremanager/contracts/identity/permissions';
import { ALL_DECLARED_RECORDS } from '@insuremanager/contracts/records/declaredRecords';
import { ALL_RECORDS } from '@insuremanager/contracts/records/records';
import { ALL_GROUPS, SEARCH_GROUPS } from '@insuremanager/contracts/search/searchViews';
import {
  PartnerMatch,
  partnerRecord,
  partnersSlice,
} from '@insuremanager/services/platform/records/testing/partners';

/*
 * Declares partners, a kind of record that the product does not have, wherever one is declared. To be
 * imported before anything that is made of the declarations.
 */

const PARTNER_PERMISSIONS = {
  'partners.read': ['manager', 'auditor', 'analyst', 'admin'],
  'partners.write': ['manager', 'admin'],
} satisfies Record<string, readonly Role[]>;

Object.assign(PERMISSIONS, PARTNER_PERMISSIONS);
Object.assign(SEARCH_GROUPS, {
  partners: { of: partnerRecord, type: 'PartnerMatch', Match: PartnerMatch, isOwned: false },
});
for (const [declared, one] of [
  [ALL_RECORDS, partnerRecord],
  [ALL_DECLARED_RECORDS, partnerRecord],
  [ALL_GROUPS, 'partners'],
]) {
  (declared as unknown[]).push(one);
}

// What is loaded from here on is made of the declarations.
const { SLICES } = await import('../roles/slices.js');
Object.assign(SLICES, { partners: partnersSlice });
