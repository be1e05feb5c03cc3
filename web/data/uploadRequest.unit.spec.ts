import { describe, expect, it } from 'vitest';
import { outcomeOf } from './uploadRequest';

const document = {
  id: 3,
  customerId: 7,
  policyId: null,
  claimId: null,
  requirement: null,
  policyType: null,
  documentType: 'kyc',
  fileName: 'a.pdf',
  filePath: '/api/documents/3/download',
  fileSize: 10,
  mimeType: 'application/pdf',
  activeContent: 'none',
  uploadedAt: '2026-11-21T10:00:00.000Z',
  version: 0,
};
const problem = (status: number, more = {}) =>
  JSON.stringify({ type: 'x', title: 'x', status, error: 'What is wrong.', code: 'x', ...more });
const invalid = (...fields: string[]) =>
  problem(400, {
    code: 'invalid-input',
    fields: fields.map((field) => ({ field, code: 'x', message: 'What is wrong.' })),
  });

describe('the answer to an upload', () => {
  it('is the document', () =>
    expect(outcomeOf(201, JSON.stringify({ ...document, warnings: [] }))).toEqual({
      kind: 'stored',
      document,
      warning: null,
    }));

  it('may warn of what was stored all the same', () => {
    const message = 'This file was already uploaded as document 1.';
    const warnings = [{ field: 'file', code: 'file-duplicate', message }];
    expect(outcomeOf(201, JSON.stringify({ ...document, warnings }))).toEqual({
      kind: 'stored',
      document,
      warning: message,
    });
  });

  it('says why it was refused', () =>
    expect(outcomeOf(400, problem(400))).toEqual({
      kind: 'failed',
      sentence: 'What is wrong.',
      isDecided: true,
    }));

  it('tells a fault of the file from one of what it belongs to', () => {
    const file = { kind: 'refused', sentence: 'What is wrong.' };
    expect(outcomeOf(400, invalid('file'))).toEqual(file);
    for (const fields of [[], ['policyId'], ['file', 'policyId']]) {
      expect(outcomeOf(400, invalid(...fields))).toMatchObject({ kind: 'failed', isDecided: true });
    }
  });

  it.each([429, 500, 502, 503])('leaves open by %i whether it was stored', (status) =>
    expect(outcomeOf(status, problem(status))).toMatchObject({ isDecided: false }),
  );

  it('may be a page of a proxy', () =>
    expect(outcomeOf(502, '<html>')).toEqual({
      kind: 'failed',
      sentence: null,
      isDecided: false,
    }));

  it('may be that nobody is signed in', () =>
    expect(outcomeOf(401, problem(401))).toEqual({ kind: 'signedOut' }));
});
