import {
  ACTIVE_CONTENT,
  DOCUMENT_TYPES,
  FILE_KINDS,
} from '@insuremanager/contracts/documents/documentKinds';
import { DocumentCards, DocumentView } from '@insuremanager/contracts/documents/documentViews';
import type { ClassType } from 'type-graphql';
import { Claim } from './claimResolvers.js';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { Policy } from './policyResolvers.js';
import { linkResolver } from './recordResolvers.js';
import { query, rootFields } from './rootFields.js';

enumType('DocumentType', DOCUMENT_TYPES);
enumType('FileKind', FILE_KINDS);
enumType('ActiveContent', ACTIVE_CONTENT);

const Document = objectType('Document', DocumentView, {
  description: 'A file of a customer. It is uploaded and read by REST.',
});
const Cards = objectType('DocumentCards', DocumentCards, {
  description: 'The four cards over the list. Each counts what its list shows.',
});

export const documentResolvers: ClassType[] = [
  rootFields({
    documentCards: query(Cards, {}, (_, { documents }) => documents.cards()),
  }),
  linkResolver({
    From: Document,
    field: 'policy',
    To: Policy,
    description: 'Null when it belongs to none, or that has been deleted.',
    by: 'policiesById',
    idOf: ({ policyId }) => policyId,
  }),
  linkResolver({
    From: Document,
    field: 'claim',
    To: Claim,
    description: 'Null when it belongs to none, or that has been deleted.',
    by: 'claimsById',
    idOf: ({ claimId }) => claimId,
  }),
];
