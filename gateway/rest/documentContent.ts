import {
  FILE_KIND_MIME_TYPES,
  isShownInBrowser,
} from '@insuremanager/contracts/documents/documentKinds';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import type { OpenedDocument } from '@insuremanager/services/documents/index';
import type { Request, Response } from 'express';
import { HttpRefusal } from '../problems.js';
import { contentDisposition } from './contentDisposition.js';
import { NOTHING_ELSE, sendContent } from './sentContent.js';

/**
 * What was uploaded may do nothing on our origin. A PDF that is sandboxed is not shown by browsers
 * themselves: one that may run something is shown by our own preview alone, which runs nothing.
 */
const securityPolicy = (how: 'attachment' | 'inline', document: DocumentView): string =>
  how === 'inline' &&
  document.mimeType === FILE_KIND_MIME_TYPES.pdf &&
  document.activeContent === 'none'
    ? NOTHING_ELSE
    : `${NOTHING_ELSE}; sandbox`;

/**
 * Sends a document's content as it was uploaded, to be saved or to be looked at.
 * @throws HttpRefusal 415 when it is to be looked at and browsers cannot show it.
 */
export async function sendDocument(
  request: Request,
  response: Response,
  { document, content }: OpenedDocument,
  how: 'attachment' | 'inline',
): Promise<void> {
  const { fileName, fileSize, mimeType } = document;
  if (how === 'inline' && !isShownInBrowser(mimeType)) {
    content.destroy();
    throw noPreview();
  }
  await sendContent(request, response, content, {
    'Content-Type': mimeType,
    'Content-Length': String(fileSize),
    'Content-Disposition': contentDisposition(how, fileName),
    'Content-Security-Policy': securityPolicy(how, document),
  });
}

const noPreview = (): HttpRefusal =>
  new HttpRefusal(
    415,
    'no-preview',
    'Only PDF, JPG and PNG files can be previewed. Download this one to open it.',
  );
