import type { ListedDocument } from '../../records/documents/document';
import { RecordLink } from '../../records/RecordLink';
import { labelOf } from '../../ui/labels';
import { NOTHING } from '../../ui/list/columns';

interface PolicyLinkProps {
  document: Pick<ListedDocument, 'policy' | 'policyId' | 'policyType'>;
  isInRow?: boolean;
}

/** The policy that a document belongs to, opening it; without one, as much as is known of it. */
export function PolicyLink({ document, isInRow }: PolicyLinkProps) {
  const { policy, policyId, policyType } = document;
  if (policy) {
    return (
      <RecordLink record={policy} isInRow={isInRow}>
        {policy.policyNumber}
      </RecordLink>
    );
  }
  if (policyId !== null) return <span className="muted">Deleted</span>;
  if (!policyType) return NOTHING;
  return <span className="muted">{labelOf(policyType)}</span>;
}
