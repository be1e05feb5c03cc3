import type { Customers } from '@insuremanager/services/customers/index';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import type { LogPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import { commandContext } from '../commandContexts.js';
import { isStillUnseen, type ReadModelGate } from '../readYourWrites.js';

/** What the resolvers of one operation share. */
export interface GraphqlContext {
  readonly customers: Customers;
  readonly readModels: ReadModelGate;
  readonly user: SignedInUser;
  readonly correlationId: string;
  /** Set when a change of this operation is not yet seen in lists; told in `extensions.stale`. */
  stale: boolean;
}

export const contextOf = (
  { user, correlationId }: GraphqlContext,
  commandId: string,
  expectedVersion?: number,
): CommandContext => commandContext({ user, correlationId, key: commandId, expectedVersion });

/** Waits until lists show the change; true, and noted, when they do not in time. */
export async function noteStaleness(
  context: GraphqlContext,
  position: LogPosition | null,
): Promise<boolean> {
  const stale = await isStillUnseen(context.readModels, position);
  context.stale ||= stale;
  return stale;
}
