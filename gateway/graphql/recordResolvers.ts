import { CustomerSummary } from '@insuremanager/contracts/customers/customerViews';
import type { Criteria, FilterOf } from '@insuremanager/contracts/fields/list';
import type { BoundedCount as BoundedCountView } from '@insuremanager/contracts/lists';
import type {
  ChangedRecord,
  ListedRecord,
  RecordDeclaration,
} from '@insuremanager/contracts/records/records';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import type { Warning as WarningView } from '@insuremanager/contracts/rules/warning';
import type {
  CommandContext,
  SavedRecord,
  Written,
} from '@insuremanager/services/platform/commands/command';
import type { ListService } from '@insuremanager/services/platform/records/recordService';
import { Args, type ClassType, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { filterOfArguments, ledFilter } from '../listQueries.js';
import { withNotes } from '../notedHistory.js';
import { serviceOf } from '../recordService.js';
import { validated } from '../validated.js';
import {
  answerObject,
  DayType,
  enumsOf,
  inputType,
  type ListArgs,
  listArgs,
  objectType,
  type PageOf,
  pageType,
  STALE,
  type TypedFields,
  type ValuesOf,
} from './describedTypes.js';
import { type GraphqlContext, recordStaleness } from './graphqlContext.js';
import type { Lookup } from './lookAhead.js';
import { pageOf } from './pageArgs.js';
import { costOfPage } from './queryCosts.js';
import {
  type Asked,
  change,
  fieldsOf,
  lookedUp,
  type NoArguments,
  query,
  type RootField,
  rootFields,
  VERSION_SEEN,
} from './rootFields.js';
import { BoundedCount, HistoryEntry, Warning } from './sharedTypes.js';

// What GraphQL asks and changes of every kind of record; a record's own resolver adds the rest.

/** All that follows from the declaration of a record; its types may have been made by hand before. */
export function recordResolvers(record: ListedRecord | ChangedRecord): ClassType[] {
  const { typename, view, changes } = record;
  enumsOf(typename, view);
  const Item = objectType(typename, view);
  return [
    listResolver({ ...record, Item, serviceIn: (context) => serviceOf(context, record) }),
    readFields(record, Item),
    ...('input' in record ? [saveFields(record, Item)] : []),
    ...(changes.includes('delete') ? [deleteField(record)] : []),
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

/** A record, and all that happened to it, and as it was at the end of a day. */
function readFields(record: RecordDeclaration, Item: ClassType): ClassType {
  const { one, changes, hasHistory, hasPast } = record;
  const args = { id: Int };
  const unknown = changes.includes('delete')
    ? 'Null when unknown or deleted.'
    : 'Null when there is none of that number.';
  const past = `The ${one} at the end of that day in Asia/Kolkata; null: none then.`;
  return rootFields({
    [one]: query(Item, { nullable: true, description: unknown, args }, ({ id }, context) =>
      serviceOf(context, record).find(id),
    ),
    ...(hasHistory && {
      [`${one}History`]: query([HistoryEntry], { args }, async ({ id }, context) =>
        withNotes(context, record, id, await serviceOf(context, record).history(id)),
      ),
    }),
    ...(hasPast && {
      [`${one}AsOf`]: query(
        Item,
        { nullable: true, description: past, args: { ...args, day: DayType } },
        ({ id, day }, context) => serviceOf(context, record).asOf(id, day),
      ),
    }),
  });
}

/** What a change answers: the record under its own name, and what looks wrong about it. */
export type Saved<Field extends string, View> = { [Name in Field]: View } & {
  warnings: readonly WarningView[];
  stale: boolean;
};

const savedTypes = new Map<string, ClassType>();

interface Named<One extends string> {
  readonly typename: string;
  readonly one: One;
}

/** What an answer holds beside the record. */
interface Beside<Result> {
  readonly fields: TypedFields;
  readonly of: (result: Result) => object;
}

const NOTHING_BESIDE = { fields: {}, of: () => ({}) };

/** `Saved<Name>`, with the record under its name; made once. */
export function savedType<One extends string, View extends object>(
  { typename, one }: Named<One>,
  Item: ClassType<View>,
  beside: TypedFields = {},
): ClassType<Saved<One, View>> {
  const existing = savedTypes.get(typename);
  if (existing) return existing as ClassType<never>;
  const fields = { [one]: Item, warnings: [Warning], stale: STALE, ...beside };
  const made = answerObject(`Saved${typename}`, fields);
  savedTypes.set(typename, made);
  return made as ClassType<never>;
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

/** What makes the mutations of a record that answer it: each says how it is changed. */
export function recordChange<
  One extends string,
  View extends object,
  Result extends SavedRecord<View> = SavedRecord<View>,
>(names: Named<One>, Item: ClassType<View>, beside: Beside<Result> = NOTHING_BESIDE) {
  const SavedType = savedType(names, Item, beside.fields);
  return <const Given extends TypedFields = NoArguments>(
    asked: Asked<Given>,
    save: (
      given: ValuesOf<Given>,
      context: GraphqlContext,
      command: CommandContext,
    ) => Promise<Result>,
  ): RootField =>
    change(SavedType, asked, async (given, context, command) => {
      const result = await save(given, context, command);
      return { ...(await savedAs(names.one, context, result)), ...beside.of(result) };
    });
}

export const deletedType = (name: string) =>
  answerObject(`Deleted${name}`, { id: Int, stale: STALE });

export const deletedAs = async (
  id: number,
  context: GraphqlContext,
  { position }: Pick<Written, 'position'>,
) => ({ id, stale: await recordStaleness(context, position) });

/** `create<Name>` and `update<Name>`. */
function saveFields(record: ChangedRecord, Item: ClassType): ClassType {
  const { typename, fields, addedFields, input: newRecord, patch: changes } = record;
  const saves = recordChange(record, Item);
  const Input = inputType(`${typename}Input`, fields, {
    description: 'Absent leaves a field as it is; null or an empty text clears it.',
  });
  const NewInput = addedFields
    ? inputType(`New${typename}Input`, { ...fields, ...addedFields })
    : Input;
  return rootFields({
    [`create${typename}`]: saves({ args: { input: NewInput } }, ({ input }, context, command) =>
      serviceOf(context, record).create(validated(newRecord, omitUndefined(input)), command),
    ),
    [`update${typename}`]: saves(
      { args: { id: Int, input: Input, expectedVersion: Int } },
      ({ id, input }, context, command) =>
        serviceOf(context, record).update(id, validated(changes, omitUndefined(input)), command),
    ),
  });
}

/** `delete<Name>`. */
const deleteField = (record: RecordDeclaration): ClassType =>
  rootFields({
    [`delete${record.typename}`]: change(
      deletedType(record.typename),
      { args: { id: Int, expectedVersion: VERSION_SEEN } },
      async ({ id }, context, command) =>
        deletedAs(id, context, await serviceOf(context, record).delete(id, command)),
    ),
  });

/** A field of a record that is another record: `customer` of a policy. */
export const linkResolver = <From extends object>({
  From,
  field,
  To,
  description,
  ...lookup
}: Lookup<From> & {
  From: ClassType<From>;
  field: string;
  To: ClassType;
  description: string;
}): ClassType =>
  fieldsOf(From, { [field]: lookedUp<From>(To, { nullable: true, description }, lookup) });

const Summary = objectType('PolicyCustomer', CustomerSummary, {
  description: 'What a record that belongs to a customer shows of them.',
});

/** A customer whom something names. */
export const namedCustomer = <From extends object>(
  From: ClassType<From>,
  field: string,
  idOf: (from: From) => number | null,
) =>
  linkResolver({
    From,
    field,
    To: Summary,
    description: 'Null when the customer has been deleted.',
    by: 'customerSummaries',
    idOf,
  });

/** The customer whom a record belongs to. */
export const customerLink = <From extends { customerId: number | null }>(From: ClassType<From>) =>
  namedCustomer(From, 'customer', ({ customerId }) => customerId);
