import { PERMISSIONS, type Role } from '@insuremanager/contracts/identity/permissions';
import { ALL_DECLARED_RECORDS } from '@insuremanager/contracts/records/declaredRecords';
import { ALL_RECORDS } from '@insuremanager/contracts/records/records';
import { ALL_GROUPS, SEARCH_GROUPS } from '@insuremanager/contracts/search/searchViews';
import {
  PartnerMatch,
  partnerRecord,
  partnersSlice,
} from '@insuremanager/services/platform/records/testing/partners';
import {
  ValuableMatch,
  valuableRecord,
  valuablesSlice,
} from '@insuremanager/services/platform/records/testing/valuables';

/*
 * Declares two kinds of records that the product does not have, wherever one is declared: partners,
 * who are nobody’s, and valuables of customers. To be imported before anything that is made of the
 * declarations.
 */

const FURTHER_PERMISSIONS = {
  'partners.read': ['manager', 'auditor', 'analyst', 'admin'],
  'partners.write': ['manager', 'admin'],
  'valuables.read': ['agent', 'manager', 'auditor', 'analyst', 'admin'],
  'valuables.write': ['agent', 'manager', 'admin'],
} satisfies Record<string, readonly Role[]>;

Object.assign(PERMISSIONS, FURTHER_PERMISSIONS);
Object.assign(SEARCH_GROUPS, {
  partners: { of: partnerRecord, type: 'PartnerMatch', Match: PartnerMatch, isOwned: false },
  valuables: { of: valuableRecord, type: 'ValuableMatch', Match: ValuableMatch, isOwned: true },
});
for (const [declared, ...further] of [
  [ALL_RECORDS, partnerRecord, valuableRecord],
  [ALL_DECLARED_RECORDS, partnerRecord, valuableRecord],
  [ALL_GROUPS, 'partners', 'valuables'],
]) {
  (declared as unknown[]).push(...further);
}

// What is loaded from here on is made of the declarations.
const { SLICES } = await import('../roles/slices.js');
Object.assign(SLICES, { partners: partnersSlice, valuables: valuablesSlice });
