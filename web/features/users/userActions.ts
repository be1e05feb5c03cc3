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
  toSend: (
    id: number,
    commandId: string,
  ) => Operation<{ saved: { user: object; invitationLink?: string | null } }>;
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
      description: `A new link is on its way to ${email}. The previous link no longer works.`,
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
      text: 'Unsaved work in their windows can be saved after they sign in again.',
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
      text: 'Their authenticator, recovery codes and passkeys will stop working, and they will sign in with the password only. Make sure the request really comes from them.',
    },
    isPossible: ({ isTwoFactorEnabled, passkeys }) => isTwoFactorEnabled || passkeys > 0,
    toSend: (id, commandId) => operation(ResetUserTwoFactorDocument, { id, commandId }),
    done: ({ username }) => ({
      title: '2FA Reset',
      description: `${username} now signs in with the password only.`,
    }),
    failed: 'Failed to reset 2FA.',
  },
  disable: {
    label: 'Disable',
    question: {
      title: ({ username }) => `Disable ${username}?`,
      text: 'They are signed out immediately and can no longer sign in. Their work and customers are kept.',
    },
    isPossible: ({ status }) => status !== 'disabled',
    toSend: (id, commandId) => operation(DisableUserDocument, { id, commandId }),
    done: ({ username }) => ({
      title: 'User Disabled',
      description: `${username} can no longer sign in.`,
    }),
    failed: 'Failed to disable the user.',
  },
};

const ALL = Object.keys(USER_ACTIONS) as UserAction[];

/** What can be done about a user as they stand, what takes most away last. */
export const actionsFor = (user: User): UserAction[] =>
  ALL.filter((action) => USER_ACTIONS[action].isPossible(user));
