import { addressOfDocument, OPENED_HERE } from '../../app/records';
import { DocumentsPanel } from '../../ui/documents/DocumentsPanel';
import type { Policy } from './policy';

/** The documents of a policy, of the term that is open. */
export const PolicyDocumentsPanel = ({ policy }: { policy: Policy }) => {
  const { id, kind, policyNumber, customerId, customer } = policy;
  return (
    <DocumentsPanel
      of={{
        customer: { id: customerId, name: customer?.name ?? 'Deleted customer' },
        policy: { id, kind, policyNumber },
      }}
      canAdd={customer !== null}
      addressOf={addressOfDocument}
      linkState={OPENED_HERE}
    />
  );
};
