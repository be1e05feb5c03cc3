import {
  EndedRetention,
  KEPT_BACK,
  NotSwept,
  RETENTION_LISTS,
  RetentionSweep,
  SWEEP_REFUSALS,
  SweepInput,
} from '@insuremanager/contracts/privacy/retention';
import { Int } from 'type-graphql';
import { validated } from '../validated.js';
import { answerObject, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { LOOKUP_COST } from './queryCosts.js';
import { change, query, rootFields } from './rootFields.js';

const ListEnum = enumType('RetentionList', RETENTION_LISTS);
enumType('KeptBack', KEPT_BACK);
enumType('SweepRefusal', SWEEP_REFUSALS);

const Ended = objectType('EndedRetention', EndedRetention, {
  description: 'A customer whose records need not be kept any more.',
});
objectType('NotSwept', NotSwept, { description: 'Who could not be erased, and why.' });
const Sweep = objectType('RetentionSweep', RetentionSweep, {
  description: 'Customers who are erased one after another, as an administrator asked for it.',
});

const EndedPage = answerObject('EndedRetentions', {
  items: [Ended],
  nextCursor: { type: String, nullable: true, description: 'Null: this is the last page.' },
  years: { type: Int, description: 'So long are records kept from the last transaction.' },
  count: Int,
  isExact: { type: Boolean, description: 'False: there are more than are counted.' },
});

export const retentionResolvers = rootFields({
  endedRetentions: query(
    EndedPage,
    {
      description: 'Whose retention has ended, the oldest last transaction first.',
      complexity: 10 * LOOKUP_COST,
      args: { list: ListEnum, cursor: { type: String, nullable: true } },
    },
    async ({ list, cursor }, { retention }) => {
      const [page, { count, exact }, years] = await Promise.all([
        retention.ended(list, cursor),
        retention.count(list),
        retention.years(),
      ]);
      return { ...page, years, count, isExact: exact };
    },
  ),

  retentionSweep: query(
    Sweep,
    {
      nullable: true,
      description: 'The last sweep: how far it is, and who could not be erased.',
    },
    (_, { retention }) => retention.lastSweep(),
  ),

  startRetentionSweep: change(
    Sweep,
    {
      description:
        'Erases customers whose retention has ended, one after another. Cannot be undone.',
      args: {
        customerIds: { type: [Int], nullable: true, description: 'Null: all.' },
        reason: String,
      },
    },
    ({ customerIds, reason }, { retention }, command) =>
      retention.startSweep(
        validated(SweepInput, { customerIds: customerIds ?? null, reason }),
        command,
      ),
  ),
});
