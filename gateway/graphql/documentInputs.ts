import type { DocumentType, FileKind } from '@insuremanager/contracts/documents/documentKinds';
import type { DocumentSort } from '@insuremanager/contracts/documents/documentViews';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { GraphQLLocalDate } from 'graphql-scalars';
import { ArgsType, Field, InputType, Int } from 'type-graphql';
import { DocumentSortEnum, DocumentTypeEnum, FileKindEnum } from './documentEnums.js';
import { PageArgs } from './pageArgs.js';
import { PolicyKindEnum } from './policyEnums.js';

@InputType('DocumentFilter')
export class DocumentFilterArg {
  @Field(() => String, {
    nullable: true,
    description: 'Part of a file’s name, or of its customer’s name, phone or email.',
  })
  search?: string | null;
  @Field(() => [DocumentTypeEnum], { nullable: true })
  documentTypes?: DocumentType[] | null;
  @Field(() => [FileKindEnum], { nullable: true })
  fileKinds?: FileKind[] | null;
  @Field(() => Int, { nullable: true })
  customerId?: number | null;
  @Field(() => PolicyKindEnum, { nullable: true })
  policyType?: PolicyKind | null;
  @Field(() => Int, { nullable: true })
  policyId?: number | null;
  @Field(() => GraphQLLocalDate, { nullable: true, description: 'Inclusive, in Asia/Kolkata.' })
  uploadedFrom?: string | null;
  @Field(() => GraphQLLocalDate, { nullable: true, description: 'Inclusive, in Asia/Kolkata.' })
  uploadedTo?: string | null;
}

@ArgsType()
export class DocumentsArgs extends PageArgs {
  @Field(() => DocumentFilterArg, { nullable: true })
  filter?: DocumentFilterArg | null;
  @Field(() => DocumentSortEnum, { nullable: true, defaultValue: 'uploaded' })
  sort?: DocumentSort | null;
}
