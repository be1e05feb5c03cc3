import 'reflect-metadata';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchemaSync, type ClassType, type NonEmptyArray } from 'type-graphql';
import { customerResolvers } from './customerResolvers.js';
import { DashboardResolver } from './dashboardResolver.js';
import { documentResolvers } from './documentResolvers.js';
import { policyResolvers } from './policyResolvers.js';
import { quotationResolvers } from './quotationResolvers.js';
import { reminderResolvers } from './reminderResolvers.js';
import { renewalResolvers } from './renewalResolvers.js';
import { searchResolvers } from './searchResolver.js';

/** The schema that the resolvers' decorators describe. */
export const buildGraphqlSchema = (): GraphQLSchema =>
  buildSchemaSync({
    resolvers: [
      ...customerResolvers,
      ...policyResolvers,
      ...documentResolvers,
      ...quotationResolvers,
      ...reminderResolvers,
      ...renewalResolvers,
      DashboardResolver,
      ...searchResolvers,
    ] as unknown as NonEmptyArray<ClassType>,
    // The contracts' zod schemas validate, for REST and GraphQL alike.
    validate: false,
  });

/** The schema as text, in one fixed order, as it is committed. */
export const schemaText = (): string =>
  `${printSchema(lexicographicSortSchema(buildGraphqlSchema()))}\n`;
