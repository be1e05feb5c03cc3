import { percent } from '../fields/amountFields.js';
import { requiredDay } from '../fields/dayFields.js';
import { describeList } from '../fields/list.js';
import { reference } from '../fields/numberFields.js';
import { declareRecord, recordStamps } from '../fields/record.js';
import { RECORDS } from '../records/records.js';

/** What a sub-agent (POSP) gets of the commission for their customers' policies. */
export const shareFields = {
  userId: reference('user', { label: 'Sub-agent', description: 'The number of the user' }),
  percent: percent({ label: 'Share' }),
  validFrom: requiredDay({ label: 'Valid from' }),
} as const;

const shareList = describeList({
  criteria: {
    search: { kind: 'search', description: 'Finds none: a share has no text' },
    userId: { kind: 'reference', thing: 'user', label: 'Sub-agent' },
  },
  sorts: ['subAgent', 'validFrom'],
  usualSort: 'subAgent',
  descending: ['validFrom'],
});

export const shareRecord = declareRecord(RECORDS.commissionShare, {
  fields: shareFields,
  system: recordStamps,
  list: shareList,
});
