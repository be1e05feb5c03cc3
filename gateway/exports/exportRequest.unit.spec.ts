import { RECORDS } from '@insuremanager/contracts/records/records';
import { describe, expect, it } from 'vitest';
import { LISTS_AS_FILES } from './exportPages.js';
import { exportBody, wantedByBody, wantedByQuery } from './exportRequest.js';

const analyst = { userId: 1, username: 'anu', role: 'analyst' } as Parameters<
  typeof wantedByQuery
>[2];
const customers = LISTS_AS_FILES.customers;
/** A list that analysts may not read, though they may have files. */
const documents = { ...customers, record: { ...customers.record, read: RECORDS.document.read } };
const body = exportBody(customers).parse({ ids: [1] });

describe('who may read no list', () => {
  it('has it as no file, whatever way it is asked for', () => {
    expect(wantedByQuery(customers, {}, analyst).filters).toEqual([]);
    expect(wantedByBody(customers, body, analyst).asked).toEqual({ ids: [1] });
    expect(() => wantedByQuery(documents, {}, analyst)).toThrow('Your role does not allow this');
    expect(() => wantedByBody(documents, body, analyst)).toThrow('Your role does not allow this');
  });
});
