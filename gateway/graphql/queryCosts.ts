import { createRequire } from 'node:module';
import {
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { ComplexityEstimatorArgs } from 'graphql-query-complexity';
import { HttpRefusal } from '../problems.js';

// Its ES build loads graphql's second copy (graphql.mjs), whose types are "from another realm".
const complexity: typeof import('graphql-query-complexity') = createRequire(import.meta.url)(
  'graphql-query-complexity',
);
const { fieldExtensionsEstimator, getComplexity, simpleEstimator } = complexity;

/** A plain field costs 1; these reach for a server. */
export const LOOKUP_COST = 100;
export const CHANGE_COST = 500;
/** The histories of all terms of a policy, of which there are a few. */
export const HISTORIES_COST = 5 * LOOKUP_COST;

/** Some ten full pages, or twenty changes, in one operation. */
export const MOST_COST = 10_000;

/** What no operation may ask for twice. */
export const ONCE_COST = MOST_COST / 2 + 1;

/**
 * A page costs what its rows cost, and counting as much as a page. A page of 200 policies with every
 * field takes as long as five and a half changes, measured by turns, and costs as much as eight.
 */
export const costOfPage = ({ args, childComplexity }: ComplexityEstimatorArgs): number =>
  2 * LOOKUP_COST + childComplexity * Math.max(1, Number(args.first ?? 50)) * 0.4;

/** How many items the lists of an introspection have, roughly. */
const LISTED: Readonly<Record<string, number>> = {
  types: 150,
  fields: 12,
  inputFields: 12,
  enumValues: 6,
  args: 3,
  directives: 5,
};
/**
 * The introspection that tools send reads some 300,000 words of the schema by these figures, in
 * 10 to 20 ms: it costs a third of what an operation may.
 */
const WORDS_FOR_1 = 100;

/** What is read of the schema itself, which no other estimator multiplies by its lists. */
const costOfIntrospection = ({ type, field, childComplexity }: ComplexityEstimatorArgs) => {
  if (field.name === '__schema' || field.name === '__type') return childComplexity / WORDS_FOR_1;
  if (!type.name.startsWith('__')) return undefined;
  return 1 + (LISTED[field.name] ?? 1) * childComplexity;
};

/** What an operation costs. @throws GraphQLError when its variables cannot be read. */
export function costOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  operationName: string | null | undefined,
  variables: Record<string, unknown>,
): number {
  return getComplexity({
    schema,
    query,
    variables,
    ...(operationName ? { operationName } : {}),
    estimators: [
      costOfIntrospection,
      fieldExtensionsEstimator(),
      simpleEstimator({ defaultComplexity: 1 }),
    ],
  });
}

/** @throws HttpRefusal when an operation asks for more than one operation should. */
export function refuseCostly(...operation: Parameters<typeof costOf>): void {
  if (costOf(...operation) > MOST_COST) {
    throw new HttpRefusal(400, 'query-too-costly', 'This query asks for too much at once.');
  }
}

/** Ways to ask of one document: how many rows, with or without a count. */
const MOST_REMEMBERED = 50;

/**
 * The same for documents that are asked again and again, as Apollo remembers them: one that passed
 * is not reckoned anew where its cost is the same, as no price depends on a text. The variables are
 * then read when it is carried out, and refused there.
 */
export function createCostLimit(schema: GraphQLSchema) {
  const priced = new WeakMap<DocumentNode, { variables: readonly string[]; passed: Set<string> }>();
  return (...[query, operationName, variables]: Tail<Parameters<typeof costOf>>): void => {
    const known = priced.get(query) ?? { variables: pricing(schema, query), passed: new Set() };
    const values = known.variables.map((name) => variables[name]);
    const asked = `${operationName ?? ''} ${JSON.stringify(values, withoutTexts)}`;
    if (known.passed.has(asked)) return;
    refuseCostly(schema, query, operationName, variables);
    if (known.passed.size === MOST_REMEMBERED) known.passed.clear();
    known.passed.add(asked);
    priced.set(query, known);
  };
}

type Tail<All extends unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never;

/** Of values that stay in memory: somebody may have typed what is personal. */
const withoutTexts = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? '' : value;

/** The variables that say what is asked for, or how much of what is priced by its arguments. */
function pricing(schema: GraphQLSchema, query: DocumentNode): string[] {
  const types = new TypeInfo(schema);
  const names = new Set<string>();
  const addVariables = (node: ASTNode): void => {
    visit(node, { Variable: ({ name }) => void names.add(name.value) });
  };
  visit(
    query,
    visitWithTypeInfo(types, {
      Field(field) {
        const isPricedByArguments =
          typeof types.getFieldDef()?.extensions.complexity === 'function';
        if (isPricedByArguments) field.arguments?.forEach(addVariables);
      },
      Directive(directive) {
        directive.arguments?.forEach(addVariables);
      },
    }),
  );
  return [...names];
}
