import type { OpenedPdf } from '@insuremanager/services/quotations/index';
import type { Request, Response } from 'express';
import type { Answer } from '../openapi/operations.js';
import { contentDisposition } from './contentDisposition.js';
import { NOTHING_ELSE, sendContent } from './sentContent.js';

/** Sends a PDF to be looked at in a page of its own, under its name. */
export const sendPdf = (
  request: Request,
  response: Response,
  { fileName, content }: OpenedPdf,
): Promise<void> =>
  sendContent(request, response, content, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': contentDisposition('inline', fileName),
    'Content-Security-Policy': NOTHING_ELSE,
  });

export const pdfAnswer = (description: string): Answer => ({
  description,
  headers: {
    'Content-Disposition': { description: 'inline, with its name', schema: { type: 'string' } },
  },
  content: {
    'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } },
  },
});
