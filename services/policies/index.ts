import {
  policyEventDefinitions,
  policyIdOf,
  policyStream,
} from '@insuremanager/contracts/policies/policyEvents';
import { type PolicyView, policyRecord } from '@insuremanager/contracts/policies/policyViews';
import { notFound } from '../platform/errors.js';
import type { OwnedService } from '../platform/ownedRecords.js';
import { defineSlice } from '../platform/slice.js';
import { createPolicies } from './createPolicies.js';
import type { Policies } from './policies.js';
import { policyProjector } from './policyProjector.js';
import {
  POLICY_SUMMARIES,
  policiesTable,
  premiumOfRow,
  SEARCH_COLUMNS,
  UNDECIDED,
} from './policyTables.js';

export { type CoverEnd, coverEnds, premiumEnds } from './coverEnds.js';
export type {
  IssuedPolicy,
  Policies,
  PoliciesOfBook,
  PolicyReference,
  SavedTerm,
} from './policies.js';
export { findTerm, policyDecider, type TermRef } from './policy.js';
export { listedInsured } from './policyHistory.js';
export {
  compactForms,
  searchPatterns as policySearchPatterns,
  termSearch,
} from './policySearch.js';
export { createPolicies, POLICY_SUMMARIES, policiesTable, premiumOfRow, SEARCH_COLUMNS, UNDECIDED };

type ByNumber = Pick<Policies, 'lastKnown' | 'delete' | 'history' | 'besideNow'>;

/** Terms are asked for with the kind of their policy, of which their streams know. */
const byNumber = (policies: ByNumber): OwnedService => {
  const find = async (id: number) => {
    const term = await policies.lastKnown(id);
    return term && { kind: term.kind, id };
  };
  const require = async (id: number) => {
    const ref = await find(id);
    if (!ref) throw notFound('policy', id);
    return ref;
  };
  return {
    // Of whomever the next term is.
    delete: async (id, context) =>
      policies.delete(await require(id), context, { evenIfRenewed: true }),
    history: async (id) => policies.history(await require(id)),
    async besideNow(id, moment) {
      const ref = await find(id);
      const nothing = { revision: null, past: null, now: null, lastKnown: null };
      return ref ? policies.besideNow(ref, moment) : nothing;
    },
  };
};

export const policiesSlice = defineSlice({
  events: policyEventDefinitions,
  projectors: [policyProjector],
  owned: {
    declared: policyRecord,
    table: policiesTable,
    purpose: 'To arrange your insurance, to serve it and to remind you before it ends.',
    titleOf: (view) => `${(view as PolicyView).kind === 'health' ? 'Health' : 'Vehicle'} policy`,
    streamOf: (termId) => policyStream(policyIdOf(termId)),
    serviceOf: byNumber,
  },
  open: createPolicies,
});
