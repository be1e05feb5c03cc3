import type { KeyboardEvent, MouseEvent } from 'react';
import { Link } from 'react-router';
import { addressOfRecord, OPENED_HERE } from '../../app/records';
import type { ListedDocument } from '../../ui/documents/document';
import { POLICY_KIND_WORDS } from '../../ui/documents/documentWords';
import { NOTHING } from '../../ui/list/Nothing';

/** The row below would open its own record as well. */
const keepFromRow = (event: MouseEvent | KeyboardEvent) => event.stopPropagation();

interface PolicyLinkProps {
  document: Pick<ListedDocument, 'policy' | 'policyId' | 'policyType'>;
  /** In a list only the row is a stop of the Tab key; its drawer has the link as well. */
  isInRow?: boolean;
}

/** The policy that a document belongs to, opening it; without one, as much as is known of it. */
export function PolicyLink({ document, isInRow = false }: PolicyLinkProps) {
  const { policy, policyId, policyType } = document;
  if (policy) {
    return (
      <Link
        to={addressOfRecord(policy)}
        state={OPENED_HERE}
        className="holder-link"
        tabIndex={isInRow ? -1 : undefined}
        onClick={keepFromRow}
        onKeyDown={keepFromRow}
      >
        {policy.policyNumber}
      </Link>
    );
  }
  if (policyId !== null) return <span className="muted">Deleted</span>;
  if (!policyType) return NOTHING;
  return <span className="muted">{POLICY_KIND_WORDS[policyType]}</span>;
}
