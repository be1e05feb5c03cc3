import { DOCUMENT_TYPES, FILE_KINDS } from '@insuremanager/contracts/documents/documentKinds';
import { DOCUMENT_SORTS } from '@insuremanager/contracts/documents/documentViews';
import { registerEnumType } from 'type-graphql';
import { named } from './enums.js';

export const DocumentTypeEnum = named(DOCUMENT_TYPES);
export const FileKindEnum = named(FILE_KINDS);
export const DocumentSortEnum = named(DOCUMENT_SORTS);

registerEnumType(DocumentTypeEnum, { name: 'DocumentType' });
registerEnumType(FileKindEnum, { name: 'FileKind' });
registerEnumType(DocumentSortEnum, { name: 'DocumentSort' });
