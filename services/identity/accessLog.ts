import { randomUUID } from 'node:crypto';
import {
  type UserAccessEvent,
  UserSignedIn,
  UserSignedOut,
  UserSignInFailed,
  userAccessStream,
} from '@insuremanager/contracts/identity/userEvents';
import { type Actor, systemActor } from '../platform/codec/recordedEvent.js';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import type { Logger } from '../platform/logger.js';

interface Parts {
  readonly commands: Pick<CommandRunner, 'record'>;
  readonly logger: Logger;
}

/** Who came and went, for auditors. Nobody decides on these streams, so nothing is checked. */
export interface AccessLog {
  /** Written before the session is handed out: nobody comes in unrecorded. */
  signedIn(user: Actor, correlationId: string): Promise<void>;
  /** Written behind the answer's back, or its time would reveal which usernames exist. */
  signInFailed(userId: number, correlationId: string): void;
  /** Written behind the answer's back: signing out works even while the log is away. */
  signedOut(user: Actor, correlationId: string): void;
  /** Resolves when all entries are written. */
  settled(): Promise<void>;
}

export function createAccessLog({ commands, logger }: Parts): AccessLog {
  const open = new Set<Promise<void>>();

  const write = async (
    event: UserAccessEvent,
    actor: Actor,
    correlationId: string,
  ): Promise<void> => {
    const context = { commandId: randomUUID(), actor, correlationId };
    await commands.record(userAccessStream(event.data.userId), [event], context);
  };

  const writeBehind = (event: UserAccessEvent, actor: Actor, correlationId: string): void => {
    const { type, data } = event;
    const entry = write(event, actor, correlationId)
      .catch((error: unknown) => {
        const facts = { correlationId, type, userId: data.userId };
        logger.error(facts, 'An audit entry of a sign-in or sign-out was lost', error);
      })
      .finally(() => open.delete(entry));
    open.add(entry);
  };

  return {
    signedIn: (user, correlationId) =>
      write(
        UserSignedIn({ userId: user.userId, method: 'password', secondFactor: null }),
        user,
        correlationId,
      ),
    signInFailed: (userId, correlationId) =>
      writeBehind(UserSignInFailed({ userId, step: 'password' }), systemActor, correlationId),
    signedOut: (user, correlationId) =>
      writeBehind(UserSignedOut({ userId: user.userId }), user, correlationId),
    async settled() {
      await Promise.all(open);
    },
  };
}
