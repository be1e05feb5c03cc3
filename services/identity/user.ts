import type { EventOf } from '@insuremanager/contracts/events/eventDefinition';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import { UserRegistered } from '@insuremanager/contracts/identity/userEvents';
import type { Decider } from '../platform/commands/command.js';
import { conflict } from '../platform/errors.js';

/** A user, folded from its events. Passwords and sessions are no events: see credentials.ts. */
export type User =
  | { phase: 'unknown' }
  | {
      phase: 'registered';
      userId: number;
      username: string;
      role: string;
      /** Null once the person has been erased. */
      email: string | null;
    };

export interface RegisterUser {
  readonly type: 'RegisterUser';
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly role: Role;
}

export type UserStoryEvent = EventOf<typeof UserRegistered>;

export const userDecider: Decider<User, RegisterUser, UserStoryEvent> = {
  isSubject: true,
  initial: { phase: 'unknown' },

  evolve(_user, { data: { userId, username, role, personal } }) {
    return { phase: 'registered', userId, username, role, email: personal?.email ?? null };
  },

  decide({ userId, username, email, role }, user) {
    if (user.phase === 'registered') {
      throw conflict('user-exists', 'This user has already been registered.');
    }
    return [UserRegistered({ userId, username, role, personal: { email } })];
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
