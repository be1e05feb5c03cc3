import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { DocumentFilterInput } from '../documentFilter.js';
import { validated } from '../validated.js';
import { DocumentsArgs } from './documentInputs.js';
import { DeletedDocument, Document, DocumentCards, DocumentPage } from './documentTypes.js';
import { commandOf, type GraphqlContext, noteStaleness } from './graphqlContext.js';
import { HistoryEntry } from './historyTypes.js';
import { pageOf } from './pageArgs.js';
import { CHANGE_COST, costOfPage, LOOKUP_COST } from './queryCosts.js';
import { BoundedCount } from './sharedTypes.js';

@Resolver(() => DocumentPage)
export class DocumentResolver {
  @Query(() => DocumentPage, { complexity: costOfPage })
  async documents(
    @Args(() => DocumentsArgs) args: DocumentsArgs,
    @Ctx() { documents }: GraphqlContext,
  ): Promise<DocumentPage> {
    const filter = validated(DocumentFilterInput, { ...args.filter });
    const page = await documents.list({ filter, sort: args.sort ?? 'uploaded', ...pageOf(args) });
    return { ...page, filter };
  }

  /** Counting costs more than a page: only who asks for it pays. */
  @FieldResolver(() => BoundedCount)
  count(
    @Root() page: DocumentPage,
    @Ctx() { documents, countOnce }: GraphqlContext,
  ): Promise<BoundedCount> {
    return countOnce(page, () => documents.count(page.filter));
  }

  @Query(() => Document, {
    nullable: true,
    description: 'Null when unknown or deleted.',
    complexity: LOOKUP_COST,
  })
  document(
    @Arg('id', () => Int) id: number,
    @Ctx() { documents }: GraphqlContext,
  ): Promise<Document | null> {
    return documents.find(id);
  }

  @Query(() => DocumentCards, { complexity: LOOKUP_COST })
  documentCards(@Ctx() { documents }: GraphqlContext): Promise<DocumentCards> {
    return documents.cards();
  }

  @Query(() => [HistoryEntry], { complexity: LOOKUP_COST })
  documentHistory(
    @Arg('id', () => Int) id: number,
    @Ctx() { documents }: GraphqlContext,
  ): Promise<HistoryEntry[]> {
    return documents.history(id);
  }

  @Mutation(() => DeletedDocument, { complexity: CHANGE_COST })
  async deleteDocument(
    @Arg('id', () => Int) id: number,
    @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<DeletedDocument> {
    const command = commandOf(context, commandId, expectedVersion);
    const { position } = await context.documents.delete(id, command);
    return { id, stale: await noteStaleness(context, position) };
  }
}
