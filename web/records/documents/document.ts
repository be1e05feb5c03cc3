import { isShownInBrowser } from '@insuremanager/contracts/documents/documentKinds';
import { documentPreviewPath } from '@insuremanager/contracts/documents/documentViews';
import type { DocumentWithOwnersFragment } from '../../data/operations.generated';

export type ListedDocument = DocumentWithOwnersFragment;

/**
 * What a new tab shows: the picture or the PDF itself; of a Word file, and of a PDF that the browser
 * might run something of, its download.
 */
export const newTabAddress = (document: ListedDocument): string =>
  isShownInBrowser(document.mimeType) && document.activeContent === 'none'
    ? documentPreviewPath(document.id)
    : document.filePath;
