import type {
  Documented,
  Fields,
  Field as RecordField,
} from '@insuremanager/contracts/fields/field';
import type { Criteria, Criterion, ListDescription } from '@insuremanager/contracts/fields/list';
import type { GraphQLScalarType } from 'graphql';
import { GraphQLDateTime, GraphQLLocalDate } from 'graphql-scalars';
import { ArgsType, type ClassType, Field, InputType, Int, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { wordsOf } from '../fieldWords.js';
import { type EnumOf, enumOf, enumType, hasEnum } from './enums.js';
import { PageArgs } from './pageArgs.js';

// GraphQL types made from the contracts' descriptions by type-graphql's own decorators.

type GraphqlType = ReturnType<Extract<Parameters<typeof Field>[0], (...none: never[]) => unknown>>;

const classes = new Map<z.ZodType, ClassType>();

const STRINGS: Readonly<Record<string, unknown>> = {
  date: GraphQLLocalDate,
  'date-time': GraphQLDateTime,
};

const innermost = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodNullable ? innermost(schema.unwrap() as z.ZodType) : schema;

/** The type of a value of an answer. */
function typeOf(schema: z.ZodType): GraphqlType {
  const existing = classes.get(schema);
  if (existing) return existing as GraphqlType;
  if (schema instanceof z.ZodNullable) return typeOf(innermost(schema));
  if (schema instanceof z.ZodArray) return [typeOf(schema.element as z.ZodType)] as GraphqlType;
  if (schema instanceof z.ZodEnum) return enumOf(schema.options as string[]) as GraphqlType;
  if (schema instanceof z.ZodBoolean) return Boolean as GraphqlType;
  if (schema instanceof z.ZodNumber) return Int as GraphqlType;
  if (schema instanceof z.ZodString) {
    return (STRINGS[String(schema.meta()?.format)] ?? String) as GraphqlType;
  }
  throw new Error(`GraphQL has no type for ${schema.type}`);
}

const classNamed = (name: string, Base: ClassType = class {}): ClassType =>
  ({ [name]: class extends Base {} })[name] as ClassType;

/** Enums of what can be chosen in a view, for those values that none was named for by hand. */
export function enumsOf(name: string, { shape }: z.ZodObject): void {
  for (const [field, type] of Object.entries(shape)) {
    const choice = innermost(type as z.ZodType);
    if (!(choice instanceof z.ZodEnum)) continue;
    const values = choice.options as string[];
    if (!hasEnum(values))
      enumType(`${name}${field.charAt(0).toUpperCase()}${field.slice(1)}`, values);
  }
}

/** The object type of a view, made once: its fields, and what the schema says of them. */
export function objectType<View extends object>(
  name: string,
  schema: z.ZodType<View> & { shape: Record<string, z.ZodType> },
  options: { description?: string } = {},
): ClassType<View> {
  const existing = classes.get(schema);
  if (existing) return existing as ClassType<View>;
  const made = classNamed(name);
  for (const [field, type] of Object.entries(schema.shape)) {
    const description = type.description ?? innermost(type).description;
    const nullable = type instanceof z.ZodNullable;
    Field(() => typeOf(type), { nullable, description })(made.prototype, field);
  }
  // Hundreds of values of a page are only read: none needs a call of its own to be resolved.
  ObjectType(name, { ...options, simpleResolvers: true })(made);
  classes.set(schema, made);
  return made as ClassType<View>;
}

const typedAs = ({ options, references }: RecordField): GraphqlType =>
  (options ? enumOf(options) : references ? Int : String) as GraphqlType;

interface InputOptions {
  description?: string;
  /** By default every field may be left out: one type serves a new record and its changes. */
  requiresFields?: boolean;
}

const inputs = new Map<Fields, ClassType<object>>();

/**
 * What a person types into fields, as texts: what they must be, the contracts' schemas say. Made
 * once.
 */
export function inputType(
  name: string,
  fields: Fields,
  { requiresFields = false, ...options }: InputOptions = {},
): ClassType<object> {
  const existing = inputs.get(fields);
  if (existing) return existing;
  const made = classNamed(name);
  for (const [field, described] of Object.entries(fields)) {
    const nullable = !(requiresFields && described.isRequired);
    const { description } = wordsOf(described.input.meta()?.documented as Documented);
    Field(() => typedAs(described), { nullable, description })(made.prototype, field);
  }
  InputType(name, options)(made);
  inputs.set(fields, made as ClassType<object>);
  return made as ClassType<object>;
}

/** A field of a type, or an argument: its type, and what else there is to say. */
export interface TypedField {
  readonly type: object;
  readonly description?: string;
  readonly nullable?: boolean | 'items';
  readonly defaultValue?: unknown;
}

/** By name: the type alone, or with what else there is to say. */
export type TypedFields = Readonly<Record<string, object>>;

/** What a type holds: of a class its instances, of an enum one of its values. */
export type ValueOf<Type> = Type extends StringConstructor
  ? string
  : Type extends BooleanConstructor
    ? boolean
    : Type extends readonly (infer Item)[]
      ? readonly ValueOf<Item>[]
      : Type extends GraphQLScalarType<infer Value>
        ? Value
        : Type extends ClassType<infer Value>
          ? Value
          : Type extends EnumOf<infer Value>
            ? Value
            : never;

type FieldValue<Given> = Given extends { readonly type: infer Type; readonly nullable: true }
  ? ValueOf<Type> | null
  : Given extends { readonly type: infer Type }
    ? ValueOf<Type>
    : ValueOf<Given>;

export type ValuesOf<Given> = { readonly [Name in keyof Given]: FieldValue<Given[Name]> };

export const typedFields = (fields: TypedFields): [name: string, said: TypedField][] =>
  Object.entries(fields).map(([name, given]) => [
    name,
    'type' in given ? (given as TypedField) : { type: given },
  ]);

/** A day of the calendar in Kolkata. */
export const DayType = GraphQLLocalDate as GraphQLScalarType<string>;

/** An input type by the types of its fields; what they must be, the contracts' schemas say. */
export function inputObject<const Given extends TypedFields>(
  name: string,
  fields: Given,
  {
    isPatch = false,
    ...options
  }: { description?: string /** All may be left out. */; isPatch?: boolean } = {},
): ClassType<ValuesOf<Given>> {
  const made = classNamed(name);
  for (const [field, { type, ...said }] of typedFields(fields)) {
    const all = { ...(isPatch && { nullable: true }), ...said };
    Field(() => type as GraphqlType, all)(made.prototype, field);
  }
  InputType(name, options)(made);
  return made as ClassType<ValuesOf<Given>>;
}

/** An object type that no view of the contracts describes, such as what a change answers. */
export function answerObject<const Given extends TypedFields>(
  name: string,
  fields: Given,
  options: { description?: string } = {},
): ClassType<ValuesOf<Given>> {
  const made = classNamed(name);
  for (const [field, { type, ...said }] of typedFields(fields)) {
    Field(() => type as GraphqlType, said)(made.prototype, field);
  }
  ObjectType(name, options)(made);
  return made as ClassType<ValuesOf<Given>>;
}

/** True when lists do not show the change yet. */
export const STALE = {
  type: Boolean,
  description: 'True when lists do not show the change yet.',
} as const;

const filteredBy = (criterion: Criterion): GraphqlType => {
  switch (criterion.kind) {
    case 'anyOf':
      return [enumOf(criterion.options)] as GraphqlType;
    case 'oneOf':
      return enumOf(criterion.options) as GraphqlType;
    case 'reference':
      return Int as GraphqlType;
    case 'dayFrom':
    case 'dayTo':
      return GraphQLLocalDate as GraphqlType;
    case 'flag':
      return Boolean as GraphqlType;
    default:
      return String as GraphqlType;
  }
};

const USUAL_DESCRIPTIONS: Partial<Record<Criterion['kind'], string>> = {
  dayFrom: 'Inclusive, in Asia/Kolkata',
  dayTo: 'Inclusive, in Asia/Kolkata',
  amountFrom: 'Inclusive; rupees as a person types them',
  amountTo: 'Inclusive; rupees as a person types them',
};

export interface ListArgs<Sort extends string> extends PageArgs {
  filter?: object | null;
  sort?: Sort | null;
}

const filters = new Map<Criteria, ClassType<object>>();

/** What a list is filtered by; made once. */
export function filterType(
  name: string,
  criteria: Criteria,
  options: { description?: string } = {},
): ClassType<object> {
  const existing = filters.get(criteria);
  if (existing) return existing;
  const filter = classNamed(name) as ClassType<object>;
  filters.set(criteria, filter);
  for (const [field, criterion] of Object.entries(criteria)) {
    const description = criterion.description ?? USUAL_DESCRIPTIONS[criterion.kind];
    Field(() => filteredBy(criterion), { nullable: true, description })(filter.prototype, field);
  }
  InputType(name, options)(filter);
  return filter;
}

/** The arguments of a list: `<name>Filter`, `<name>Sort`, and the arguments of every page. */
export function listArgs<Sort extends string>(
  name: string,
  { criteria, sorts, usualSort }: ListDescription<Criteria, Sort>,
): ClassType<ListArgs<Sort>> {
  const filter = filterType(`${name}Filter`, criteria);
  const sort = enumType(`${name}Sort`, sorts);
  const args = classNamed(`${name}ListArgs`, PageArgs);
  Field(() => filter, { nullable: true })(args.prototype, 'filter');
  Field(() => sort, { nullable: true, defaultValue: usualSort })(args.prototype, 'sort');
  ArgsType()(args);
  return args as ClassType<ListArgs<Sort>>;
}

/** A page of records; `count` has a resolver of its own, which counts what `filter` says. */
export interface PageOf<View, Filter> {
  items: View[];
  nextCursor: string | null;
  filter: Filter;
}

export function pageType<View extends object, Filter>(
  name: string,
  Item: ClassType<View>,
): ClassType<PageOf<View, Filter>> {
  const made = classNamed(`${name}Page`);
  Field(() => [Item])(made.prototype, 'items');
  const description = 'Null on the last page.';
  Field(() => String, { nullable: true, description })(made.prototype, 'nextCursor');
  ObjectType(`${name}Page`)(made);
  return made as ClassType<PageOf<View, Filter>>;
}
