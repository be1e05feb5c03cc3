import type { Role } from '@insuremanager/contracts/identity/permissions';
import { userStream } from '@insuremanager/contracts/identity/userEvents';
import { SHORTEST_PASSWORD } from '@insuremanager/contracts/identity/userInputs';
import { isUsername, normalizeUsername } from '@insuremanager/contracts/identity/username';
import { isEmail } from '@insuremanager/contracts/rules/email';
import type { CommandContext } from '../platform/commands/command.js';
import { invalid, type RefusedField } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import type { Credentials } from './credentials.js';
import { hashOf } from './passwords.js';
import { userDecider } from './user.js';

export interface NewUser {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly role: Role;
}

interface Parts extends Pick<Platform, 'commands' | 'ids' | 'clock'> {
  readonly credentials: Credentials;
}

export interface UserCommands {
  /**
   * Registers a user, then makes the credential. Called again with the same commandId after a crash
   * between the two, it finds the event and makes the credential. `created` is false when there was
   * one already; its password stays.
   * @throws `invalid`; `username-taken` or `email-taken`
   */
  register(user: NewUser, context: CommandContext): Promise<{ created: boolean }>;
}

export const userCommands = ({ commands, ids, clock, credentials }: Parts): UserCommands => ({
  async register(typed, context) {
    const user = checked(typed);
    const { username, email, password, role } = user;
    const userId = await ids.allocateId('user', context.commandId);
    const { version } = await commands.run(userDecider, {
      stream: userStream(userId),
      command: { type: 'RegisterUser', userId, username, email, role },
      context,
      // Without the password: a repair after a crash may come with another one.
      request: { username, email, role },
    });
    const passwordHash = await hashOf(password);
    const status = 'active' as const;
    const credential = { userId, username, email, role, status, passwordHash, version };
    return { created: await credentials.add(credential, clock.now()) };
  },
});

/** The user in normal form. @throws Refusal `invalid`, naming every field at fault. */
function checked(typed: NewUser): NewUser {
  const user = {
    ...typed,
    username: normalizeUsername(typed.username),
    email: typed.email.trim(),
  };
  const faults: RefusedField[] = [];
  if (!isUsername(user.username)) {
    const message =
      'A username has 2 to 64 letters a-z, digits, dots, hyphens or underscores, and begins with a letter or digit.';
    faults.push({ field: 'username', code: 'not-a-username', message });
  }
  if (!isEmail(user.email)) {
    const message = 'Enter an email address like name@example.com';
    faults.push({ field: 'email', code: 'not-an-email', message });
  }
  if (user.password.length < SHORTEST_PASSWORD) {
    const message = `A password has at least ${SHORTEST_PASSWORD} characters.`;
    faults.push({ field: 'password', code: 'too-short', message });
  }
  if (faults.length > 0) throw invalid(faults);
  return user;
}
