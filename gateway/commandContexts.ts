import type { IncomingMessage } from 'node:http';
import { BATCH_HEADER, BatchId } from '@insuremanager/contracts/bulk';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import { HttpRefusal } from './problems.js';

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
  expectedVersion?: number | undefined;
  /** The bulk change that it is part of. */
  batchId?: string | undefined;
}

export const commandContext = ({
  user: { userId, username, role },
  correlationId,
  key,
  expectedVersion,
  batchId,
}: Request): CommandContext => ({
  commandId: commandIdOf(userId, key),
  actor: { userId, username, role },
  correlationId,
  ...(expectedVersion === undefined ? {} : { expectedVersion }),
  ...(batchId && { batchId }),
});

/**
 * The bulk change that a request says it is part of. It ends in event metadata, which must hold
 * nothing personal: so it is a UUID or it is refused.
 * @throws HttpRefusal 400 `invalid-batch-id`
 */
export function batchIdOf(request: IncomingMessage): string | undefined {
  const header = request.headers[BATCH_HEADER.toLowerCase()];
  if (header === undefined) return undefined;
  const batchId = BatchId.safeParse(header);
  if (batchId.success) return batchId.data.toLowerCase();
  throw new HttpRefusal(400, 'invalid-batch-id', `${BATCH_HEADER} must be a UUID.`);
}
