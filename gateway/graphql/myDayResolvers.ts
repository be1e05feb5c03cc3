import { DAY_KINDS, DAY_RECORDS, MOST_ITEMS } from '@insuremanager/contracts/myDay/dayKinds';
import * as views from '@insuremanager/contracts/myDay/dayViews';
import { type ClassType, Int } from 'type-graphql';
import { dayOf } from '../dayOf.js';
import { validated } from '../validated.js';
import { answerObject, DayType, objectType, STALE } from './describedTypes.js';
import { enumType } from './enums.js';
import { recordStaleness } from './graphqlContext.js';
import { rowsWanted } from './pageArgs.js';
import { LOOKUP_COST } from './queryCosts.js';
import { customerLink } from './recordResolvers.js';
import { Contact } from './reminderResolvers.js';
import { change, fieldsOf, lookedUp, query, rootFields } from './rootFields.js';

enumType('DayKind', DAY_KINDS);
enumType('DayRecord', DAY_RECORDS);
const Item = objectType('DayItem', views.DayItem, { description: 'Something to do today.' });
objectType('DayCount', views.DayCount);
const Day = objectType('MyDay', views.MyDay);
const Written = answerObject('DayItemSaved', { key: String, stale: STALE });

const fields = rootFields({
  myDay: query(
    Day,
    {
      description: 'What is to be done today, what earns most first.',
      complexity: 12 * LOOKUP_COST,
      args: {
        userId: {
          type: Int,
          nullable: true,
          description: 'Whose day; absent: one’s own, or everybody’s of who compares agents.',
        },
        first: { type: Int, nullable: true, description: 'So many items; absent: all.' },
      },
    },
    ({ userId, first }, context) =>
      dayOf(context, context.user, userId ?? null, rowsWanted(first ?? MOST_ITEMS, MOST_ITEMS)),
  ),

  setAsideDayItem: change(
    Written,
    {
      description: 'Of what has no command of its own: it is done, or put off until a day.',
      args: {
        key: String,
        until: { type: DayType, nullable: true, description: 'Null: it is done.' },
      },
    },
    async ({ key, until }, context, command) => {
      const asked = validated(views.SetAsideInput, { key, until });
      const { position } = await context.myDay.setAside(asked.key, asked.until ?? null, command);
      return { key, stale: await recordStaleness(context, position) };
    },
  ),

  putBackDayItem: change(
    Written,
    { description: 'It was not done after all.', args: { key: String } },
    async ({ key }, context, command) => {
      const asked = validated(views.DayItemKey, { key });
      const { position } = await context.myDay.putBack(asked.key, command);
      return { key, stale: await recordStaleness(context, position) };
    },
  ),
});

const ofItem = fieldsOf(Item, {
  contact: lookedUp<views.DayItem>(
    Contact,
    { nullable: true, description: 'Of a policy: how its customer is reached.' },
    {
      by: 'renewalContacts',
      idOf: ({ record, recordId }) =>
        record === 'health' || record === 'vehicle' ? recordId : null,
    },
  ),
});

export const myDayResolvers: ClassType[] = [fields, ofItem, customerLink(Item)];
