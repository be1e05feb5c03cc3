import { FILE_KIND_MIME_TYPES } from '@insuremanager/contracts/documents/documentKinds';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';

type Known = Pick<DocumentView, 'documentType' | 'mimeType' | 'policyId'>;

/** Whether a document may be the schedule of a policy that is not entered yet. */
export const mayBeSchedule = ({ documentType, mimeType, policyId }: Known): boolean =>
  documentType === 'policy_document' && mimeType === FILE_KIND_MIME_TYPES.pdf && policyId === null;
