import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import { labelOf } from '../../ui/labels';
import { Badge } from '../../ui/StatusBadge';

export const DocumentTypeBadge = ({ type }: { type: DocumentType }) => (
  <Badge tone="ended">{labelOf(type)}</Badge>
);
