import { CustomerSummary } from '@insuremanager/contracts/customers/customerViews';
import type { Criteria, FilterOf } from '@insuremanager/contracts/fields/list';
import type { HistoryEntry as HistoryEntryView } from '@insuremanager/contracts/history';
import type { BoundedCount as BoundedCountView } from '@insuremanager/contracts/lists';
import type {
  ChangedRecord,
  ListedRecord,
  RecordDeclaration,
} from '@insuremanager/contracts/records/records';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import type { Warning as WarningView } from '@insuremanager/contracts/rules/warning';
import type { SavedRecord, Written } from '@insuremanager/services/platform/commands/command';
import type { ListService } from '@insuremanager/services/platform/records/recordService';
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
import { filterOfArguments, ledFilter } from '../listQueries.js';
import { serviceOf } from '../recordService.js';
import { validated } from '../validated.js';
import {
  enumsOf,
  inputType,
  type ListArgs,
  listArgs,
  objectType,
  type PageOf,
  pageType,
} from './describedTypes.js';
import { commandOf, type GraphqlContext, recordStaleness } from './graphqlContext.js';
import { pageOf } from './pageArgs.js';
import { CHANGE_COST, costOfPage, LOOKUP_COST } from './queryCosts.js';
import { BoundedCount, HistoryEntry, Warning } from './sharedTypes.js';

// What GraphQL asks and changes of every kind of record; a record's own resolver adds the rest.

/** All that follows from the declaration of a record; its types may have been made by hand before. */
export function recordResolvers(record: ListedRecord | ChangedRecord): ClassType[] {
  const { typename, view, changes, hasHistory, hasPast } = record;
  enumsOf(typename, view);
  const Item = objectType(typename, view);
  return [
    listResolver({ ...record, Item, serviceIn: (context) => serviceOf(context, record) }),
    findResolver(record, Item),
    ...(hasHistory ? [historyResolver(record)] : []),
    ...(hasPast ? [pastResolver(record, Item)] : []),
    ...('input' in record ? [saveResolver(record, Item)] : []),
    ...(changes.includes('delete') ? [deleteResolver(record)] : []),
    ...('customerId' in view.shape ? [customerLink(Item as ClassType<never>)] : []),
  ];
}

interface Listed extends Pick<ListedRecord, 'typename' | 'many' | 'list'> {
  readonly Item: ClassType;
  readonly serviceIn: (context: GraphqlContext) => Pick<ListService, 'list' | 'count'>;
}

type Page = PageOf<object, FilterOf<Criteria>>;

