import { useQuery } from '@apollo/client/react';
import { DOCUMENT_TYPE_WORDS } from '@insuremanager/contracts/documents/documentKinds';
import { shownFileSize } from '@insuremanager/contracts/rules/fileSize';
import { DocumentHistoryDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import type { ListedDocument } from '../../ui/documents/document';
import { POLICY_KIND_WORDS } from '../../ui/documents/documentWords';
import { HistoryPanel } from '../../ui/record/HistoryPanel';
import { useNameOfCustomer } from '../../ui/useNameOfCustomer';

const WORDS: Readonly<Record<string, string>> = { ...DOCUMENT_TYPE_WORDS, ...POLICY_KIND_WORDS };

const shownValue = (field: string, value: string): string => {
  if (field === 'documentType' || field === 'policyType') return WORDS[value] ?? value;
  return field === 'fileSize' && /^\d+$/.test(value) ? shownFileSize(Number(value)) : value;
};

interface DocumentHistoryPanelProps {
  id: number;
  /** As it is in the list; null once it was deleted. */
  document: ListedDocument | null;
}

export function DocumentHistoryPanel({ id, document }: DocumentHistoryPanelProps) {
  const nameOf = useNameOfCustomer();
  const { data, error, refetch } = useQuery(DocumentHistoryDocument, { variables: { id } });
  useRetryAfterSignIn(error, refetch);
  return (
    <HistoryPanel
      one="document"
      entries={data?.documentHistory}
      error={error}
      onRetry={refetch}
      shownValue={(field, value) => {
        if (field === 'customerId') return nameOf(value);
        if (field === 'policyId') return document?.policy?.policyNumber ?? value;
        return shownValue(field, value);
      }}
    />
  );
}
