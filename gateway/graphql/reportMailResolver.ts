import {
  MAILED_EVERY,
  MOST_SUBSCRIPTIONS,
  NewReportSubscription,
  ReportSubscription,
} from '@insuremanager/contracts/reports/reportMails';
import { reportList, reportNamed, reportOfAddress } from '@insuremanager/contracts/reports/reports';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { checkedScope } from '@insuremanager/services/reports/index';
import { Int } from 'type-graphql';
import { requireAccess } from '../access/access.js';
import { validated } from '../validated.js';
import { viewAddress } from '../viewAddress.js';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { LOOKUP_COST } from './queryCosts.js';
import { mutation, query, rootFields } from './rootFields.js';

const MailedEveryEnum = enumType('MailedEvery', MAILED_EVERY);
const Subscription = objectType('ReportSubscription', ReportSubscription, {
  description: 'A report that the user gets by email: each Monday, or on the 1st of each month.',
});

export const reportMailResolvers = rootFields({
  reportSubscriptions: query(
    [Subscription],
    {
      description: 'The user’s own.',
      complexity: ({ childComplexity }) => LOOKUP_COST + MOST_SUBSCRIPTIONS * childComplexity,
    },
    (_, { reportMails, user }) => reportMails.list(user.userId),
  ),

  subscribeToReport: mutation(
    Subscription,
    {
      description: `A user can have ${MOST_SUBSCRIPTIONS}.`,
      complexity: LOOKUP_COST,
      args: {
        address: {
          type: String,
          description: 'The query of the report’s address; what is not understood is dropped.',
        },
        every: MailedEveryEnum,
      },
    },
    ({ address, every }, { reportMails, user }) => {
      const wanted = validated(NewReportSubscription, { address, every });
      const understood = viewAddress(reportList, wanted.address);
      const { name, filter } = reportOfAddress(new URLSearchParams(understood));
      requireAccess(user, reportNamed(name).access);
      checkedScope(name, filter, kolkataDay(new Date()));
      return reportMails.subscribe({ every, address: understood }, user.userId);
    },
  ),

  unsubscribeFromReport: mutation(
    Boolean,
    { complexity: LOOKUP_COST, args: { id: Int } },
    async ({ id }, { reportMails, user }) => {
      await reportMails.unsubscribe(id, user.userId);
      return true;
    },
  ),
});
