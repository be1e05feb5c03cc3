import { Readable } from 'node:stream';
import type { ExportedList, ExportFormat } from '@insuremanager/contracts/exports/exportedLists';
import { type ExportInput, MOST_EXPORTED } from '@insuremanager/contracts/exports/exportViews';
import type { ExportSource, ExportUser } from '@insuremanager/services/exports/index';
import type { ReadModels } from '@insuremanager/services/platform/readModels/readModels';
import { requireAccess } from '../access/access.js';
import { capabilitiesFor } from '../books.js';
import type { AllCapabilities } from '../gatewayDeps.js';
import { csvFile } from './csv.js';
import type { Column } from './exportColumns.js';
import { LISTS_AS_FILES, pagesOf } from './exportPages.js';
import { wantedByText } from './exportRequest.js';
import { xlsxFile } from './xlsx.js';

/** The rows of a list as a file, made as fast as it is taken. */
export const fileOf = (
  { list, format }: { readonly list: ExportedList; readonly format: ExportFormat },
  columns: readonly Column[],
  pages: AsyncIterable<readonly object[]>,
): Readable =>
  format === 'csv'
    ? Readable.from(csvFile(columns, pages))
    : xlsxFile(columns, pages, { sheet: list });

interface SourceParts {
  readonly all: AllCapabilities;
  readonly ownBook: () => Promise<boolean>;
  readonly readModels: Pick<ReadModels, 'snapshot'>;
}

/**
 * Opens lists as files for exports in the background: what their user may see of them, as it all is
 * when they are opened.
 */
export function exportSources({ all, ownBook, readModels }: SourceParts) {
  const chosenFor = capabilitiesFor(all, ownBook);
  return async (input: ExportInput, user: ExportUser): Promise<ExportSource> => {
    const exported = LISTS_AS_FILES[input.list];
    requireAccess(user, ['export', exported.read]);
    const { asked, columns } = wantedByText(exported, input.query, user);
    const capabilities = await chosenFor(user);
    const snapshot = await readModels.snapshot();
    let rows = 0;
    const counted = async function* (pages: AsyncIterable<readonly object[]>) {
      for await (const page of pages) {
        yield page;
        rows += page.length;
      }
    };
    try {
      const { count: total } = await snapshot.read(() =>
        exported.sourceIn(capabilities).count(asked.filter, MOST_EXPORTED + 1),
      );
      const { read: reading } = snapshot;
      const pages = pagesOf(exported, capabilities, { asked, role: user.role, reading });
      const file = fileOf(input, columns, counted(pages));
      return {
        total,
        rows: () => rows,
        content: bytesOf(file),
        async close() {
          file.destroy();
          await snapshot.end();
        },
      };
    } catch (error) {
      await snapshot.end();
      throw error;
    }
  };
}

async function* bytesOf(file: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of file) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}
