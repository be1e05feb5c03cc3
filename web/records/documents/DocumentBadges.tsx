import {
  ACTIVE_CONTENT_LABELS,
  type ActiveContent,
  type DocumentType,
} from '@insuremanager/contracts/documents/documentKinds';
import { labelOf } from '../../ui/labels';
import { Badge } from '../../ui/StatusBadge';

interface DocumentBadgesProps {
  document: { documentType: DocumentType; activeContent: ActiveContent };
}

/** Of which type a document is, and whether its file may do more than show something. */
export const DocumentBadges = ({ document }: DocumentBadgesProps) => (
  <span className="badges">
    <Badge tone="ended">{labelOf(document.documentType)}</Badge>
    <ActiveContentBadge content={document.activeContent} />
  </span>
);

export const ActiveContentBadge = ({ content }: { content: ActiveContent }) =>
  content === 'none' ? null : <Badge tone="wait">{ACTIVE_CONTENT_LABELS[content]}</Badge>;
