import { documentStream } from '@insuremanager/contracts/documents/documentEvents';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { sameFileWarning } from '@insuremanager/contracts/documents/documentWarnings';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import type { Logger } from '../platform/logger.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { documentDecider } from './document.js';
import type { Documents } from './documents.js';
import { documentsTable } from './documentTables.js';
import { documentView } from './documentView.js';

interface Parts {
  commands: Pick<CommandRunner, 'load'>;
  tables: Pick<ReadTables, 'from'>;
  logger: Logger;
}

/** So many of a customer's files of one size are looked at. */
const MOST = 50;

/**
 * Whether a document's customer had the same file before. What a file holds is sealed in the events:
 * the lists tell the files of the same size, their streams the digests.
 */
export const sameFileWarnings = ({
  commands,
  tables,
  logger,
}: Parts): Pick<Documents, 'warningsOf'> => ({
  async warningsOf(document, { sha256 }) {
    try {
      for (const id of await earlierOfSameSize(tables, document)) {
        const { state, version } = await commands.load(documentDecider, documentStream(id));
        if (state.phase !== 'kept' || version === null) continue;
        const { record } = state;
        if (record.secrets?.sha256 === sha256)
          return [sameFileWarning(documentView(record, version))];
      }
    } catch (error) {
      logger.warn({ documentId: document.id }, 'The same file was not looked for', error);
    }
    return [];
  },
});

/** Of the same customer, and uploaded before it; the oldest first. */
async function earlierOfSameSize(
  { from }: Pick<ReadTables, 'from'>,
  { id, customerId, fileSize, uploadedAt }: DocumentView,
): Promise<number[]> {
  const rows: { id: number }[] = await from(documentsTable.name)
    .select('id')
    .where({ customer_id: customerId, file_size: fileSize })
    .whereRaw('(uploaded_at, id) < (?::timestamptz, ?::integer)', [uploadedAt, id])
    .orderBy(['uploaded_at', 'id'])
    .limit(MOST);
  return rows.map((row) => row.id);
}
