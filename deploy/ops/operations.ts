import { randomUUID } from 'node:crypto';
import type { Actor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';

/** Whoever runs the installation: events say that it was nobody who signed in. */
const operations: Actor = { userId: 0, username: 'operations', role: 'system' };

export const byOperations = (commandId: string = randomUUID()): CommandContext => ({
  commandId,
  actor: operations,
  correlationId: commandId,
});
