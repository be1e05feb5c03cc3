import type { Criteria, FilterOf } from '@insuremanager/contracts/fields/list';
import type { HistoryEntry as HistoryEntryView } from '@insuremanager/contracts/history';
import type { BoundedCount as BoundedCountView } from '@insuremanager/contracts/lists';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import type { Warning as WarningView } from '@insuremanager/contracts/rules/warning';
import type { LogPosition } from '@insuremanager/services/platform/eventLog/eventLog';
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
import type { ListService, RecordService, SavedRecord, Versioned } from '../recordService.js';
import { validated } from '../validated.js';
import { type ListArgs, listArgs, type PageOf, pageType } from './describedTypes.js';
import { commandOf, type GraphqlContext, recordStaleness } from './graphqlContext.js';
import { pageOf } from './pageArgs.js';
import { CHANGE_COST, costOfPage, LOOKUP_COST } from './queryCosts.js';
import { BoundedCount, HistoryEntry, Warning } from './sharedTypes.js';

// What GraphQL asks and changes of every kind of record; a record's own resolver adds the rest.

interface Named<View extends object> {
  /** The name of its type: `Customer`. */
  name: string;
  Item: ClassType<View>;
}

interface Listed<View extends object, Of extends Criteria, Sort extends string>
  extends Named<View> {
  /** The field that lists them: `customers`. */
  field: string;
  description: ListService<View, Of, Sort>['description'];
  serviceIn: (context: GraphqlContext) => Omit<ListService<View, Of, Sort>, 'description'>;
}

/** A list, its pages, and on demand the count of all that the filter leaves. */
export function listResolver<View extends object, Of extends Criteria, Sort extends string>({
  name,
  field,
  Item,
  description,
  serviceIn,
}: Listed<View, Of, Sort>): ClassType {
  type Page = PageOf<View, FilterOf<Of>>;
  const ListPage = pageType<View, FilterOf<Of>>(name, Item);
  const Arguments = listArgs(name, description);

  @Resolver(() => ListPage)
  class ListResolver {
    @Query(() => ListPage, { name: field, complexity: costOfPage })
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

interface Looked<View extends Versioned, Service> extends Named<View> {
  /** The field that finds one, and begins the names of the others: `customer`. */
  field: string;
  serviceIn: (context: GraphqlContext) => Service;
}

/** One record, and all that happened to it. */
export function recordResolver<View extends Versioned>({
  field,
  Item,
  serviceIn,
}: Looked<View, Pick<RecordService<View>, 'find' | 'history'>>): ClassType {
  @Resolver()
  class RecordResolver {
    @Query(() => Item, {
      name: field,
      nullable: true,
      description: 'Null when unknown or deleted.',
      complexity: LOOKUP_COST,
    })
    find(@Arg('id', () => Int) id: number, @Ctx() context: GraphqlContext): Promise<View | null> {
      return serviceIn(context).find(id);
    }

    @Query(() => [HistoryEntry], { name: `${field}History`, complexity: LOOKUP_COST })
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
  field,
  Item,
  serviceIn,
}: Looked<View, Pick<RecordService<View>, 'asOf'>>): ClassType {
  @Resolver()
  class PastResolver {
    @Query(() => Item, {
      name: `${field}AsOf`,
      nullable: true,
      description: `The ${field} at the end of that day in Asia/Kolkata; null: none then.`,
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

/** `Saved<Name>`, with the record as its field `field`. */
export function savedType<Field extends string, View extends object>(
  { name, Item }: Named<View>,
  field: Field,
): ClassType<Saved<Field, View>> {
  class SavedType {}
  Field(() => Item)(SavedType.prototype, field);
  Field(() => [Warning])(SavedType.prototype, 'warnings');
  Field(() => Boolean, STALE)(SavedType.prototype, 'stale');
  ObjectType(`Saved${name}`)(SavedType);
  return SavedType as ClassType<Saved<Field, View>>;
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
  { position }: { position: LogPosition | null },
): Promise<Deleted> => ({ id, stale: await recordStaleness(context, position) });

interface Removed {
  name: string;
  serviceIn: (context: GraphqlContext) => Pick<RecordService, 'delete'>;
}

/** `delete<Name>`. */
export function deleteResolver({ name, serviceIn }: Removed): ClassType {
  const DeletedType = deletedType(name);

  @Resolver()
  class DeleteResolver {
    @Mutation(() => DeletedType, { name: `delete${name}`, complexity: CHANGE_COST })
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

interface Changed<View extends Versioned>
  extends Looked<View, Pick<RecordService<View>, 'create' | 'update' | 'input' | 'patch'>> {
  SavedType: ClassType;
  Input: ClassType<object>;
}

/** `create<Name>` and `update<Name>`. */
export function saveResolver<View extends Versioned>({
  name,
  field,
  SavedType,
  Input,
  serviceIn,
}: Changed<View>): ClassType {
  @Resolver()
  class SaveResolver {
    @Mutation(() => SavedType, { name: `create${name}`, complexity: CHANGE_COST })
    async create(
      @Arg('input', () => Input) input: object,
      @Arg('commandId', () => ID) commandId: string,
      @Ctx() context: GraphqlContext,
    ): Promise<Saved<string, View>> {
      const service = serviceIn(context);
      const command = commandOf(context, commandId);
      const fields = validated(service.input, omitUndefined(input)) as never;
      return savedAs(field, context, await service.create(fields, command));
    }

    @Mutation(() => SavedType, { name: `update${name}`, complexity: CHANGE_COST })
    async update(
      @Arg('id', () => Int) id: number,
      @Arg('input', () => Input) input: object,
      @Arg('expectedVersion', () => Int) expectedVersion: number,
      @Arg('commandId', () => ID) commandId: string,
      @Ctx() context: GraphqlContext,
    ): Promise<Saved<string, View>> {
      const service = serviceIn(context);
      const command = commandOf(context, commandId, expectedVersion);
      const patch = validated(service.patch, omitUndefined(input)) as never;
      return savedAs(field, context, await service.update(id, patch, command));
    }
  }
  return SaveResolver;
}

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
