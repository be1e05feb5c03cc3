import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { wordsOf } from '../../ui/policies/policyWords';

/** The policies of one kind; both screens are made of the same parts. */
export function PoliciesScreen({ kind }: { kind: PolicyKind }) {
  return <section className="policies" aria-label={wordsOf(kind).heading} />;
}
