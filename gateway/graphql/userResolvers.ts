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
import { Arg, type ClassType, Ctx, Field, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { validated } from '../validated.js';
import { inputType, objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';
import { type Saved, savedAs, savedType } from './recordResolvers.js';

enumType('Role', ROLES);
enumType('UserStatus', USER_STATUSES);

const User = objectType('User', UserView, { description: 'As administrators see a user.' });
const SavedUser = savedType({ typename: 'User', one: 'user' }, User);
Field(() => String, {
  nullable: true,
  description: 'After an invitation whose email reaches nobody, as there is no mail server.',
})(SavedUser.prototype, 'invitationLink');

const NewUserInput = inputType('NewUserInput', newUserFields, { requiresFields: true });
const UserInput = inputType('UserInput', userFields, { description: 'Absent leaves as it is.' });

const CHANGE = { complexity: CHANGE_COST };
const VERSION = { nullable: true, description: 'Of the user as it was seen.' } as const;

@Resolver()
class UserResolver {
  @Query(() => [User], {
    description: 'All users, by username.',
    complexity: ({ childComplexity }) => 2 * LOOKUP_COST + 50 * childComplexity,
  })
  users(@Ctx() { identity }: GraphqlContext): Promise<readonly UserView[]> {
    return identity.users.list();
  }

  @Mutation(() => SavedUser, {
    ...CHANGE,
    description: 'Mails a link by which they choose a password; it lasts seven days.',
  })
  async inviteUser(
    @Arg('input', () => NewUserInput) input: object,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<InvitedUserView> {
    const newUser = validated(NewUser, { ...input });
    const command = commandOf(context, commandId);
    return invited(context, await context.identity.users.invite(newUser, command));
  }

  @Mutation(() => SavedUser, {
    ...CHANGE,
    description: 'Mails a new link; the one before counts no more.',
  })
  async inviteUserAgain(
    @Arg('id', () => Int) id: number,
    @Ctx() context: GraphqlContext,
  ): Promise<InvitedUserView> {
    return invited(context, await context.identity.users.inviteAgain(id));
  }

  @Mutation(() => SavedUser, {
    ...CHANGE,
    description:
      'Another role ends their sessions; of another email address the old one is told. The last active administrator stays one.',
  })
  async updateUser(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => UserInput) input: object,
    @Arg('expectedVersion', () => Int) expectedVersion: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedUserView> {
    const command = commandOf(context, commandId, expectedVersion);
    const patch = validated(UserPatch, omitUndefined(input));
    return saved(context, await context.identity.users.update(id, patch, command));
  }

  @Mutation(() => SavedUser, {
    ...CHANGE,
    description:
      'They cannot sign in any more, and their sessions end. Not for oneself, nor for the last active administrator.',
  })
  async disableUser(
    @Arg('id', () => Int) id: number,
    @Arg('expectedVersion', () => Int, VERSION) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedUserView> {
    const command = commandOf(context, commandId, expectedVersion);
    return saved(context, await context.identity.users.disable(id, command));
  }

  @Mutation(() => SavedUser, CHANGE)
  async enableUser(
    @Arg('id', () => Int) id: number,
    @Arg('expectedVersion', () => Int, VERSION) expectedVersion: number | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedUserView> {
    const command = commandOf(context, commandId, expectedVersion);
    return saved(context, await context.identity.users.enable(id, command));
  }

  @Mutation(() => SavedUser, {
    ...CHANGE,
    description:
      'Takes away authenticator, recovery codes and passkeys, for who lost them; the password stays. Not for oneself.',
  })
  async resetUserTwoFactor(
    @Arg('id', () => Int) id: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedUserView> {
    const command = commandOf(context, commandId);
    return saved(context, await context.identity.users.resetTwoFactor(id, command));
  }

  @Mutation(() => SavedUser, { ...CHANGE, description: 'Signs them out everywhere.' })
  async endUserSessions(
    @Arg('id', () => Int) id: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedUserView> {
    const command = commandOf(context, commandId);
    return saved(context, await context.identity.users.endSessions(id, command));
  }
}

type SavedUserView = Saved<'user', UserView>;

const saved = (context: GraphqlContext, result: SavedRecord<UserView>): Promise<SavedUserView> =>
  savedAs('user', context, result);

type InvitedUserView = SavedUserView & Pick<InvitedUser, 'invitationLink'>;

const invited = async (context: GraphqlContext, result: InvitedUser): Promise<InvitedUserView> => ({
  ...(await saved(context, result)),
  invitationLink: result.invitationLink,
});

export const userResolvers: ClassType[] = [UserResolver];
