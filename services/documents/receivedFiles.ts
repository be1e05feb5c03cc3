import { randomUUID } from 'node:crypto';
import {
  FILE_KIND_EXTENSIONS,
  FILE_KIND_MIME_TYPES,
} from '@insuremanager/contracts/documents/documentKinds';
import { safeFileName } from '@insuremanager/contracts/rules/fileName';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Clock } from '../platform/clock.js';
import type { Files } from '../platform/files/files.js';
import type { Logger } from '../platform/logger.js';
import { inspected } from './content/inspected.js';
import type { Documents } from './documents.js';

/** Below it are the files of documents. */
export const DOCUMENT_FILES = 'documents/';

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
}: Parts): Pick<Documents, 'receive' | 'discard'> => ({
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
      sha256,
    };
  },

  async discard({ fileKey }) {
    try {
      await files.remove(fileKey);
    } catch (error) {
      logger.warn({ fileKey }, 'A file that nobody needs could not be removed', error);
    }
  },
});
