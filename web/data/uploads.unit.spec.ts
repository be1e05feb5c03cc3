import { FILE_SENTENCES, LARGEST_FILE } from '@insuremanager/contracts/documents/documentKinds';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { describe, expect, it } from 'vitest';
import type { UploadOutcome, UploadTarget } from './uploadRequest';
import {
  faultOf,
  isBound,
  isUnsaved,
  type Upload,
  type UploadEvent,
  uploadsAfter,
} from './uploads';

const target: UploadTarget = {
  customerId: 7,
  documentType: 'kyc',
  policyType: null,
  policyId: null,
};
const file = (name: string, content = 'content') => new File([content], name);
const chosen = (...names: string[]): UploadEvent => ({
  type: 'chosen',
  files: names.map((name) => ({ key: name, file: file(name) })),
});
const asked = (commandId: string, key?: string, to = target): UploadEvent => ({
  type: 'asked',
  target: to,
  newCommandId: () => commandId,
  ...(key !== undefined && { key }),
});
const ended = (key: string, outcome: UploadOutcome): UploadEvent => ({
  type: 'ended',
  key,
  outcome,
});
const after = (...events: UploadEvent[]): Upload[] =>
  events.reduce((uploads, event) => uploadsAfter(uploads, event), [] as Upload[]);
const phases = (uploads: Upload[]) => uploads.map(({ phase }) => phase);

const noAnswer: UploadOutcome = { kind: 'failed', sentence: null, isDecided: false };
const refused: UploadOutcome = { kind: 'failed', sentence: 'No.', isDecided: true };
const stored: UploadOutcome = {
  kind: 'stored',
  document: { id: 3 } as DocumentView,
  warning: null,
};

describe('a file that is chosen', () => {
  it.each([
    ['scan.pdf', 10, null],
    ['SCAN.JPEG', 10, null],
    ['scan.exe', 10, FILE_SENTENCES.wrongKind],
    ['pdf', 10, FILE_SENTENCES.wrongKind],
    ['scan.pdf', 0, FILE_SENTENCES.empty],
    ['scan.pdf', LARGEST_FILE, null],
    ['scan.pdf', LARGEST_FILE + 1, FILE_SENTENCES.tooLarge],
  ])('%s of %i bytes: %s', (name, size, sentence) =>
    expect(faultOf({ name, size })).toBe(sentence),
  );

  it('is not sent when something is wrong with it', () =>
    expect(phases(after(chosen('a.pdf', 'b.exe'), asked('one')))).toEqual(['waiting', 'unfit']));
});

it('a file that was refused for what is in it is not sent again, and nothing to save', () => {
  const uploads = after(
    chosen('a.pdf'),
    asked('one'),
    { type: 'begun', key: 'a.pdf' },
    ended('a.pdf', { kind: 'refused', sentence: FILE_SENTENCES.damaged }),
    asked('two'),
  );
  expect(uploads).toMatchObject([
    { phase: 'refused', sentence: FILE_SENTENCES.damaged, attempt: null },
  ]);
  expect(uploads.some(isUnsaved)).toBe(false);
});

describe('an upload that is tried again', () => {
  const begun = [chosen('a.pdf'), asked('one'), { type: 'begun', key: 'a.pdf' } as const];
  const other = { ...target, customerId: 8 };

  it('is the same command for the same customer while nobody knows how it ended', () => {
    const [upload] = after(...begun, ended('a.pdf', noAnswer), asked('two', 'a.pdf', other));
    expect(upload?.attempt).toEqual({ commandId: 'one', target });
  });

  it('is the same command after it was cancelled on its way', () => {
    const cancelled = { type: 'cancelled', key: 'a.pdf' } as const;
    const [upload] = after(...begun, cancelled, asked('two', 'a.pdf', other));
    expect(upload?.attempt?.commandId).toBe('one');
  });

  it('is a new command once it was refused for good', () => {
    const [upload] = after(...begun, ended('a.pdf', refused), asked('two', 'a.pdf', other));
    expect(upload?.attempt).toEqual({ commandId: 'two', target: other });
  });

  it('binds what stands in the form only while its outcome is unknown', () => {
    const isBoundAfter = (outcome: UploadOutcome) =>
      after(...begun, ended('a.pdf', outcome)).some(isBound);
    expect([noAnswer, refused, stored].map(isBoundAfter)).toEqual([true, false, false]);
  });
});

it('without a session, nothing is lost: what was under way and what waits is ready again', () => {
  const uploads = after(
    chosen('a.pdf', 'b.pdf'),
    asked('one'),
    { type: 'begun', key: 'a.pdf' },
    ended('a.pdf', { kind: 'signedOut' }),
  );
  expect(phases(uploads)).toEqual(['ready', 'ready']);
});

it('progress that comes after the end changes nothing', () => {
  const uploads = after(
    chosen('a.pdf'),
    asked('one'),
    { type: 'begun', key: 'a.pdf' },
    ended('a.pdf', stored),
    { type: 'progressed', key: 'a.pdf', sent: 0.5 },
  );
  expect(uploads[0]).toMatchObject({ phase: 'stored', sent: 1 });
});
