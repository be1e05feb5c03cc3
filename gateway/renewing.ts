import { lostBonus } from '@insuremanager/contracts/claims/claimWarnings';
import type { RenewalInput } from '@insuremanager/contracts/policies/policyInputs';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import type { SavedTerm, TermRef } from '@insuremanager/services/policies/index';
import type { Capabilities } from './books.js';

/** Claims of one term that are looked at: there are hardly two. */
const MOST_CLAIMS = 50;

/** Renews a term, and warns of what its claims mean for the next one. */
export async function renewTerm(
  { policies, claims }: Pick<Capabilities, 'policies' | 'claims'>,
  term: TermRef,
  renewal: RenewalInput,
  context: CommandContext,
): Promise<SavedTerm> {
  const saved = await policies.renew(term, renewal, context);
  if (term.kind !== 'vehicle') return saved;
  const { items } = await claims.list({
    ...{ filter: { policyId: term.id }, sort: 'added', direction: 'desc' },
    ...{ limit: MOST_CLAIMS, cursor: null },
  });
  const warning = lostBonus(items, saved.record.ncbPercent);
  return warning ? { ...saved, warnings: [...saved.warnings, warning] } : saved;
}
