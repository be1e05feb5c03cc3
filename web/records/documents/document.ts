import { isShownInBrowser } from '@insuremanager/contracts/documents/documentKinds';
import { documentPreviewPath } from '@insuremanager/contracts/documents/documentViews';
import type { DocumentWithOwnersFragment } from '../../data/operations.generated';

export type ListedDocument = DocumentWithOwnersFragment;

/** What a new tab shows: the picture or the PDF itself; of a Word file, its download. */
export const newTabAddress = ({ id, filePath, mimeType }: ListedDocument): string =>
  isShownInBrowser(mimeType) ? documentPreviewPath(id) : filePath;
