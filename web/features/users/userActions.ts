import { type Operation, operation } from '../../data/operation';
import {
  DisableUserDocument,
  EnableUserDocument,
  EndUserSessionsDocument,
  InviteUserAgainDocument,
  ResetUserTwoFactorDocument,
} from '../../data/operations.generated';
import type { User } from './user';

/** What an administrator does about a user, beside changing email and role. */
export type UserAction = 'inviteAgain' | 'enable' | 'endSessions' | 'resetTwoFactor' | 'disable';

interface ActionDesign {
  label: string;
  /** Asked first, where it cannot be taken back; with what comes of it. */
  question?: { title: (user: User) => string; text: string };
  isPossible: (user: User) => boolean;
  toSend: (id: number, commandId: string) => Operation<unknown>;
  done: (user: User) => { title: string; description: string };
  failed: string;
}

export const USER_ACTIONS: Readonly<Record<UserAction, ActionDesign>> = {
  inviteAgain: {
    label: 'Send Invitation Again',
    isPossible: ({ status }) => status === 'invited',
    // Sent twice, the second link counts.
    toSend: (id) => operation(InviteUserAgainDocument, { id }),
    done: ({ email }) => ({
      title: 'Invitation Sent',
      description: `A new link is on its way to ${email}. The one before counts no more.`,
    }),
    failed: 'Failed to send the invitation.',
  },
  enable: {
    label: 'Enable',
    isPossible: ({ status }) => status === 'disabled',
    toSend: (id, commandId) => operation(EnableUserDocument, { id, commandId }),
    done: ({ username }) => ({
      title: 'User Enabled',
      description: `${username} can sign in again.`,
    }),
    failed: 'Failed to enable the user.',
  },
  endSessions: {
    label: 'Sign Out Everywhere',
    question: {
      title: ({ username }) => `Sign ${username} out everywhere?`,
      text: 'What is unsaved in their windows can be saved once they have signed in again.',
    },
    isPossible: ({ openSessions }) => openSessions > 0,
    toSend: (id, commandId) => operation(EndUserSessionsDocument, { id, commandId }),
    done: ({ username }) => ({
      title: 'Signed Out',
      description: `${username} has been signed out everywhere.`,
    }),
    failed: 'Failed to sign the user out.',
  },
  resetTwoFactor: {
    label: 'Reset 2FA',
    question: {
      title: ({ username }) => `Reset the 2FA of ${username}?`,
      text: 'Their authenticator, recovery codes and passkeys count no more: the password alone signs them in. Make sure that it is them who ask.',
    },
    isPossible: ({ isTwoFactorEnabled, passkeys }) => isTwoFactorEnabled || passkeys > 0,
    toSend: (id, commandId) => operation(ResetUserTwoFactorDocument, { id, commandId }),
    done: ({ username }) => ({
      title: '2FA Reset',
      description: `${username} signs in by password alone now.`,
    }),
    failed: 'Failed to reset 2FA.',
  },
  disable: {
    label: 'Disable',
    question: {
      title: ({ username }) => `Disable ${username}?`,
      text: 'They are signed out at once and cannot sign in any more. What they did and own stays.',
    },
    isPossible: ({ status }) => status !== 'disabled',
    toSend: (id, commandId) => operation(DisableUserDocument, { id, commandId }),
    done: ({ username }) => ({
      title: 'User Disabled',
      description: `${username} cannot sign in any more.`,
    }),
    failed: 'Failed to disable the user.',
  },
};

const ALL = Object.keys(USER_ACTIONS) as UserAction[];

/** What can be done about a user as they stand, what takes most away last. */
export const actionsFor = (user: User): UserAction[] =>
  ALL.filter((action) => USER_ACTIONS[action].isPossible(user));
