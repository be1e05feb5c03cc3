import { documentEventDefinitions } from '@insuremanager/contracts/documents/documentEvents';
import { defineSlice } from '../platform/slice.js';
import { createDocuments } from './createDocuments.js';
import { documentProjector } from './documentProjector.js';

export type {
  Documents,
  DocumentsOfBook,
  FileIdentity,
  OpenedDocument,
  ReceivedFile,
  SameFile,
} from './documents.js';
export { DOCUMENTS_BY_TYPE, documentsTable, storedDocumentsTable } from './documentTables.js';
export { createDocuments };

export const documentsSlice = defineSlice({
  events: documentEventDefinitions,
  projectors: [documentProjector],
  open: createDocuments,
});
