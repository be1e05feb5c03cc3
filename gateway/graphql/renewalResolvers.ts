import {
  FollowUpInput,
  followUpFields,
  LossInput,
  lossFields,
  RenewalBoardFilter,
  RenewalBoardLimits,
} from '@insuremanager/contracts/renewals/renewalInputs';
import {
  MOST_CARDS,
  RENEWAL_COLUMNS,
  RENEWAL_MOVES,
  USUAL_CARDS,
} from '@insuremanager/contracts/renewals/renewalKinds';
import * as views from '@insuremanager/contracts/renewals/renewalViews';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import { invalid } from '@insuremanager/services/platform/errors';
import { type ClassType, Int } from 'type-graphql';
import { validated } from '../validated.js';
import { answerObject, DayType, inputObject, inputType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import type { GraphqlContext } from './graphqlContext.js';
import { PolicyKindEnum } from './policyResolvers.js';
import { LOOKUP_COST } from './queryCosts.js';
import { customerLink, recordChange } from './recordResolvers.js';
import { Contact } from './reminderResolvers.js';
import { fieldsOf, lookedUp, query, rootFields, VERSION_SEEN } from './rootFields.js';

const MoveEnum = enumType('RenewalMove', RENEWAL_MOVES);
enumType('RenewalColumnName', RENEWAL_COLUMNS);

const Card = objectType('RenewalCard', views.RenewalCard, {
  description: 'A term whose renewal is due.',
});
objectType('RenewalColumn', views.RenewalColumnView);
const Board = objectType('RenewalBoard', views.RenewalBoard, {
  description: 'Totals count every card of a column, not only those that are shown.',
});
const Loss = inputType('RenewalLossInput', lossFields, { requiresFields: true });
const FollowUp = inputType('RenewalFollowUpInput', followUpFields);
const saved = recordChange({ typename: 'Renewal', one: 'renewal' }, Card);

const BoardFilter = inputObject(
  'RenewalBoardFilter',
  {
    month: {
      type: String,
      description: 'YYYY-MM; absent: this month in Asia/Kolkata, with what is past due.',
    },
    ownerId: { type: Int, description: 'Only those that a user sees to.' },
    withoutOwner: { type: Boolean, description: 'Only those that nobody sees to.' },
    insurer: { type: String, description: 'A whole insurer’s name, in any letter case.' },
    kind: PolicyKindEnum,
  },
  { isPatch: true },
);

const limit = {
  type: Int,
  defaultValue: USUAL_CARDS,
  description: `Cards wanted, at most ${MOST_CARDS}.`,
};
const Limits = inputObject(
  'RenewalBoardLimits',
  Object.fromEntries(RENEWAL_COLUMNS.map((column) => [column, limit])),
);

const Owner = answerObject(
  'RenewalOwner',
  { id: Int, username: String },
  { description: 'A user who can see to renewals.' },
);

/** Which term a change is about, as the user saw what was done about it. */
const SEEN = {
  termId: Int,
  expectedVersion: { ...VERSION_SEEN, description: 'Of the card: -1 while nothing was done.' },
} as const;

/** Beside its fields a card costs little: all of them are answered by one question. */
const COST_OF_CARD = 0.2;

const cardsWanted = (limits: Record<string, unknown> | null | undefined): number =>
  RENEWAL_COLUMNS.reduce((sum, column) => sum + Number(limits?.[column] ?? USUAL_CARDS), 1);

const fields = rootFields({
  renewalBoard: query(
    Board,
    {
      description: 'The terms that end in a month, by what was done about them.',
      complexity: ({ args, childComplexity }) =>
        2 * LOOKUP_COST + childComplexity * cardsWanted(args.limits) * COST_OF_CARD,
      args: {
        filter: { type: BoardFilter, nullable: true },
        limits: { type: Limits, nullable: true },
      },
    },
    ({ filter, limits }, { renewals }) =>
      renewals.board({
        filter: validated(RenewalBoardFilter, { ...filter }),
        limits: validated(RenewalBoardLimits, { ...limits }),
      }),
  ),

  renewal: query(
    Card,
    {
      nullable: true,
      description: 'Null for a term that is unknown, deleted or cancelled.',
      args: { termId: Int },
    },
    ({ termId }, { renewals }) => renewals.find(termId),
  ),

  renewalOwners: query(
    [Owner],
    { description: 'The users among whom an owner is chosen, by username.' },
    async (_, { identity }) => {
      const users = await identity.activeUsers();
      return users.map(({ userId: id, username }) => ({ id, username }));
    },
  ),

  moveRenewal: saved(
    {
      description: 'Quoted and Renewed follow by themselves from quotations and policies.',
      args: { ...SEEN, to: MoveEnum },
    },
    ({ termId, to }, { renewals }, command) => renewals.move(termId, to, command),
  ),

  loseRenewal: saved(
    { args: { ...SEEN, input: Loss } },
    ({ termId, input }, { renewals }, command) =>
      renewals.lose(termId, validated(LossInput, omitUndefined(input)), command),
  ),

  reopenRenewal: saved(
    { description: 'It was not lost after all.', args: SEEN },
    ({ termId }, { renewals }, command) => renewals.reopen(termId, command),
  ),

  assignRenewal: saved(
    { args: { ...SEEN, ownerId: { type: Int, nullable: true, description: 'Null: nobody.' } } },
    async ({ termId, ownerId }, context, command) => {
      await requireUser(context, ownerId);
      return context.renewals.assign(termId, ownerId, command);
    },
  ),

  setRenewalFollowUp: saved(
    {
      description: 'What is absent stays; null or an empty text clears it.',
      args: { ...SEEN, input: FollowUp },
    },
    ({ termId, input }, { renewals }, command) =>
      renewals.setFollowUp(termId, validated(FollowUpInput, omitUndefined(input)), command),
  ),
});

/** @throws Refusal invalid `user-unknown` on `ownerId`. */
async function requireUser({ identity }: GraphqlContext, ownerId: number | null): Promise<void> {
  if (ownerId === null) return;
  const users = await identity.activeUsers();
  if (users.some(({ userId }) => userId === ownerId)) return;
  const message = 'There is no such user. Choose another one.';
  throw invalid([{ field: 'ownerId', code: 'user-unknown', message }]);
}

/** What is known of the reminders and the claims of a card's term. */
const ofTerm = fieldsOf(Card, {
  openClaim: lookedUp<views.RenewalCard>(
    String,
    { nullable: true, description: 'The number of a claim under it that is open.' },
    { by: 'openClaims', idOf: ({ termId }) => termId },
  ),
  lastReminderDate: lookedUp<views.RenewalCard>(
    DayType,
    { nullable: true, description: 'The last day on which a reminder of its end was sent.' },
    { by: 'lastReminders', idOf: ({ termId }) => termId },
  ),
  contact: lookedUp<views.RenewalCard>(
    Contact,
    {
      nullable: true,
      description: 'How its customer is reached; null when they are deleted.',
    },
    { by: 'renewalContacts', idOf: ({ termId }) => termId },
  ),
});

export const renewalResolvers: ClassType[] = [fields, ofTerm, customerLink(Card)];
