import {
  DOCUMENT_TYPE_WORDS,
  type DocumentType,
} from '@insuremanager/contracts/documents/documentKinds';
import { Badge } from '../StatusBadge';

export const DocumentTypeBadge = ({ type }: { type: DocumentType }) => (
  <Badge tone="ended">{DOCUMENT_TYPE_WORDS[type]}</Badge>
);
