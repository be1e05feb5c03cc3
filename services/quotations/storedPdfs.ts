import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FileDamaged } from '../platform/files/contentCipher.js';
import { FileExists, FileMissing } from '../platform/files/fileStore.js';
import type { Files } from '../platform/files/files.js';
import type { WithLock } from '../platform/locks/localLocks.js';
import type { Logger } from '../platform/logger.js';

export interface PdfParts {
  readonly files: Pick<Files, 'keep' | 'open' | 'remove'>;
  readonly withLock: WithLock;
  readonly logger: Logger;
}

export interface WantedPdf {
  readonly fileKey: string;
  readonly contentKey: Buffer;
  /** Whether an email carried what is, or was, stored: that is never replaced, only restored. */
  readonly wasSent: boolean;
  print(): Promise<Buffer>;
}

/**
 * The PDF that is stored under a key; printed, and stored, when there is none that can be read. It is
 * read to its end to know that: it has some 30 kB. @throws unavailable
 */
export const storedPdf = ({ files, withLock, logger }: PdfParts, wanted: WantedPdf) =>
  withLock(`pdf-${wanted.fileKey}`, async (): Promise<Buffer> => {
    const { fileKey, contentKey, wasSent, print } = wanted;
    const stored = await readable(files, wanted);
    if (typeof stored !== 'string') return stored;
    const pdf = await print();
    if (stored === 'damaged') logger.warn({ fileKey, wasSent }, 'A stored PDF is damaged');
    if (wasSent) return pdf;
    if (stored === 'damaged') await files.remove(fileKey);
    try {
      await files.keep(fileKey, contentKey, Readable.from([pdf]));
    } catch (error) {
      // Another process was faster, for one of us has lost the lock; it stored the same bytes.
      if (!(error instanceof FileExists)) throw error;
    }
    return pdf;
  });

async function readable(
  files: Pick<Files, 'open'>,
  { fileKey, contentKey }: WantedPdf,
): Promise<Buffer | 'missing' | 'damaged'> {
  try {
    return await buffer(await files.open(fileKey, contentKey));
  } catch (error) {
    if (error instanceof FileMissing) return 'missing';
    if (error instanceof FileDamaged) return 'damaged';
    throw error;
  }
}
