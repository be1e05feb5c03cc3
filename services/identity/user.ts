import type { Role } from '@insuremanager/contracts/identity/permissions';
import {
  UserDisabled,
  UserEmailChanged,
  UserEnabled,
  type UserEvent,
  UserInvitationAccepted,
  UserInvited,
  UserRegistered,
  UserRoleChanged,
} from '@insuremanager/contracts/identity/userEvents';
import type { UserStatus } from '@insuremanager/contracts/identity/userViews';
import type { Decider } from '../platform/commands/command.js';
import { conflict, notFound } from '../platform/errors.js';

/** A user, folded from its events. Passwords and sessions are no events: see credentials.ts. */
export type User = { readonly phase: 'unknown' } | ExistingUser;

export interface ExistingUser {
  readonly phase: 'existing';
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
  /** Null once the person has been erased. */
  readonly email: string | null;
  /** False while only invited. */
  readonly hasPassword: boolean;
  readonly isDisabled: boolean;
  readonly createdAt: Date;
}

interface NewcomerParts {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly role: Role;
}

export type UserCommand =
  | ({ readonly type: 'RegisterUser' } & NewcomerParts)
  | ({ readonly type: 'InviteUser' } & NewcomerParts)
  | { readonly type: 'AcceptInvitation'; readonly userId: number }
  /** Absent fields stay unchanged. */
  | {
      readonly type: 'ChangeUser';
      readonly userId: number;
      readonly email?: string;
      readonly role?: Role;
    }
  /** `actorId`: who sent it; 0 is the system. */
  | { readonly type: 'DisableUser'; readonly userId: number; readonly actorId: number }
  | { readonly type: 'EnableUser'; readonly userId: number };

export const userDecider: Decider<User, UserCommand, UserEvent> = {
  isSubject: true,
  initial: { phase: 'unknown' },

  evolve(user, { type, data, at }) {
    if (type === 'UserRegistered' || type === 'UserInvited') {
      const { userId, username, role, personal } = data;
      return {
        phase: 'existing',
        userId,
        username,
        role,
        email: personal?.email ?? null,
        hasPassword: type === 'UserRegistered',
        isDisabled: false,
        createdAt: at,
      };
    }
    if (user.phase === 'unknown') return user;
    switch (type) {
      case 'UserInvitationAccepted':
        return { ...user, hasPassword: true };
      case 'UserEmailChanged':
        return { ...user, email: data.personal?.email ?? null };
      case 'UserRoleChanged':
        return { ...user, role: data.role };
      case 'UserDisabled':
        return { ...user, isDisabled: true };
      case 'UserEnabled':
        return { ...user, isDisabled: false };
      default:
        return type satisfies never;
    }
  },

  decide(command, user) {
    if (command.type === 'RegisterUser' || command.type === 'InviteUser') {
      if (user.phase === 'existing') throw userExists();
      const { userId, username, email, role } = command;
      const event = command.type === 'RegisterUser' ? UserRegistered : UserInvited;
      return [event({ userId, username, role, personal: { email } })];
    }
    if (user.phase === 'unknown') throw notFound('user', command.userId);
    switch (command.type) {
      case 'AcceptInvitation':
        return accept(user);
      case 'ChangeUser':
        return change(user, command);
      case 'DisableUser':
        return disable(user, command.actorId);
      case 'EnableUser':
        return user.isDisabled ? [UserEnabled({ userId: user.userId })] : [];
      default:
        return command satisfies never;
    }
  },

  uniqueValues(user) {
    if (user.phase === 'unknown') return [];
    const { username, email } = user;
    return [
      { kind: 'username', value: username, message: 'This username is taken.' },
      {
        kind: 'email',
        value: email?.toLowerCase() ?? null,
        message: 'Another user has this email address.',
      },
    ];
  },
};

/** Whether a user may sign in. */
export const userStatus = ({ isDisabled, hasPassword }: ExistingUser): UserStatus => {
  if (isDisabled) return 'disabled';
  return hasPassword ? 'active' : 'invited';
};

export const isActiveAdmin = (user: User): boolean =>
  user.phase === 'existing' && user.role === 'admin' && userStatus(user) === 'active';

/** Idempotent. @throws conflict `not-invited` when they were disabled meanwhile */
function accept(user: ExistingUser): UserEvent[] {
  if (user.isDisabled) throw notInvited();
  return user.hasPassword ? [] : [UserInvitationAccepted({ userId: user.userId })];
}

function change(
  user: ExistingUser,
  { email, role }: { readonly email?: string; readonly role?: Role },
): UserEvent[] {
  const { userId } = user;
  const events: UserEvent[] = [];
  if (email !== undefined && email !== user.email) {
    events.push(UserEmailChanged({ userId, personal: { email } }));
  }
  if (role !== undefined && role !== user.role) events.push(UserRoleChanged({ userId, role }));
  return events;
}

function disable(user: ExistingUser, actorId: number): UserEvent[] {
  const { userId } = user;
  if (userId === actorId) {
    throw conflict(
      'own-account',
      'You cannot disable your own account. Ask another administrator.',
    );
  }
  return user.isDisabled ? [] : [UserDisabled({ userId })];
}

const userExists = () => conflict('user-exists', 'This user has already been registered.');

export const notInvited = () => conflict('not-invited', 'This invitation is no longer valid.');
