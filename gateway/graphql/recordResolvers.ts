import type { Criteria, FilterOf } from '@insuremanager/contracts/fields/list';
import type { HistoryEntry as HistoryEntryView } from '@insuremanager/contracts/history';
import type { BoundedCount as BoundedCountView } from '@insuremanager/contracts/lists';
import type { RecordDeclaration } from '@insuremanager/contracts/records/records';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import type { Warning as WarningView } from '@insuremanager/contracts/rules/warning';
import type { SavedRecord, Written } from '@insuremanager/services/platform/commands/command';
import { GraphQLLocalDate } from 'graphql-scalars';
import {
  Arg,
  Args,
  type ClassType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { filterOfArguments } from '../listQueries.js';
import type {
  ChangedRecord,
  ListedRecord,
  ListService,
  RecordService,
  Versioned,
} from '../recordService.js';
import { validated } from '../validated.js';
import { type ListArgs, listArgs, type PageOf, pageType } from './describedTypes.js';
import { commandOf, type GraphqlContext, recordStaleness } from './graphqlContext.js';
import { pageOf } from './pageArgs.js';
import { CHANGE_COST, costOfPage, LOOKUP_COST } from './queryCosts.js';
import { BoundedCount, HistoryEntry, Warning } from './sharedTypes.js';

// What GraphQL asks and changes of every kind of record; a record's own resolver adds the rest.

/** The type of a record, and the service behind it. */
interface Served<View extends object, Service> {
  readonly Item: ClassType<View>;
  readonly serviceIn: (context: GraphqlContext) => Service;
}

type Listed<View extends object, Of extends Criteria, Sort extends string> = Pick<
  ListedRecord<View, Of, Sort>,
  'typename' | 'many' | 'list'
> &
  Served<View, ListService<View, Of, Sort>>;

/** A list, its pages, and on demand the count of all that the filter leaves. */
export function listResolver<View extends object, Of extends Criteria, Sort extends string>({
  typename,
  many,
  list: description,
  Item,
  serviceIn,
}: Listed<View, Of, Sort>): ClassType {
  type Page = PageOf<View, FilterOf<Of>>;
  const ListPage = pageType<View, FilterOf<Of>>(typename, Item);
  const Arguments = listArgs(typename, description);

  @Resolver(() => ListPage)
  class ListResolver {
    @Query(() => ListPage, { name: many, complexity: costOfPage })
    async list(
      @Args(() => Arguments) args: ListArgs<Sort>,
      @Ctx() context: GraphqlContext,
    ): Promise<Page> {
      const filter = filterOfArguments(description, args.filter, context.user);
      const sort = args.sort ?? description.usualSort;
      const page = await serviceIn(context).list({ filter, sort, ...pageOf(args) });
      return { ...page, filter };
    }

    /** Counting costs more than a page: only who asks for it pays. */
    @FieldResolver(() => BoundedCount)
    count(@Root() page: Page, @Ctx() context: GraphqlContext): Promise<BoundedCountView> {
      return context.countOnce(page, () => serviceIn(context).count(page.filter));
    }
  }
  return ListResolver;
}

type Looked<View extends Versioned, Methods extends keyof RecordService> = Pick<
  RecordDeclaration,
  'one'
> &
  Served<View, Pick<RecordService<View>, Methods>>;

/** One record, and all that happened to it. */
export function recordResolver<View extends Versioned>({
  one,
  Item,
  serviceIn,
}: Looked<View, 'find' | 'history'>): ClassType {
  @Resolver()
  class RecordResolver {
    @Query(() => Item, {
      name: one,
      nullable: true,
      description: 'Null when unknown or deleted.',
      complexity: LOOKUP_COST,
    })
    find(@Arg('id', () => Int) id: number, @Ctx() context: GraphqlContext): Promise<View | null> {
      return serviceIn(context).find(id);
    }

    @Query(() => [HistoryEntry], { name: `${one}History`, complexity: LOOKUP_COST })
    history(
      @Arg('id', () => Int) id: number,
      @Ctx() context: GraphqlContext,
    ): Promise<HistoryEntryView[]> {
      return serviceIn(context).history(id);
    }
  }
  return RecordResolver;
}

/** A record at the end of a day. */
export function pastResolver<View extends Versioned>({
  one,
  Item,
  serviceIn,
}: Looked<View, 'asOf'>): ClassType {
  @Resolver()
  class PastResolver {
    @Query(() => Item, {
      name: `${one}AsOf`,
      nullable: true,
      description: `The ${one} at the end of that day in Asia/Kolkata; null: none then.`,
      complexity: LOOKUP_COST,
    })
    asOf(
      @Arg('id', () => Int) id: number,
      @Arg('day', () => GraphQLLocalDate) day: string,
      @Ctx() context: GraphqlContext,
    ): Promise<View | null> {
      return serviceIn(context).asOf(id, day);
    }
  }
  return PastResolver;
}

export const STALE = { description: 'True when lists do not show the change yet.' };

/** What a change answers: the record under its own name, and what looks wrong about it. */
export type Saved<Field extends string, View> = { [Name in Field]: View } & {
  warnings: readonly WarningView[];
  stale: boolean;
};

/** `Saved<Name>`, with the record under its name. */
export function savedType<View extends object>(
  { typename, one }: Pick<RecordDeclaration, 'typename' | 'one'>,
  Item: ClassType<View>,
): ClassType<Saved<string, View>> {
  class SavedType {}
  Field(() => Item)(SavedType.prototype, one);
  Field(() => [Warning])(SavedType.prototype, 'warnings');
  Field(() => Boolean, STALE)(SavedType.prototype, 'stale');
  ObjectType(`Saved${typename}`)(SavedType);
  return SavedType as ClassType<Saved<string, View>>;
}

/** Waits until lists show a change, and answers what it came to. */
export async function savedAs<Field extends string, View>(
  field: Field,
  context: GraphqlContext,
  { record, warnings, position }: SavedRecord<View>,
): Promise<Saved<Field, View>> {
  const stale = await recordStaleness(context, position);
  return { [field]: record, warnings, stale } as Saved<Field, View>;
}

export interface Deleted {
  id: number;
  stale: boolean;
}

/** `Deleted<Name>`. */
export function deletedType(name: string): ClassType<Deleted> {
  class DeletedType {}
  Field(() => Int)(DeletedType.prototype, 'id');
  Field(() => Boolean, STALE)(DeletedType.prototype, 'stale');
  ObjectType(`Deleted${name}`)(DeletedType);
  return DeletedType as ClassType<Deleted>;
}

export const deletedAs = async (
  id: number,
  context: GraphqlContext,
  { position }: Pick<Written, 'position'>,
): Promise<Deleted> => ({ id, stale: await recordStaleness(context, position) });

type Removed = Pick<RecordDeclaration, 'typename'> &
  Pick<Served<Versioned, Pick<RecordService, 'delete'>>, 'serviceIn'>;

/** `delete<Name>`. */
export function deleteResolver({ typename, serviceIn }: Removed): ClassType {
  const DeletedType = deletedType(typename);

  @Resolver()
  class DeleteResolver {
    @Mutation(() => DeletedType, { name: `delete${typename}`, complexity: CHANGE_COST })
    async delete(
      @Arg('id', () => Int) id: number,
      @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
      @Arg('commandId', () => ID) commandId: string,
      @Ctx() context: GraphqlContext,
    ): Promise<Deleted> {
      const command = commandOf(context, commandId, expectedVersion);
      return deletedAs(id, context, await serviceIn(context).delete(id, command));
    }
  }
  return DeleteResolver;
}

type Changed<View extends Versioned> = Pick<
  ChangedRecord<View>,
  'typename' | 'one' | 'input' | 'patch'
> &
  Served<View, Pick<RecordService<View>, 'create' | 'update'>> & {
    readonly SavedType: ClassType;
    readonly Input: ClassType<object>;
  };

/** `create<Name>` and `update<Name>`. */
export function saveResolver<View extends Versioned>({
  typename,
  one,
  input: newRecord,
  patch: changes,
  SavedType,
  Input,
  serviceIn,
}: Changed<View>): ClassType {
  @Resolver()
  class SaveResolver {
    @Mutation(() => SavedType, { name: `create${typename}`, complexity: CHANGE_COST })
    async create(
      @Arg('input', () => Input) input: object,
      @Arg('commandId', () => ID) commandId: string,
      @Ctx() context: GraphqlContext,
    ): Promise<Saved<string, View>> {
      const command = commandOf(context, commandId);
      const fields = validated(newRecord, omitUndefined(input)) as never;
      return savedAs(one, context, await serviceIn(context).create(fields, command));
    }

    @Mutation(() => SavedType, { name: `update${typename}`, complexity: CHANGE_COST })
    async update(
      @Arg('id', () => Int) id: number,
      @Arg('input', () => Input) input: object,
      @Arg('expectedVersion', () => Int) expectedVersion: number,
      @Arg('commandId', () => ID) commandId: string,
      @Ctx() context: GraphqlContext,
    ): Promise<Saved<string, View>> {
      const command = commandOf(context, commandId, expectedVersion);
      const patch = validated(changes, omitUndefined(input)) as never;
      return savedAs(one, context, await serviceIn(context).update(id, patch, command));
    }
  }
  return SaveResolver;
}

/** All of these, of records that are listed, looked at, added, changed and deleted. */
export const changedRecordResolvers = <
  View extends Versioned,
  Of extends Criteria,
  Sort extends string,
>(
  record: Listed<View, Of, Sort> & Changed<View> & Served<View, RecordService<View>>,
): ClassType[] => [
  listResolver(record),
  recordResolver(record),
  pastResolver(record),
  saveResolver(record),
  deleteResolver(record),
];

/** A field of a record that is another record: `customer` of a policy. */
export function linkResolver<From extends object, To extends object>({
  From,
  field,
  To,
  description,
  find,
}: {
  From: ClassType<From>;
  field: string;
  To: ClassType<To>;
  description: string;
  find: (from: From, context: GraphqlContext) => Promise<To | null>;
}): ClassType {
  @Resolver(() => From)
  class LinkResolver {
    // By the name of its method a resolver is found among those of one type.
    @FieldResolver(() => To, { nullable: true, description })
    async [field](@Root() from: From, @Ctx() context: GraphqlContext): Promise<To | null> {
      return find(from, context);
    }
  }
  return LinkResolver;
}
