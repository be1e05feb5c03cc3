import { Readable } from 'node:stream';
import { exportPath } from '@insuremanager/contracts/exports/exportedLists';
import type { Criteria } from '@insuremanager/contracts/fields/list';
import type { Exports } from '@insuremanager/services/exports/index';
import type { RequestHandler, Router } from 'express';
import { listRequest } from '../listQueries.js';
import { contentDisposition } from '../rest/contentDisposition.js';
import { restCommandContext } from '../rest/restCommands.js';
import { sendContent } from '../rest/sentContent.js';
import { route } from '../routes.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { type Exported, type ExportSources, eachExportedList, linesOf } from './exportLines.js';

interface Parts extends ExportSources {
  readonly exports: Exports;
}

/** Lists as CSV: the whole list that a filter leaves, in its order. */
export function exportRoutes(router: Router, parts: Parts): void {
  eachExportedList(parts, (exported) =>
    route(router, exportPath(exported.list), { get: csvOf(exported, parts.exports) }),
  );
}

const csvOf =
  <View extends object, Row, Of extends Criteria, Sort extends string>(
    exported: Exported<View, Row, Of, Sort>,
    exports: Exports,
  ): RequestHandler =>
  async (request, response) => {
    const user = signedInUser(response);
    const { list, description } = exported;
    const asked = listRequest(description, request.query, user);
    const filters = Object.entries(asked.filter)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name]) => name);
    const { day } = await exports.begin({ list, filters }, restCommandContext(request, response));
    await sendContent(request, response, Readable.from(linesOf(exported, asked, user.role)), {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': contentDisposition('attachment', `${list}-${day}.csv`),
    });
  };
