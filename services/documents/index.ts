export { createDocuments } from './createDocuments.js';
export { documentProjector } from './documentProjector.js';
export type {
  Documents,
  DocumentsOfBook,
  OpenedDocument,
  ReceivedFile,
} from './documents.js';
export { DOCUMENTS_BY_TYPE, documentsTable, storedDocumentsTable } from './documentTables.js';
