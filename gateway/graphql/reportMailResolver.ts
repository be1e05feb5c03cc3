import {
  MAILED_EVERY,
  type MailedEvery,
  MOST_SUBSCRIPTIONS,
  NewReportSubscription,
  ReportSubscription,
} from '@insuremanager/contracts/reports/reportMails';
import { reportList, reportNamed, reportOfAddress } from '@insuremanager/contracts/reports/reports';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { checkedScope } from '@insuremanager/services/reports/index';
import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { requireAccess } from '../access/access.js';
import { validated } from '../validated.js';
import { viewAddress } from '../viewAddress.js';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import type { GraphqlContext } from './graphqlContext.js';
import { LOOKUP_COST } from './queryCosts.js';

const MailedEveryEnum = enumType('MailedEvery', MAILED_EVERY);
const Subscription = objectType('ReportSubscription', ReportSubscription, {
  description: 'A report that the user gets by email: each Monday, or on the 1st of each month.',
});

@Resolver()
export class ReportMailResolver {
  @Query(() => [Subscription], {
    description: 'The user’s own.',
    complexity: ({ childComplexity }) => LOOKUP_COST + MOST_SUBSCRIPTIONS * childComplexity,
  })
  reportSubscriptions(
    @Ctx() { reportMails, user }: GraphqlContext,
  ): Promise<readonly ReportSubscription[]> {
    return reportMails.list(user.userId);
  }

  @Mutation(() => Subscription, {
    complexity: LOOKUP_COST,
    description: `A user can have ${MOST_SUBSCRIPTIONS}.`,
  })
  subscribeToReport(
    @Arg('address', () => String, {
      description: 'The query of the report’s address; what is not understood is dropped.',
    })
    address: string,
    @Arg('every', () => MailedEveryEnum) every: MailedEvery,
    @Ctx() { reportMails, user }: GraphqlContext,
  ): Promise<ReportSubscription> {
    const wanted = validated(NewReportSubscription, { address, every });
    const understood = viewAddress(reportList, wanted.address);
    const { name, filter } = reportOfAddress(new URLSearchParams(understood));
    requireAccess(user, reportNamed(name).access);
    checkedScope(name, filter, kolkataDay(new Date()));
    return reportMails.subscribe({ every, address: understood }, user.userId);
  }

  @Mutation(() => Boolean, { complexity: LOOKUP_COST })
  async unsubscribeFromReport(
    @Arg('id', () => Int) id: number,
    @Ctx() { reportMails, user }: GraphqlContext,
  ): Promise<boolean> {
    await reportMails.unsubscribe(id, user.userId);
    return true;
  }
}
