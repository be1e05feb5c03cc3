import type { SignedInUser } from '@insuremanager/services/identity/index';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';

/**
 * The command id behind a client's key: the same for the same user and key, and never the same for
 * two users, whatever keys they choose.
 */
export const commandIdOf = (userId: number, key: string): string =>
  namedUuid('command', userId, key);

interface Request {
  user: SignedInUser;
  correlationId: string;
  /** What the client calls this command, so that a retry is known for one. */
  key: string;
  /** The version that the user saw, when the change must rest on it. */
  expectedVersion?: number;
}

export const commandContext = ({
  user: { userId, username, role },
  correlationId,
  key,
  expectedVersion,
}: Request): CommandContext => ({
  commandId: commandIdOf(userId, key),
  actor: { userId, username, role },
  correlationId,
  ...(expectedVersion === undefined ? {} : { expectedVersion }),
});
