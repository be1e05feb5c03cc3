import 'reflect-metadata';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { CustomerMutationResolver } from './customerMutationResolver.js';
import { CustomerQueryResolver } from './customerQueryResolver.js';
import { DashboardResolver } from './dashboardResolver.js';
import { DocumentOwnerResolver } from './documentOwnerResolver.js';
import { DocumentResolver } from './documentResolver.js';
import { PolicyHolderResolver } from './policyHolderResolver.js';
import { PolicyMutationResolver } from './policyMutationResolver.js';
import { PolicyQueryResolver } from './policyQueryResolver.js';
import { PolicyQuotationResolver, QuotationLinksResolver } from './quotationLinksResolver.js';
import { QuotationMutationResolver } from './quotationMutationResolver.js';
import { QuotationQueryResolver } from './quotationQueryResolver.js';
import { DocumentMatchOwnerResolver, SearchResolver } from './searchResolver.js';

/** The schema that the resolvers' decorators describe. */
export const buildGraphqlSchema = (): GraphQLSchema =>
  buildSchemaSync({
    resolvers: [
      CustomerQueryResolver,
      CustomerMutationResolver,
      PolicyQueryResolver,
      PolicyHolderResolver,
      PolicyMutationResolver,
      DocumentResolver,
      DocumentOwnerResolver,
      QuotationQueryResolver,
      QuotationLinksResolver,
      PolicyQuotationResolver,
      QuotationMutationResolver,
      DashboardResolver,
      SearchResolver,
      DocumentMatchOwnerResolver,
    ],
    // The contracts' zod schemas validate, for REST and GraphQL alike.
    validate: false,
  });

/** The schema as text, in one fixed order, as it is committed. */
export const schemaText = (): string =>
  `${printSchema(lexicographicSortSchema(buildGraphqlSchema()))}\n`;
