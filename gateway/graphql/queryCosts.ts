import { createRequire } from 'node:module';
import type { DocumentNode, GraphQLSchema } from 'graphql';
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

/** A page costs what its rows cost, and counting as much as a page. */
export const costOfPage = ({ args, childComplexity }: ComplexityEstimatorArgs): number =>
  2 * LOOKUP_COST + childComplexity * Math.max(1, Number(args.first ?? 50)) * 0.5;

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