/** A list, its pages, and on demand the count of all that the filter leaves. */
export function listResolver(listed: Listed): ClassType {
  const { typename, many, list: description, Item, serviceIn } = listed;
  const ListPage = pageType<object, FilterOf<Criteria>>(typename, Item);
  const Arguments = listArgs(typename, description);

  @Resolver(() => ListPage)
  class ListResolver {
    @Query(() => ListPage, { name: many, complexity: costOfPage })
    async list(
      @Args(() => Arguments) args: ListArgs<string>,
      @Ctx() context: GraphqlContext,
    ): Promise<Page> {
      const asked = filterOfArguments(description, args.filter, context.user);
      const filter = await ledFilter(context, asked);
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

function findResolver(record: RecordDeclaration, Item: ClassType): ClassType {
  const isEverDeleted = record.changes.includes('delete');
  const description = isEverDeleted
    ? 'Null when unknown or deleted.'
    : 'Null when there is none of that number.';

  @Resolver()
  class FindResolver {
    @Query(() => Item, {
      name: record.one,
      nullable: true,
      description,
      complexity: LOOKUP_COST,
    })
    find(@Arg('id', () => Int) id: number, @Ctx() context: GraphqlContext): Promise<object | null> {
      return serviceOf(context, record).find(id);
    }
  }
  return FindResolver;
}

/** All that happened to a record. */
function historyResolver(record: RecordDeclaration): ClassType {
  @Resolver()
  class HistoryResolver {
    @Query(() => [HistoryEntry], { name: `${record.one}History`, complexity: LOOKUP_COST })
    history(
      @Arg('id', () => Int) id: number,
      @Ctx() context: GraphqlContext,
    ): Promise<HistoryEntryView[]> {
      return serviceOf(context, record).history(id);
    }
  }
  return HistoryResolver;
}

/** A record at the end of a day. */
function pastResolver(record: RecordDeclaration, Item: ClassType): ClassType {
  @Resolver()
  class PastResolver {
    @Query(() => Item, {
      name: `${record.one}AsOf`,
      nullable: true,
      description: `The ${record.one} at the end of that day in Asia/Kolkata; null: none then.`,
      complexity: LOOKUP_COST,
    })
    asOf(
      @Arg('id', () => Int) id: number,
      @Arg('day', () => GraphQLLocalDate) day: string,
      @Ctx() context: GraphqlContext,
    ): Promise<object | null> {
      return serviceOf(context, record).asOf(id, day);
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

const savedTypes = new Map<string, ClassType>();

/** `Saved<Name>`, with the record under its name; made once. */
export function savedType<View extends object>(
  { typename, one }: Pick<RecordDeclaration, 'typename' | 'one'>,
  Item: ClassType<View>,
): ClassType<Saved<string, View>> {
  const existing = savedTypes.get(typename);
  if (existing) return existing as ClassType<Saved<string, View>>;
  class SavedType {}
  Field(() => Item)(SavedType.prototype, one);
  Field(() => [Warning])(SavedType.prototype, 'warnings');
  Field(() => Boolean, STALE)(SavedType.prototype, 'stale');
  ObjectType(`Saved${typename}`)(SavedType);
  savedTypes.set(typename, SavedType);
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

/** `delete<Name>`. */
function deleteResolver(record: RecordDeclaration): ClassType {
  const DeletedType = deletedType(record.typename);

  @Resolver()
  class DeleteResolver {
    @Mutation(() => DeletedType, { name: `delete${record.typename}`, complexity: CHANGE_COST })
    async delete(
      @Arg('id', () => Int) id: number,
      @Arg('expectedVersion', () => Int, { nullable: true }) expectedVersion: number | null,
      @Arg('commandId', () => ID) commandId: string,
      @Ctx() context: GraphqlContext,
    ): Promise<Deleted> {
      const command = commandOf(context, commandId, expectedVersion);
      return deletedAs(id, context, await serviceOf(context, record).delete(id, command));
    }
  }
  return DeleteResolver;
}

/** `create<Name>` and `update<Name>`. */
function saveResolver(record: ChangedRecord, Item: ClassType): ClassType {
  const { typename, one, fields, addedFields, input: newRecord, patch: changes } = record;
  const SavedType = savedType(record, Item);
  const Input = inputType(`${typename}Input`, fields, {
    description: 'Absent leaves a field as it is; null or an empty text clears it.',
  });
  const NewInput = addedFields
    ? inputType(`New${typename}Input`, { ...fields, ...addedFields })
    : Input;

  @Resolver()
  class SaveResolver {
    @Mutation(() => SavedType, { name: `create${typename}`, complexity: CHANGE_COST })
    async create(
      @Arg('input', () => NewInput) input: object,
      @Arg('commandId', () => ID) commandId: string,
      @Ctx() context: GraphqlContext,
    ): Promise<Saved<string, object>> {
      const command = commandOf(context, commandId);
      const made = validated(newRecord, omitUndefined(input));
      return savedAs(one, context, await serviceOf(context, record).create(made, command));
    }

    @Mutation(() => SavedType, { name: `update${typename}`, complexity: CHANGE_COST })
    async update(
      @Arg('id', () => Int) id: number,
      @Arg('input', () => Input) input: object,
      @Arg('expectedVersion', () => Int) expectedVersion: number,
      @Arg('commandId', () => ID) commandId: string,
      @Ctx() context: GraphqlContext,
    ): Promise<Saved<string, object>> {
      const command = commandOf(context, commandId, expectedVersion);
      const patch = validated(changes, omitUndefined(input));
      return savedAs(one, context, await serviceOf(context, record).update(id, patch, command));
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
    [field](@Root() from: From, @Ctx() context: GraphqlContext): Promise<To | null> {
      return find(from, context);
    }
  }
  return LinkResolver;
}

const Summary = objectType('PolicyCustomer', CustomerSummary, {
  description: 'What a record that belongs to a customer shows of them.',
});

/** A customer whom something names. */
export const namedCustomer = <From extends object>(
  From: ClassType<From>,
  field: string,
  idOf: (from: From) => number,
) =>
  linkResolver({
    From,
    field,
    To: Summary,
    description: 'Null when the customer has been deleted.',
    find: (from, { customerSummaries }) => customerSummaries.load(idOf(from)),
  });

/** The customer whom a record belongs to. */
export const customerLink = <From extends { customerId: number }>(From: ClassType<From>) =>
  namedCustomer(From, 'customer', ({ customerId }) => customerId);
