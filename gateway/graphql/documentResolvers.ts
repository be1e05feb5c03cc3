import {
  ACTIVE_CONTENT,
  DOCUMENT_TYPES,
  FILE_KINDS,
} from '@insuremanager/contracts/documents/documentKinds';
import { DocumentCards, DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { type ClassType, Ctx, Query, Resolver } from 'type-graphql';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import type { GraphqlContext } from './graphqlContext.js';
import { Policy } from './policyResolvers.js';
import { LOOKUP_COST } from './queryCosts.js';
import { linkResolver } from './recordResolvers.js';

enumType('DocumentType', DOCUMENT_TYPES);
enumType('FileKind', FILE_KINDS);
enumType('ActiveContent', ACTIVE_CONTENT);

const Document = objectType('Document', DocumentView, {
  description: 'A file of a customer. It is uploaded and read by REST.',
});
const Cards = objectType('DocumentCards', DocumentCards, {
  description: 'The four cards over the list. Each counts what its list shows.',
});

@Resolver()
class DocumentResolver {
  @Query(() => Cards, { complexity: LOOKUP_COST })
  documentCards(@Ctx() { documents }: GraphqlContext): Promise<DocumentCards> {
    return documents.cards();
  }
}

export const documentResolvers: ClassType[] = [
  DocumentResolver,
  linkResolver({
    From: Document,
    field: 'policy',
    To: Policy,
    description: 'Null when it belongs to none, or that has been deleted.',
    find: async ({ policyId }, { policiesById }) =>
      policyId === null ? null : policiesById.load(policyId),
  }),
];
