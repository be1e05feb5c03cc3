import { documentEventDefinitions } from '@insuremanager/contracts/documents/documentEvents';
import { documentRecord } from '@insuremanager/contracts/documents/documentViews';
import { defineSlice } from '../platform/slice.js';
import { createDocuments } from './createDocuments.js';
import { documentProjector } from './documentProjector.js';
import { DOCUMENTS_BY_TYPE, documentsTable, storedDocumentsTable } from './documentTables.js';

export type {
  Documents,
  DocumentsOfBook,
  FileIdentity,
  OpenedDocument,
  ReceivedFile,
  SameFile,
} from './documents.js';
export { createDocuments, DOCUMENTS_BY_TYPE, documentsTable, storedDocumentsTable };

export const documentsSlice = defineSlice({
  events: documentEventDefinitions,
  projectors: [documentProjector],
  owned: {
    declared: documentRecord,
    table: documentsTable,
    purpose: 'Proof of identity, policies and claims. Ask for a copy of any of the files.',
  },
  open: createDocuments,
});
