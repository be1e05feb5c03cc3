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
import { commissionResolvers } from './commissionResolvers.js';
import { customerResolvers } from './customerResolvers.js';
import { dashboardResolvers } from './dashboardResolver.js';
import { documentResolvers } from './documentResolvers.js';
import { erasureResolvers } from './erasureResolver.js';
import { exportResolvers } from './exportResolver.js';
import { householdResolvers } from './householdResolver.js';
import { importResolvers } from './importResolver.js';
import { integrityResolvers } from './integrityResolver.js';
import { leadResolvers } from './leadResolvers.js';
import { legalHoldResolvers } from './legalHoldResolver.js';
import { lookAhead } from './lookAhead.js';
import { mergeResolvers } from './mergeResolver.js';
import { myDayResolvers } from './myDayResolvers.js';
import { nomineeResolvers } from './nomineeResolver.js';
import { notificationResolvers } from './notificationResolver.js';
import { pastOfficeResolvers } from './pastOfficeResolver.js';
import { paymentResolvers } from './paymentResolvers.js';
import { personalDataResolvers } from './personalDataResolver.js';
import { personRequestResolvers } from './personRequestResolvers.js';
import { policyResolvers } from './policyResolvers.js';
import { privacyNoticeResolvers } from './privacyNoticeResolvers.js';
import { quotationResolvers } from './quotationResolvers.js';
import { recordResolvers } from './recordResolvers.js';
import { reminderResolvers } from './reminderResolvers.js';
import { renewalResolvers } from './renewalResolvers.js';
import { replayResolvers } from './replayResolver.js';
import { reportMailResolvers } from './reportMailResolver.js';
import { reportResolvers } from './reportResolver.js';
import { retentionResolvers } from './retentionResolver.js';
import { savedViewResolvers } from './savedViewResolvers.js';
import { scheduleResolvers } from './scheduleResolver.js';
import { searchResolvers } from './searchResolver.js';
import { taskResolvers } from './taskResolvers.js';
import { userResolvers } from './userResolvers.js';
import { webhookResolvers } from './webhookResolver.js';

const unused = () => {
  throw new Error('Subscriptions bring what they send themselves');
};
/** Without one, type-graphql takes no subscription. */
const noPubSub = { publish: unused, subscribe: unused };

// Of policies one asks and says of which kind they are.
const plainRecords = ALL_DECLARED_RECORDS.filter(({ one }) => one !== 'policy');

const resolvers = [
  ...plainRecords.flatMap(recordResolvers),
  agencyResolvers,
  privacyNoticeResolvers,
  ...customerResolvers,
  ...policyResolvers,
  ...paymentResolvers,
  ...documentResolvers,
  scheduleResolvers,
  ...quotationResolvers,
  ...claimResolvers,
  ...leadResolvers,
  ...taskResolvers,
  commissionResolvers,
  ...reminderResolvers,
  ...renewalResolvers,
  householdResolvers,
  ...myDayResolvers,
  ...personRequestResolvers,
  ...breachResolvers,
  dashboardResolvers,
  legalHoldResolvers,
  ...mergeResolvers,
  nomineeResolvers,
  erasureResolvers,
  retentionResolvers,
  exportResolvers,
  importResolvers,
  integrityResolvers,
  pastOfficeResolvers,
  webhookResolvers,
  replayResolvers,
  personalDataResolvers,
  ChangesResolver,
  notificationResolvers,
  reportResolvers,
  reportMailResolvers,
  savedViewResolvers,
  ...searchResolvers,
  ...auditResolvers,
  userResolvers,
] as unknown as NonEmptyArray<ClassType>;

let made: GraphQLSchema | undefined;

/**
 * The schema that the resolvers' decorators describe, with who may see what of it. It is made once:
 * all gateways of a process have the same.
 */
export const graphqlSchema = (): GraphQLSchema => {
  if (made) return made;
  const schema = buildSchemaSync({
    resolvers,
    // The contracts' zod schemas validate, for REST and GraphQL alike.
    validate: false,
    pubSub: noPubSub,
  });
  made = maskFields(guardFields(lookAhead(schema)));
  return made;
};

/** The schema as text, in one fixed order, as it is committed. */
export const schemaText = (): string =>
  `${printSchema(lexicographicSortSchema(graphqlSchema()))}\n`;
