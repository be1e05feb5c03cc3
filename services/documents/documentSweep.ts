import { type SweepParts, sweepFiles } from '../platform/files/sweep.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import { storedDocumentsTable } from './documentTables.js';
import { DOCUMENT_FILES } from './receivedFiles.js';

type Parts = SweepParts & { readonly readModels: Pick<ReadModels, 'from' | 'waitFor'> };

/** Removes stored files that no event refers to: uploads that were broken off. */
export function sweepDocuments(parts: Parts, signal?: AbortSignal): Promise<number> {
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
