import { ROLES } from '@insuremanager/contracts/identity/permissions';
import {
  NewUser,
  newUserFields,
  UserPatch,
  userFields,
} from '@insuremanager/contracts/identity/userFields';
import { USER_STATUSES, UserView } from '@insuremanager/contracts/identity/userViews';
import { omitUndefined } from '@insuremanager/contracts/rules/objects';
import type { InvitedUser } from '@insuremanager/services/identity/index';
import type { SavedRecord } from '@insuremanager/services/platform/commands/command';
import { Int } from 'type-graphql';
import { validated } from '../validated.js';
import { inputType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { LOOKUP_COST } from './queryCosts.js';
import { recordChange, savedAs, savedType } from './recordResolvers.js';
import { mutation, query, rootFields, VERSION_SEEN } from './rootFields.js';

enumType('Role', ROLES);
enumType('UserStatus', USER_STATUSES);

const User = objectType('User', UserView, { description: 'As administrators see a user.' });
const NAMES = { typename: 'User', one: 'user' } as const;
const saved = recordChange(NAMES, User, {
  fields: {
    invitationLink: {
      type: String,
      nullable: true,
      description: 'After an invitation whose email reaches nobody, as there is no mail server.',
    },
  },
  of: ({ invitationLink }: SavedRecord<UserView> & Partial<InvitedUser>) => ({ invitationLink }),
});

const NewUserInput = inputType('NewUserInput', newUserFields, { requiresFields: true });
const UserInput = inputType('UserInput', userFields, { description: 'Absent leaves as it is.' });

const VERSION = { ...VERSION_SEEN, description: 'Of the user as it was seen.' } as const;

export const userResolvers = rootFields({
  users: query(
    [User],
    {
      description: 'All users, by username.',
      complexity: ({ childComplexity }) => 2 * LOOKUP_COST + 50 * childComplexity,
    },
    (_, { identity }) => identity.users.list(),
  ),

  inviteUser: saved(
    {
      description: 'Mails a link by which they choose a password; it lasts seven days.',
      args: { input: NewUserInput },
    },
    ({ input }, { identity }, command) =>
      identity.users.invite(validated(NewUser, { ...input }), command),
  ),

  inviteUserAgain: mutation(
    savedType(NAMES, User),
    { description: 'Mails a new link; the one before counts no more.', args: { id: Int } },
    async ({ id }, context) => {
      const result = await context.identity.users.inviteAgain(id);
      const { invitationLink } = result;
      return { ...(await savedAs('user', context, result)), invitationLink };
    },
  ),

  updateUser: saved(
    {
      description:
        'Another role ends their sessions; of another email address the old one is told. The last active administrator stays one.',
      args: { id: Int, input: UserInput, expectedVersion: Int },
    },
    ({ id, input }, { identity }, command) =>
      identity.users.update(id, validated(UserPatch, omitUndefined(input)), command),
  ),

  disableUser: saved(
    {
      description:
        'They cannot sign in any more, and their sessions end. Not for oneself, nor for the last active administrator.',
      args: { id: Int, expectedVersion: VERSION },
    },
    ({ id }, { identity }, command) => identity.users.disable(id, command),
  ),

  enableUser: saved(
    { args: { id: Int, expectedVersion: VERSION } },
    ({ id }, { identity }, command) => identity.users.enable(id, command),
  ),

  resetUserTwoFactor: saved(
    {
      description:
        'Takes away authenticator, recovery codes and passkeys, for who lost them; the password stays. Not for oneself.',
      args: { id: Int },
    },
    ({ id }, { identity }, command) => identity.users.resetTwoFactor(id, command),
  ),

  endUserSessions: saved(
    { description: 'Signs them out everywhere.', args: { id: Int } },
    ({ id }, { identity }, command) => identity.users.endSessions(id, command),
  ),
});
