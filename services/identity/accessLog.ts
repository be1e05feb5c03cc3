import { randomUUID } from 'node:crypto';
import {
  type UserAccessEvent,
  userAccessStream,
} from '@insuremanager/contracts/identity/userEvents';
import type { Actor } from '../platform/codec/recordedEvent.js';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import type { Logger } from '../platform/logger.js';

interface Parts {
  readonly commands: Pick<CommandRunner, 'record'>;
  readonly logger: Logger;
}

/**
 * How users came in and what became of their means of it, for auditors. Nobody decides on these
 * streams, so nothing is checked.
 */
export interface AccessLog {
  /** Written before what it says is of use: nobody comes in unrecorded. */
  record(event: UserAccessEvent, actor: Actor, correlationId: string): Promise<void>;
  /**
   * Written behind the answer's back: where its time would reveal which usernames exist, or where
   * something must work even while the log is away.
   */
  recordBehind(event: UserAccessEvent, actor: Actor, correlationId: string): void;
  /** Resolves when all entries are written. */
  settled(): Promise<void>;
}

export function createAccessLog({ commands, logger }: Parts): AccessLog {
  const open = new Set<Promise<void>>();

  const write = async (
    event: UserAccessEvent,
    { userId, username, role }: Actor,
    correlationId: string,
  ): Promise<void> => {
    const context = { commandId: randomUUID(), actor: { userId, username, role }, correlationId };
    await commands.record(userAccessStream(event.data.userId), [event], context);
  };

  return {
    record: write,
    recordBehind(event, actor, correlationId) {
      const { type, data } = event;
      const entry = write(event, actor, correlationId)
        .catch((error: unknown) => {
          const facts = { correlationId, type, userId: data.userId };
          logger.error(facts, 'An entry of the access log was lost', error);
        })
        .finally(() => open.delete(entry));
      open.add(entry);
    },
    async settled() {
      await Promise.all(open);
    },
  };
}
