import type { ListedDocument } from '../../records/documents/document';
import { RecordLink } from '../../records/RecordLink';
import { labelOf } from '../../ui/labels';
import { NOTHING } from '../../ui/list/columns';

type OfPolicy = Pick<ListedDocument, 'policy' | 'policyId' | 'policyType'>;

/** The policy that a document belongs to; without one, as much as is known of it. */
export function policyNameOf({ policy, policyId, policyType }: OfPolicy): string | null {
  if (policy) return policy.policyNumber;
  if (policyId !== null) return 'Deleted';
  return policyType && labelOf(policyType);
}

/** The same, opening it. */
export function PolicyLink({ document }: { document: OfPolicy }) {
  const name = policyNameOf(document);
  if (name === null) return NOTHING;
  if (!document.policy) return <span className="muted">{name}</span>;
  return <RecordLink record={document.policy}>{name}</RecordLink>;
}
