import {
  FILE_KIND_EXTENSIONS,
  FILE_KINDS,
  FILE_SENTENCES,
  LARGEST_FILE,
} from '@insuremanager/contracts/documents/documentKinds';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import type { UploadOutcome, UploadTarget } from './uploadRequest';

/**
 * `ready`: chosen, not asked for yet. `waiting`: for its turn. `failed` and `cancelled` may be tried
 * again. With `unfit` and `refused`, the file itself is at fault: it can only be taken out of the
 * list. An unfit one is not even sent, a refused one was looked at by the gateway.
 */
export type UploadPhase =
  | 'ready'
  | 'waiting'
  | 'sending'
  | 'stored'
  | 'failed'
  | 'cancelled'
  | 'unfit'
  | 'refused';

/** A file on its way into the book. */
export interface Upload {
  /** Of its row. */
  key: string;
  file: File;
  phase: UploadPhase;
  /** How much has left, from 0 to 1. */
  sent: number;
  /** What is wrong with it, or looks so although it was stored. */
  sentence: string | null;
  /** What it is sent as; as long as nobody knows whether it was stored, it stays so. */
  attempt: { commandId: string; target: UploadTarget } | null;
  document: DocumentView | null;
}

export type UploadEvent =
  | { type: 'chosen'; files: readonly { key: string; file: File }[] }
  /** All that are ready, or the one that is to be tried again. */
  | { type: 'asked'; target: UploadTarget; newCommandId: () => string; key?: string }
  | { type: 'begun'; key: string }
  | { type: 'progressed'; key: string; sent: number }
  | { type: 'ended'; key: string; outcome: UploadOutcome }
  | { type: 'cancelled'; key: string }
  | { type: 'removed'; key: string };

/** Files on their way at the same time; the others wait. */
export const AT_ONCE = 3;

const NO_ANSWER = 'The server did not respond. Try again: the file will not be stored twice.';
const CANCELLED = 'Cancelled';

const EXTENSIONS = FILE_KINDS.flatMap((kind) => FILE_KIND_EXTENSIONS[kind]);

/** What can be seen to be wrong before a file is sent; the gateway looks at its content. */
export function faultOf({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  const isKnown = EXTENSIONS.some((extension) => name.toLowerCase().endsWith(`.${extension}`));
  if (!isKnown) return FILE_SENTENCES.wrongKind;
  if (size === 0) return FILE_SENTENCES.empty;
  return size > LARGEST_FILE ? FILE_SENTENCES.tooLarge : null;
}

const chosen = ({ key, file }: { key: string; file: File }): Upload => {
  const sentence = faultOf(file);
  const phase = sentence === null ? 'ready' : 'unfit';
  return { key, file, phase, sent: 0, sentence, attempt: null, document: null };
};

const asked = (upload: Upload, target: UploadTarget, newCommandId: () => string): Upload => ({
  ...upload,
  phase: 'waiting',
  sent: 0,
  sentence: null,
  attempt: upload.attempt ?? { commandId: newCommandId(), target },
});

function ended(upload: Upload, outcome: UploadOutcome): Upload {
  switch (outcome.kind) {
    case 'stored':
      return {
        ...upload,
        phase: 'stored',
        sent: 1,
        sentence: outcome.warning,
        document: outcome.document,
      };
    case 'signedOut':
      return { ...upload, phase: 'ready', sent: 0 };
    case 'refused':
      return { ...upload, phase: 'refused', sentence: outcome.sentence, attempt: null };
    case 'failed': {
      const attempt = outcome.isDecided ? null : upload.attempt;
      return { ...upload, phase: 'failed', sentence: outcome.sentence ?? NO_ANSWER, attempt };
    }
  }
}

export function uploadsAfter(uploads: readonly Upload[], event: UploadEvent): Upload[] {
  const withOne = (key: string, change: (upload: Upload) => Upload) =>
    uploads.map((upload) => (upload.key === key ? change(upload) : upload));
  switch (event.type) {
    case 'chosen':
      return [...uploads, ...event.files.map(chosen)];
    case 'asked':
      return uploads.map((upload) => {
        const isMeant =
          event.key === undefined ? upload.phase === 'ready' : upload.key === event.key;
        return isMeant ? asked(upload, event.target, event.newCommandId) : upload;
      });
    case 'begun':
      return withOne(event.key, (upload) => ({ ...upload, phase: 'sending' }));
    case 'progressed':
      return withOne(event.key, (upload) =>
        upload.phase === 'sending' ? { ...upload, sent: event.sent } : upload,
      );
    case 'ended': {
      const after = withOne(event.key, (upload) => ended(upload, event.outcome));
      // Without a session the others would fail as well: they stay for when there is one again.
      return event.outcome.kind !== 'signedOut'
        ? after
        : after.map((one) => (one.phase === 'waiting' ? { ...one, phase: 'ready' } : one));
    }
    case 'cancelled':
      return withOne(event.key, (upload) => ({
        ...upload,
        phase: 'cancelled',
        sent: 0,
        sentence: CANCELLED,
      }));
    case 'removed':
      return uploads.filter(({ key }) => key !== event.key);
  }
}

export const isUnderway = ({ phase }: Upload): boolean =>
  phase === 'waiting' || phase === 'sending';

/** It is not stored, and can be still. */
export const isUnsaved = ({ phase }: Upload): boolean =>
  phase !== 'stored' && phase !== 'unfit' && phase !== 'refused';

/** It may have been stored, or will be: what it is sent as must stay as it is. */
export const isBound = ({ phase, attempt }: Upload): boolean =>
  attempt !== null && phase !== 'stored';
