import { omit } from '@insuremanager/contracts/rules/objects';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import type { ComplexityEstimatorArgs } from 'graphql-query-complexity';
import {
  Arg,
  type ClassType,
  Ctx,
  Extensions,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { type TypedFields, typedFields, type ValueOf, type ValuesOf } from './describedTypes.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { LOOKUP, type Lookup } from './lookAhead.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';

// A field that a resolver answers is one object, as a route of REST is: from it follow the
// decorators of type-graphql, and the types of what it is given and answers.

interface Words {
  readonly description?: string;
  readonly nullable?: boolean;
  readonly complexity?: number | ((asked: ComplexityEstimatorArgs) => number);
}

export interface Asked<Given> extends Words {
  readonly args?: Given;
}

type Awaitable<Value> = Value | Promise<Value>;
type Answer<Type> = Awaitable<ValueOf<Type> | null>;
export type NoArguments = Record<never, object>;

interface AnsweredField extends Words {
  readonly type: object;
  readonly resolve: (from: never, context: GraphqlContext) => unknown;
}

export interface RootField extends AnsweredField {
  readonly decorator: typeof Query | typeof Mutation;
  readonly args?: TypedFields;
}

/** What is asked for. It costs a lookup, unless it says otherwise. */
export const query = <Type extends object, const Given extends TypedFields = NoArguments>(
  type: Type,
  asked: Asked<Given>,
  resolve: (given: ValuesOf<Given>, context: GraphqlContext) => Answer<Type>,
): RootField => ({ decorator: Query, complexity: LOOKUP_COST, ...asked, type, resolve });

/** What is changed, without a command that could be repeated. */
export const mutation = <Type extends object, const Given extends TypedFields = NoArguments>(
  type: Type,
  asked: Asked<Given>,
  resolve: (given: ValuesOf<Given>, context: GraphqlContext) => Answer<Type>,
): RootField => ({ decorator: Mutation, complexity: CHANGE_COST, ...asked, type, resolve });

/** The version of a record that was seen; absent: whichever there is. */
export const VERSION_SEEN = { type: Int, nullable: true } as const;

/** What is changed by a command: by its `commandId`, and the `expectedVersion` if it has one. */
export const change = <Type extends object, const Given extends TypedFields = NoArguments>(
  type: Type,
  asked: Asked<Given>,
  resolve: (
    given: ValuesOf<Given>,
    context: GraphqlContext,
    command: CommandContext,
  ) => Answer<Type>,
): RootField =>
  mutation(type, { ...asked, args: { ...asked.args, commandId: ID } }, async (given, context) => {
    const { commandId, expectedVersion } = given as CommandArguments;
    const command = commandOf(context, commandId, expectedVersion);
    return resolve(given as ValuesOf<Given>, context, command);
  });

interface CommandArguments {
  readonly commandId: string;
  readonly expectedVersion?: number | null;
}

/** Fields of `Query` and `Mutation`. */
export function rootFields(fields: Readonly<Record<string, RootField>>): ClassType {
  const Fields = class {};
  for (const [name, { decorator, type, args = {}, resolve, ...words }] of Object.entries(fields)) {
    const given = typedFields(args);
    method(Fields, name, (...values) => {
      const named = Object.fromEntries(given.map(([arg], index) => [arg, values[index]]));
      return resolve(named as never, values[given.length] as GraphqlContext);
    });
    for (const [index, [arg, said]] of given.entries()) {
      Arg(arg, () => said.type as ClassType, omit(said, ['type']))(Fields.prototype, name, index);
    }
    Ctx()(Fields.prototype, name, given.length);
    decorator(() => type as ClassType, words)(Fields.prototype, name, {});
  }
  Resolver()(Fields);
  return Fields;
}

/** A further field of a type. */
export const field = <From extends object, Type extends object>(
  type: Type,
  words: Words,
  resolve: (from: From, context: GraphqlContext) => Answer<Type>,
): AnsweredField => ({ ...words, type, resolve });

interface LookedUpField extends AnsweredField {
  readonly lookup: Lookup;
}

/** One that is looked up by a number that the record has: see `lookAhead`. */
export const lookedUp = <From extends object>(
  type: object,
  words: Words,
  lookup: Lookup<From>,
): LookedUpField => ({
  ...{ ...words, type, lookup: lookup as Lookup },
  resolve: () => {
    throw new Error('Answered by its lookup');
  },
});

/** Fields of a type beside those of its view. */
export function fieldsOf(
  From: ClassType,
  fields: Readonly<Record<string, AnsweredField | LookedUpField>>,
) {
  const Fields = class {};
  for (const [name, { type, resolve, ...said }] of Object.entries(fields)) {
    const { lookup, ...words } = { lookup: undefined, ...said };
    if (lookup) Extensions({ [LOOKUP]: lookup })(Fields.prototype, name);
    method(Fields, name, (from, context) => resolve(from as never, context as GraphqlContext));
    Root()(Fields.prototype, name, 0);
    Ctx()(Fields.prototype, name, 1);
    FieldResolver(() => type as ClassType, words)(Fields.prototype, name, {});
  }
  Resolver(() => From)(Fields);
  return Fields as ClassType;
}

const method = (Fields: ClassType, name: string, value: (...given: unknown[]) => unknown) =>
  Object.defineProperty(Fields.prototype, name, { value });
