import { formatDay, kolkataDay } from '../rules/kolkataDay.js';
import type { Warning } from '../rules/warning.js';
import type { DocumentView } from './documentViews.js';

/** Said of a file whose very content the customer has already, under whatever name and type. */
export const sameFileWarning = ({
  fileName,
  uploadedAt,
}: Pick<DocumentView, 'fileName' | 'uploadedAt'>): Warning => {
  const day = formatDay(kolkataDay(new Date(uploadedAt)));
  return {
    field: 'file',
    code: 'file-duplicate',
    message: `This file was already uploaded on ${day} as “${fileName}”.`,
  };
};
