import 'reflect-metadata';
import { ALL_DECLARED_RECORDS } from '@insuremanager/contracts/records/declaredRecords';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchemaSync, type ClassType, type NonEmptyArray } from 'type-graphql';
import { guardFields } from '../access/guardFields.js';
import { maskFields } from '../access/maskFields.js';
import { agencyResolvers } from './agencyResolvers.js';
import { auditResolvers } from './auditResolvers.js';
import { breachResolvers } from './breachResolvers.js';
import { ChangesResolver } from './changesResolver.js';
import { claimResolvers } from './claimResolvers.js';
import { customerResolvers } from './customerResolvers.js';
import { DashboardResolver } from './dashboardResolver.js';
import { documentResolvers } from './documentResolvers.js';
import { ErasureResolver } from './erasureResolver.js';
import { ExportResolver } from './exportResolver.js';
import { ImportResolver } from './importResolver.js';
import { IntegrityResolver } from './integrityResolver.js';
import { LegalHoldResolver } from './legalHoldResolver.js';
import { mergeResolvers } from './mergeResolver.js';
import { NomineeResolver } from './nomineeResolver.js';
import { NotificationResolver } from './notificationResolver.js';
import { PastOfficeResolver } from './pastOfficeResolver.js';
import { PersonalDataResolver } from './personalDataResolver.js';
import { personRequestResolvers } from './personRequestResolvers.js';
import { policyResolvers } from './policyResolvers.js';
import { privacyNoticeResolvers } from './privacyNoticeResolvers.js';
import { quotationResolvers } from './quotationResolvers.js';
import { recordResolvers } from './recordResolvers.js';
import { reminderResolvers } from './reminderResolvers.js';
import { renewalResolvers } from './renewalResolvers.js';
import { ReplayResolver } from './replayResolver.js';
import { ReportMailResolver } from './reportMailResolver.js';
import { ReportResolver } from './reportResolver.js';
import { RetentionResolver } from './retentionResolver.js';
import { savedViewResolvers } from './savedViewResolvers.js';
import { scheduleResolvers } from './scheduleResolver.js';
import { searchResolvers } from './searchResolver.js';
import { userResolvers } from './userResolvers.js';
import { WebhookResolver } from './webhookResolver.js';

const unused = () => {
  throw new Error('Subscriptions bring what they send themselves');
};
/** Without one, type-graphql takes no subscription. */
const noPubSub = { publish: unused, subscribe: unused };

// Of policies one asks and says of which kind they are.
const plainRecords = ALL_DECLARED_RECORDS.filter(({ one }) => one !== 'policy');

const resolvers = [
  ...plainRecords.flatMap(recordResolvers),
  ...agencyResolvers,
  ...privacyNoticeResolvers,
  ...customerResolvers,
  ...policyResolvers,
  ...documentResolvers,
  ...scheduleResolvers,
  ...quotationResolvers,
  ...claimResolvers,
  ...reminderResolvers,
  ...renewalResolvers,
  ...personRequestResolvers,
  ...breachResolvers,
  DashboardResolver,
  LegalHoldResolver,
  ...mergeResolvers,
  NomineeResolver,
  ErasureResolver,
  RetentionResolver,
  ExportResolver,
  ImportResolver,
  IntegrityResolver,
  PastOfficeResolver,
  WebhookResolver,
  ReplayResolver,
  PersonalDataResolver,
  ChangesResolver,
  NotificationResolver,
  ReportResolver,
  ReportMailResolver,
  ...savedViewResolvers,
  ...searchResolvers,
  ...auditResolvers,
  ...userResolvers,
] as unknown as NonEmptyArray<ClassType>;

let made: GraphQLSchema | undefined;

/**
 * The schema that the resolvers' decorators describe, with who may see what of it. It is made once:
 * all gateways of a process have the same.
 */
export const graphqlSchema = (): GraphQLSchema => {
  made ??= maskFields(
    guardFields(
      buildSchemaSync({
        resolvers,
        // The contracts' zod schemas validate, for REST and GraphQL alike.
        validate: false,
        pubSub: noPubSub,
      }),
    ),
  );
  return made;
};

/** The schema as text, in one fixed order, as it is committed. */
export const schemaText = (): string =>
  `${printSchema(lexicographicSortSchema(graphqlSchema()))}\n`;
