import { createHash, randomUUID } from 'node:crypto';
import {
  FILE_KIND_EXTENSIONS,
  FILE_KIND_MIME_TYPES,
} from '@insuremanager/contracts/documents/documentKinds';
import { safeFileName } from '@insuremanager/contracts/rules/fileName';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Clock } from '../platform/clock.js';
import type { Files } from '../platform/files/files.js';
import { type SweepParts, sweepFiles } from '../platform/files/sweep.js';
import type { Logger } from '../platform/logger.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import { inspected } from './content/inspected.js';
import type { Documents } from './documents.js';
import { storedDocumentsTable } from './documentTables.js';

/** Below it are the files of documents. */
const DOCUMENT_FILES = 'documents/';

interface Parts {
  files: Files;
  clock: Clock;
  logger: Logger;
}

/** Files on their way into the store, before any event refers to them. */
export const receivedFiles = ({
  files,
  clock,
  logger,
}: Parts): Pick<Documents, 'receive' | 'inspect' | 'discard'> => ({
  async receive(fileName, content) {
    const month = kolkataDay(clock.now()).slice(0, 'yyyy-mm'.length);
    const fileKey = `${DOCUMENT_FILES}${month}/${randomUUID()}`;
    const contentKey = files.newContentKey();
    const file = inspected(content);
    const { size, sha256 } = await files.keep(fileKey, contentKey, file.content);
    const kind = file.kind();
    return {
      fileKey,
      contentKey,
      fileName: safeFileName(fileName, FILE_KIND_EXTENSIONS[kind]),
      fileSize: size,
      mimeType: FILE_KIND_MIME_TYPES[kind],
      activeContent: file.activeContent(),
      sha256,
    };
  },

  async inspect(fileName, content) {
    const file = inspected(content);
    const hash = createHash('sha256');
    let fileSize = 0;
    for await (const bytes of file.content) {
      hash.update(bytes);
      fileSize += bytes.length;
    }
    const name = safeFileName(fileName, FILE_KIND_EXTENSIONS[file.kind()]);
    return { fileName: name, fileSize, sha256: hash.digest('hex') };
  },

  async discard({ fileKey }) {
    try {
      await files.remove(fileKey);
    } catch (error) {
      logger.warn({ fileKey }, 'A file that nobody needs could not be removed', error);
    }
  },
});

type CleanupParts = SweepParts & { readonly readModels: Pick<ReadModels, 'from' | 'waitFor'> };

/** Removes stored files that no event refers to: uploads that were broken off. */
export function sweepDocuments(parts: CleanupParts, signal?: AbortSignal): Promise<number> {
  const stored = () => parts.readModels.from(storedDocumentsTable.name).select('file_key');
  const documents = {
    prefix: DOCUMENT_FILES,

    async referredTo(fileKeys: readonly string[]) {
      const rows: { file_key: string }[] = await stored().whereIn('file_key', fileKeys);
      return new Set(rows.map(({ file_key }) => file_key));
    },

    async newest() {
      const row = await stored().orderBy('document_id', 'desc').first();
      return row?.file_key ?? null;
    },
  };
  return sweepFiles(parts, documents, signal);
}
