import { PAYMENT_STATUSES } from '@insuremanager/contracts/policies/paymentKinds';
import {
  PaymentMeansTotal,
  PaymentTotals,
  PaymentView,
  paymentList,
} from '@insuremanager/contracts/policies/paymentViews';
import type { ClassType } from 'type-graphql';
import { filterOfArguments, ledFilter } from '../listQueries.js';
import { filterType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
// What premiums are paid by.
import './policyResolvers.js';
import { LOOKUP_COST } from './queryCosts.js';
import { customerLink, listResolver } from './recordResolvers.js';
import { query, rootFields } from './rootFields.js';

enumType('PaymentStatus', PAYMENT_STATUSES);

const Payment = objectType('Payment', PaymentView, {
  description: 'A premium that was marked as paid, also where that was taken back.',
});
objectType('PaymentMeansTotal', PaymentMeansTotal);
const Totals = objectType('PaymentTotals', PaymentTotals);
const Filter = filterType('PaymentFilter', paymentList.criteria);

const queries = rootFields({
  paymentTotals: query(
    Totals,
    {
      description: 'What the payments of a list come to.',
      // One customer's, and what is searched for, are added up; the rest is read from totals.
      complexity: 3 * LOOKUP_COST,
      args: { filter: { type: Filter, nullable: true } },
    },
    async ({ filter }, context) => {
      const asked = filterOfArguments(paymentList, filter, context.user);
      return context.instalments.totals(await ledFilter(context, asked));
    },
  ),
});

/** What was paid of premiums, over all policies; one is paid by the mutations of policies. */
export const paymentResolvers: ClassType[] = [
  listResolver({
    ...{ typename: 'Payment', many: 'payments', list: paymentList, Item: Payment },
    serviceIn: ({ instalments }) => instalments,
  }),
  queries,
  customerLink(Payment),
];
