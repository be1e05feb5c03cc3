import {
  ImportEnded,
  ImportUndone,
  userAccessStream,
} from '@insuremanager/contracts/identity/userEvents';
import { namedUuid } from '../platform/namedUuid.js';
import type { ImportParts } from './importParts.js';
import type { ImportTableRow } from './importTables.js';
import { countsOf } from './importViewOf.js';

/** That an import has ended, or was undone, for the audit log: how much, and nothing of what. */
export async function recordEnd(
  { pool, commands }: Pick<ImportParts, 'pool' | 'commands'>,
  row: ImportTableRow,
  state: 'done' | 'undone',
): Promise<void> {
  const { id, user_id: userId, username, role, correlation_id: correlationId } = row;
  const { created, changed, rejected, undone, kept } = await countsOf(pool, row);
  const context = {
    commandId: namedUuid(`import-${state}`, id),
    actor: { userId, username, role },
    ...{ correlationId, batchId: row.batch_id },
  };
  const ended =
    state === 'done'
      ? ImportEnded({ userId, importId: id, created, changed, rejected })
      : ImportUndone({ userId, importId: id, undone, kept });
  await commands.record(userAccessStream(userId), [ended], context);
}
