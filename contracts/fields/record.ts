import { z } from 'zod';
import { instantText } from './field.js';

/** What every view of a record ends with. */
export const recordStamps = {
  createdAt: instantText(),
  updatedAt: instantText(),
  version: z
    .int()
    .describe('The revision of the record: send it back, by REST as the ETag, to change only this'),
};

/** The number of the record itself. */
export const recordId = z.int();
