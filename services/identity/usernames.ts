import { userStream } from '@insuremanager/contracts/identity/userEvents';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import { userDecider } from './user.js';

/** The usernames of users by id, as their streams say; also of those who were disabled. */
export const usernamesOf =
  ({ commands }: { commands: Pick<CommandRunner, 'load'> }) =>
  async (userIds: readonly number[]): Promise<ReadonlyMap<number, string>> => {
    const users = await Promise.all(
      [...new Set(userIds)].map(async (id) => {
        const { state } = await commands.load(userDecider, userStream(id));
        return [id, state.phase === 'unknown' ? null : state.username] as const;
      }),
    );
    return new Map(users.flatMap(([id, name]) => (name === null ? [] : [[id, name] as const])));
  };
