import { useQuery } from '@apollo/client/react';
import { AnchorButton, Button } from '@blueprintjs/core';
import { Download, Share, Trash } from '@blueprintjs/icons';
import { useRef } from 'react';
import { DocumentDetailsDocument, DocumentHistoryDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { Drawer } from '../../ui/Drawer';
import { DocumentTypeBadge } from '../../ui/documents/DocumentTypeBadge';
import { type ListedDocument, newTabAddress } from '../../ui/documents/document';
import { FileKindIcon } from '../../ui/documents/FileKindIcon';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { LoadFailure } from '../../ui/record/LoadFailure';
import { RecordTabs } from '../../ui/record/RecordTabs';
import { Badge } from '../../ui/StatusBadge';
import { Tip } from '../../ui/Tip';
import { useAddress } from '../../ui/useAddress';
import { DocumentDetailsPanel } from './DocumentDetailsPanel';
import { DocumentHistoryPanel } from './DocumentHistoryPanel';
import type { DocumentAction } from './DocumentRowMenu';

interface DocumentDrawerProps {
  /** Null: closed. */
  id: number | null;
  onClose: () => void;
  onAction: (action: DocumentAction, document: ListedDocument) => void;
}

/** A document beside the list: what it is, what it shows, and what happened to it. */
export function DocumentDrawer({ id, onClose, onAction }: DocumentDrawerProps) {
  const { params, change } = useAddress();
  const { data, error, refetch, loading } = useQuery(DocumentDetailsDocument, {
    variables: { id: id ?? 0 },
    skip: id === null,
  });
  useRetryAfterSignIn(error, refetch);
  const former = useFormerDocument(data?.document === null ? id : null);
  const view = {
    id,
    document: data?.document,
    tab: params.get('tab') ?? (data?.document === null ? 'history' : 'details'),
  };
  // What was open stays as it was while the drawer slides out.
  const kept = useRef(view);
  if (id !== null) kept.current = view;
  const { document, tab } = kept.current;

  return (
    <Drawer
      isOpen={id !== null}
      onClose={onClose}
      title={document?.fileName ?? former?.fileName ?? 'Document'}
      subtitle={
        document ? (
          <DocumentTypeBadge type={document.documentType} />
        ) : (
          former && <Badge tone="ended">{former.isDeleted ? 'Deleted' : 'Unknown'}</Badge>
        )
      }
      avatar={document && <FileKindIcon mimeType={document.mimeType} size={20} />}
      actions={document && <Actions document={document} onAction={onAction} />}
    >
      {loading && !data && <SkeletonRows height={56} what="the document" />}
      {error && <LoadFailure what="the document" error={error} onRetry={refetch} />}
      {document !== undefined && kept.current.id !== null && (
        <RecordTabs
          id={`document-${kept.current.id}`}
          tabs={[
            {
              id: 'details',
              title: 'Details',
              panel: <DocumentDetailsPanel document={document} />,
            },
            {
              id: 'history',
              title: 'History',
              panel: <DocumentHistoryPanel id={kept.current.id} document={document} />,
            },
          ]}
          tab={tab}
          onTab={(next) => change({ tab: next })}
        />
      )}
    </Drawer>
  );
}

/** Of one that is in no list: what the history still knows. `id` null: nothing is asked for. */
function useFormerDocument(id: number | null): { fileName: string; isDeleted: boolean } | null {
  const { data } = useQuery(DocumentHistoryDocument, {
    variables: { id: id ?? 0 },
    skip: id === null,
  });
  if (!data) return null;
  const history = data.documentHistory.toSorted((a, b) => a.version - b.version);
  const name = history.flatMap(({ changes }) => changes).find(({ field }) => field === 'fileName');
  return {
    fileName: name?.after ?? `Document ${id}`,
    isDeleted: history.at(-1)?.type === 'DocumentDeleted',
  };
}

const Actions = ({
  document,
  onAction,
}: Pick<DocumentDrawerProps, 'onAction'> & { document: ListedDocument }) => (
  <>
    <Tip text="Open in new tab">
      <AnchorButton
        variant="minimal"
        icon={<Share />}
        aria-label="Open in new tab"
        href={newTabAddress(document)}
        target="_blank"
        rel="noopener"
      />
    </Tip>
    <Tip text="Download">
      <AnchorButton
        variant="minimal"
        icon={<Download />}
        aria-label="Download"
        href={document.filePath}
      />
    </Tip>
    <Tip text="Delete">
      <Button
        variant="minimal"
        icon={<Trash />}
        aria-label="Delete"
        onClick={() => onAction('delete', document)}
      />
    </Tip>
  </>
);
