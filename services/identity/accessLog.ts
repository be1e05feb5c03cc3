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
 * The audit trail of sign-ins, credentials and second factors. No decision reads these streams, so
 * events are appended unconditionally.
 */
export interface AccessLog {
  /** Resolves once written: to be awaited before the change takes effect. */
  record(event: UserAccessEvent, actor: Actor, correlationId: string): Promise<void>;
  /**
   * Written in the background: where waiting would reveal which usernames exist, or where the
   * request must succeed even while the log is unavailable.
   */
  recordInBackground(event: UserAccessEvent, actor: Actor, correlationId: string): void;
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
    recordInBackground(event, actor, correlationId) {
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
