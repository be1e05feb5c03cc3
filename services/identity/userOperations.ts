import { normalizeUsername } from '@insuremanager/contracts/identity/username';
import { conflict, notFound } from '../platform/errors.js';
import type { Credentials } from './credentials.js';
import type { UserOperations, Users } from './identity.js';
import type { NewPasswords } from './newPassword.js';
import type { Passwords } from './passwords.js';
import type { UserCommands } from './userCommands.js';

interface Parts {
  readonly credentials: Credentials;
  readonly commands: UserCommands;
  readonly users: Pick<Users, 'find'>;
  readonly passwords: Passwords;
  readonly newPasswords: NewPasswords;
}

export const userOperations = (parts: Parts): UserOperations => {
  const { credentials, commands, users, passwords, newPasswords } = parts;
  return {
    async add(user, context) {
      const { created } = await commands.register(user, context);
      // Carried out before: the password that is given now is not theirs.
      if (!created) throw conflict('username-taken', 'This username is taken.');
      const credential = await credentials.find(normalizeUsername(user.username));
      if (!credential) throw notFound('user', user.username);
      return users.find(credential.userId);
    },

    async setPassword(userId, password, context) {
      const user = await credentials.findById(userId);
      if (!user) throw notFound('user', userId);
      const { actor, correlationId } = context;
      const passwordHash = await passwords.hash(password);
      await newPasswords.set({ user, passwordHash, how: 'operations', actor, correlationId });
      if (user.status === 'invited') await commands.acceptInvitation(userId, context);
      return users.find(userId);
    },
  };
};
