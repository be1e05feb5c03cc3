import { Readable } from 'node:stream';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportPath,
} from '@insuremanager/contracts/exports/exportedLists';
import type { Criteria } from '@insuremanager/contracts/fields/list';
import type { Exports } from '@insuremanager/services/exports/index';
import type { RequestHandler, Router } from 'express';
import { contentDisposition } from '../rest/contentDisposition.js';
import { restCommandContext } from '../rest/restCommands.js';
import { sendContent } from '../rest/sentContent.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { csvFile } from './csv.js';
import { type Exported, type ExportSources, eachExportedList, pagesOf } from './exportPages.js';
import { wantedByBody, wantedByQuery } from './exportRequest.js';
import { XLSX_TYPE, xlsxFile } from './xlsx.js';

interface Parts extends ExportSources {
  readonly exports: Exports;
}

/** Lists as files: the whole list that a filter leaves, in its order, or chosen records of it. */
export function exportRoutes(router: Router, parts: Parts): void {
  eachExportedList(parts, (exported) => {
    for (const format of EXPORT_FORMATS) {
      const fileBy = (wantedBy: typeof wantedByQuery, part: 'query' | 'body') =>
        fileOf(exported, { exports: parts.exports, format, wantedBy, part });
      route(router, exportPath(exported.list, format), {
        get: fileBy(wantedByQuery, 'query'),
        post: [jsonBody, fileBy(wantedByBody, 'body')],
      });
    }
  });
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: XLSX_TYPE,
};

interface Wanted {
  readonly exports: Exports;
  readonly format: ExportFormat;
  readonly wantedBy: typeof wantedByQuery;
  readonly part: 'query' | 'body';
}

const fileOf =
  <View extends object, Row, Of extends Criteria, Sort extends string>(
    exported: Exported<View, Row, Of, Sort>,
    { exports, format, wantedBy, part }: Wanted,
  ): RequestHandler =>
  async (request, response) => {
    const user = signedInUser(response);
    const { list } = exported;
    const { asked, columns, filters } = wantedBy(exported, request[part], user);
    const { day } = await exports.begin({ list, filters }, restCommandContext(request, response));
    const pages = pagesOf(exported, asked, user.role);
    const content =
      format === 'csv'
        ? Readable.from(csvFile(columns, pages))
        : xlsxFile(columns, pages, { sheet: list });
    await sendContent(request, response, content, {
      'Content-Type': TYPES[format],
      'Content-Disposition': contentDisposition('attachment', `${list}-${day}.${format}`),
    });
  };
