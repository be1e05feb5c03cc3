import { addressOfDocument, OPENED_HERE } from '../../app/records';
import { DocumentsPanel } from '../../ui/documents/DocumentsPanel';

interface CustomerDocumentsPanelProps {
  id: number;
  /** Null: in no list any more. */
  name: string | null;
  /** Without it, documents are only to be read. */
  canAdd: boolean;
  /** The KYC status has been set after an upload. */
  onChanged: ((id: number) => Promise<void>) | undefined;
}

/** All documents of a customer; of an upload of a KYC document, the status may follow. */
export const CustomerDocumentsPanel = (props: CustomerDocumentsPanelProps) => {
  const { id, name, canAdd, onChanged } = props;
  return (
    <DocumentsPanel
      of={{ customer: { id, name: name ?? `Customer ${id}` } }}
      canAdd={canAdd}
      addressOf={addressOfDocument}
      linkState={OPENED_HERE}
      onKycSet={(customerId) => void onChanged?.(customerId)}
    />
  );
};
