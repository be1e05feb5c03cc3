import {
  defaultFieldResolver,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import type { GraphqlContext, Loaders } from './graphqlContext.js';

/** What a record shows of another one, which is looked up by a number that the record has. */
export interface Lookup<From = never> {
  readonly by: keyof Loaders;
  /** Null: it names none. */
  idOf(from: From): number | null;
  /** What is answered of it; absent: all. */
  answer?(found: unknown): unknown;
}

/** Under this name a field of the schema has its lookup among its extensions. */
export const LOOKUP = 'lookup';

type Field = GraphQLField<unknown, GraphqlContext>;
type Lookups = ReadonlyMap<string, Lookup>;

const lookupOf = ({ extensions }: Field) => extensions[LOOKUP] as Lookup | undefined;

/**
 * Has what is asked for of the items of a page looked up before they are answered one by one. Each
 * field is there by then: to wait for each, of fifty items, costs more than all else of an answer.
 */
export function lookAhead(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const lookup = lookupOf(field);
      if (lookup) field.resolve = (from, _, context) => answerOf(lookup, from, context);
    }
  }
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const page = getNamedType(field.type);
    const items = isObjectType(page) && page.getFields().items;
    const item = items && getNamedType(items.type);
    if (isObjectType(item)) prepareItems(field, lookupsOf(item));
  }
  return schema;
}

const lookupsOf = (type: GraphQLObjectType): Lookups =>
  new Map(
    Object.values(type.getFields()).flatMap((field) => {
      const lookup = lookupOf(field);
      return lookup ? [[field.name, lookup] as const] : [];
    }),
  );

function answerOf(lookup: Lookup, from: unknown, context: GraphqlContext): unknown {
  const id = lookup.idOf(from as never);
  const found = id === null ? null : context[lookup.by].load(id);
  const { answer } = lookup;
  if (!answer) return found;
  return found instanceof Promise ? found.then(answer) : answer(found);
}

interface Page {
  readonly items: readonly never[];
}

function prepareItems(field: Field, lookups: Lookups): void {
  const { resolve = defaultFieldResolver } = field;
  if (lookups.size === 0) return;
  field.resolve = async (root, args, context, info) => {
    const page = (await resolve(root, args, context, info)) as Page | null;
    if (!page) return page;
    const wanted = new Map<keyof Loaders, Set<number>>();
    for (const name of fieldsOfItems(info)) {
      const lookup = lookups.get(name);
      if (!lookup) continue;
      const ids = wanted.get(lookup.by) ?? new Set();
      wanted.set(lookup.by, ids);
      for (const item of page.items) {
        const id = lookup.idOf(item);
        if (id !== null) ids.add(id);
      }
    }
    await Promise.all([...wanted].map(([by, ids]) => context[by].prepare([...ids])));
    return page;
  };
}

/** By the question of an operation, which is remembered as long as that is. */
const asked = new WeakMap<FieldNode, ReadonlySet<string>>();

/** Which fields of its items are asked for, perhaps on a condition. */
function fieldsOfItems({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> {
  const [first] = fieldNodes;
  const known = fieldNodes.length === 1 && first && asked.get(first);
  if (known) return known;
  const fieldsIn = (sets: readonly (SelectionSetNode | undefined)[]): FieldNode[] =>
    sets.flatMap((set) =>
      (set?.selections ?? []).flatMap((selection) => {
        if (selection.kind === 'Field') return [selection];
        return fieldsIn([
          selection.kind === 'InlineFragment'
            ? selection.selectionSet
            : fragments[selection.name.value]?.selectionSet,
        ]);
      }),
    );
  const items = fieldsIn(fieldNodes.map((node) => node.selectionSet)).filter(
    ({ name }) => name.value === 'items',
  );
  const names = new Set(
    fieldsIn(items.map((node) => node.selectionSet)).map((one) => one.name.value),
  );
  if (fieldNodes.length === 1 && first) asked.set(first, names);
  return names;
}
