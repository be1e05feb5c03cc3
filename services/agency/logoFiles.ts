import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AGENCY_STREAM, type Logo } from '@insuremanager/contracts/agency/agencyEvents';
import { fileRefusal } from '../platform/files/fileRefusals.js';
import type { Platform } from '../platform/platform.js';
import type { LogoContent } from './agency.js';
import { logoImage } from './logoImage.js';

/** Logos in the file store. Each stays there: PDFs and histories may still be about it. */
export function logoFiles({ files, logger }: Pick<Platform, 'files' | 'logger'>) {
  /** The one that was read last: everybody asks for the same. */
  let last: LogoContent | null = null;

  return {
    /** @throws invalid on `logo` when it is no picture that can be shown and printed; storage-full */
    async store(bytes: Buffer): Promise<Logo> {
      const { mimeType, width, height } = logoImage(bytes);
      const fileKey = `agency/${randomUUID()}`;
      const contentKey = await files.contentKeyOf(AGENCY_STREAM, fileKey);
      const { size, sha256 } = await files.keep(fileKey, contentKey, Readable.from([bytes]));
      return { fileKey, mimeType, size, sha256, width, height };
    },

    async discard({ fileKey }: Logo): Promise<void> {
      try {
        await files.remove(fileKey);
      } catch (error) {
        logger.warn({ fileKey }, 'A logo that nobody needs could not be removed', error);
      }
    },

    /** @throws unavailable `file-missing`, `file-damaged` */
    async read({ fileKey, mimeType, width, height, sha256 }: Logo): Promise<LogoContent> {
      if (last?.sha256 === sha256) return last;
      try {
        const contentKey = await files.contentKeyOf(AGENCY_STREAM, fileKey);
        const bytes = await buffer(await files.open(fileKey, contentKey));
        last = { mimeType, bytes, width, height, sha256 };
        return last;
      } catch (error) {
        throw fileRefusal(error, 'The logo');
      }
    },
  };
}
