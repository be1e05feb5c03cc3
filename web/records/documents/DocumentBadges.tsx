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

/** The words on the badges of a document. */
export const badgesOf = ({ documentType, activeContent }: DocumentBadgesProps['document']) => [
  labelOf(documentType),
  ...(activeContent === 'none' ? [] : [ACTIVE_CONTENT_LABELS[activeContent]]),
];

/** Of which type a document is, and whether its file may do more than show something. */
export const DocumentBadges = ({ document }: DocumentBadgesProps) => (
  <span className="badges">
    <Badge tone="ended">{labelOf(document.documentType)}</Badge>
    {document.activeContent !== 'none' && (
      <Badge tone="wait">{ACTIVE_CONTENT_LABELS[document.activeContent]}</Badge>
    )}
  </span>
);
