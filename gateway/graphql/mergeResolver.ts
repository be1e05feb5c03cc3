import { CUSTOMER_DETAIL_FIELDS } from '@insuremanager/contracts/customers/customerEvents';
import {
  ComparedConsent,
  ComparedCustomer,
  ComparedField,
  CustomerComparison,
  CustomerHoldings,
  DistinctPair,
  DistinctPairs,
  DistinctQuery,
  DUPLICATE_REASONS,
  DuplicatePair,
  DuplicatePairs,
  DuplicatesQuery,
  MergedCustomer,
  MergeInput,
} from '@insuremanager/contracts/customers/duplicates';
import type { Written } from '@insuremanager/services/platform/commands/command';
import { type ClassType, Int } from 'type-graphql';
import { customerComparison } from '../customerComparison.js';
import { validated } from '../validated.js';
import { answerObject, inputObject, objectType, STALE } from './describedTypes.js';
import { enumType } from './enums.js';
import { type GraphqlContext, recordStaleness } from './graphqlContext.js';
import { HISTORIES_COST, ONCE_COST } from './queryCosts.js';
import { namedCustomer } from './recordResolvers.js';
import { change, query, rootFields } from './rootFields.js';

enumType('DuplicateReason', DUPLICATE_REASONS);
const DetailFieldEnum = enumType('CustomerDetailField', CUSTOMER_DETAIL_FIELDS);
const Pair = objectType('DuplicatePair', DuplicatePair, {
  description: 'Two customers who seem to be one person, and why.',
});
const Pairs = objectType('DuplicatePairs', DuplicatePairs);
const DistinctPairItem = objectType('DistinctPair', DistinctPair, {
  description: 'Two customers whom somebody marked as distinct: they are two persons.',
});
const DistinctPairList = objectType('DistinctPairs', DistinctPairs);
objectType('ComparedCustomer', ComparedCustomer);
objectType('ComparedField', ComparedField);
objectType('ComparedConsent', ComparedConsent);
objectType('CustomerHoldings', CustomerHoldings, {
  description: 'How many of what belongs to a customer, and moves along when they are merged.',
});
const Comparison = objectType('CustomerComparison', CustomerComparison);
const Merged = objectType('MergedCustomer', MergedCustomer, {
  description: 'A customer whose number leads to another one.',
});

const Merge = inputObject('MergeInput', {
  duplicateId: { type: Int, description: 'The customer who goes.' },
  fields: { type: [DetailFieldEnum], description: 'Details that are taken over from them.' },
  takesKyc: { type: Boolean, description: 'Whether the KYC status is taken over, too.' },
  version: { type: Int, description: 'The version of the one who remains that was seen.' },
  duplicateVersion: { type: Int, description: 'The version of the one who goes that was seen.' },
});

const ChangedMerge = answerObject('ChangedMerge', {
  customerId: { type: Int, description: 'The customer who remains.' },
  stale: STALE,
});

const changed = async (context: GraphqlContext, customerId: number, { position }: Written) => ({
  ...{ customerId, stale: await recordStaleness(context, position) },
});

const TWO = { oneId: Int, anotherId: Int };
const FROM = { offset: { type: Int, defaultValue: 0 } };

/** Merges, and the pairs that are suggested, each with both customers as lists show them. */
export const mergeResolvers: ClassType[] = [
  rootFields({
    duplicatePairs: query(
      Pairs,
      {
        description: 'Those of whom most speaks for it first. Asked once in an operation.',
        complexity: ONCE_COST,
        args: {
          ...FROM,
          customerId: {
            type: Int,
            nullable: true,
            description: 'Only pairs that this customer is one of.',
          },
        },
      },
      ({ offset, customerId }, { customers }) => {
        const asked = { offset, customerId: customerId ?? undefined };
        return customers.duplicatePairs(validated(DuplicatesQuery, asked));
      },
    ),

    distinctPairs: query(
      DistinctPairList,
      {
        description:
          'Those who were marked as distinct, the last first. Asked once in an operation.',
        complexity: ONCE_COST,
        args: FROM,
      },
      (asked, { customers }) => customers.distinctPairs(validated(DistinctQuery, asked)),
    ),

    compareCustomers: query(
      Comparison,
      {
        description:
          'Two customers side by side. Refused where one of them cannot be merged any more.',
        complexity: HISTORIES_COST,
        args: { firstId: Int, secondId: Int },
      },
      ({ firstId, secondId }, context) => customerComparison(context, firstId, secondId),
    ),

    mergedCustomers: query(
      [Merged],
      {
        description: 'Who was merged into a customer, the oldest merge first.',
        args: { customerId: Int },
      },
      ({ customerId }, { customers }) => customers.mergedCustomers(customerId),
    ),

    mergeCustomers: change(
      ChangedMerge,
      {
        description: 'Makes two customers who are one person one. It can be undone.',
        args: { intoId: { type: Int, description: 'The customer who remains.' }, input: Merge },
      },
      async ({ intoId, input }, context, command) => {
        const merge = validated(MergeInput, { ...input });
        return changed(context, intoId, await context.customers.merge(intoId, merge, command));
      },
    ),

    undoMerge: change(
      ChangedMerge,
      { args: { intoId: Int, duplicateId: Int } },
      async ({ intoId, duplicateId }, context, command) => {
        const undone = await context.customers.undoMerge(intoId, duplicateId, command);
        return changed(context, intoId, undone);
      },
    ),

    markCustomersDistinct: change(
      ChangedMerge,
      { description: 'Marks two who seem to be one person as distinct.', args: TWO },
      async ({ oneId, anotherId }, context, command) =>
        changed(context, oneId, await context.customers.markDistinct(oneId, anotherId, command)),
    ),

    unmarkCustomersDistinct: change(
      ChangedMerge,
      { description: 'Takes that back: they may be suggested again.', args: TWO },
      async ({ oneId, anotherId }, context, command) =>
        changed(context, oneId, await context.customers.unmarkDistinct(oneId, anotherId, command)),
    ),
  }),
  namedCustomer(Pair, 'first', ({ firstId }) => firstId),
  namedCustomer(Pair, 'second', ({ secondId }) => secondId),
  namedCustomer(DistinctPairItem, 'first', ({ firstId }) => firstId),
  namedCustomer(DistinctPairItem, 'second', ({ secondId }) => secondId),
];
