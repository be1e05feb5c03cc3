import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import type {
  DocumentCards as DocumentCardsView,
  DocumentFilter,
  DocumentView,
} from '@insuremanager/contracts/documents/documentViews';
import type { Page } from '@insuremanager/contracts/lists';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { DocumentTypeEnum } from './documentEnums.js';
import { PolicyKindEnum } from './policyEnums.js';

@ObjectType({ description: 'A file of a customer. It is uploaded and read by REST.' })
export class Document implements DocumentView {
  @Field(() => Int)
  id!: number;
  @Field(() => Int)
  customerId!: number;
  @Field(() => Int, { nullable: true })
  policyId!: number | null;
  @Field(() => PolicyKindEnum, { nullable: true })
  policyType!: PolicyKind | null;
  @Field(() => DocumentTypeEnum)
  documentType!: DocumentType;
  @Field(() => String)
  fileName!: string;
  @Field(() => String, {
    description: 'Where it is downloaded, such as /api/documents/12/download.',
  })
  filePath!: string;
  @Field(() => Int, { description: 'Bytes.' })
  fileSize!: number;
  @Field(() => String, { description: 'As its content tells, whatever its name.' })
  mimeType!: string;
  @Field(() => GraphQLDateTime)
  uploadedAt!: string;
  @Field(() => Int, { description: 'Send it back to delete only what you saw.' })
  version!: number;
}

@ObjectType()
export class DocumentPage implements Page<Document> {
  @Field(() => [Document])
  items!: Document[];
  @Field(() => String, { nullable: true, description: 'Null on the last page.' })
  nextCursor!: string | null;
  /** Not a field: what `count`, which has a resolver of its own, must count. */
  filter!: DocumentFilter;
}

@ObjectType({ description: 'The four cards over the list. Each counts what its list shows.' })
export class DocumentCards implements DocumentCardsView {
  @Field(() => Int)
  total!: number;
  @Field(() => Int)
  kyc!: number;
  @Field(() => Int)
  policy!: number;
  @Field(() => Int)
  claim!: number;
}

@ObjectType()
export class DeletedDocument {
  @Field(() => Int)
  id!: number;
  @Field(() => Boolean, { description: 'True when lists do not show the change yet.' })
  stale!: boolean;
}
