import type { DocumentInput } from '@insuremanager/contracts/documents/documentFields';
import { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { Problem } from '@insuremanager/contracts/problem';
import { Warning } from '@insuremanager/contracts/rules/warning';
import { z } from 'zod';
import { parsedJson } from './problems';
import { isRefusal, sendForm } from './sendForm';

/** To what the file belongs. */
export type UploadTarget = DocumentInput;

export type UploadOutcome =
  /** The warning: what looks wrong about it all the same. */
  | { kind: 'stored'; document: DocumentView; warning: string | null }
  | { kind: 'signedOut' }
  /** What is in the file is at fault: the same bytes will be refused however often they come. */
  | { kind: 'refused'; sentence: string }
  | {
      kind: 'failed';
      /** The gateway's own, or null when it gave no answer. */
      sentence: string | null;
      /** This command was refused for good: another attempt is another. Otherwise nobody knows. */
      isDecided: boolean;
    };

const OFFLINE =
  'You are offline. Try again when you are online: the file will not be stored twice.';

interface UploadRequest {
  file: File;
  target: UploadTarget;
  /** Sent as the Idempotency-Key: however often a file arrives under it, it is stored once. */
  commandId: string;
  /** Called with how much has left, from 0 to 1. */
  onProgress: (share: number) => void;
  onEnd: (outcome: UploadOutcome) => void;
}

/** What it belongs to goes before the file, so that the gateway knows it when the file begins. */
function formOf(file: File, target: UploadTarget): FormData {
  const form = new FormData();
  form.set('customerId', String(target.customerId));
  form.set('documentType', target.documentType);
  if (target.policyType) form.set('policyType', target.policyType);
  if (target.policyId !== null) form.set('policyId', String(target.policyId));
  if (target.claimId) form.set('claimId', String(target.claimId));
  if (target.requirement) form.set('requirement', target.requirement);
  form.set('file', file, file.name);
  return form;
}

/** Sends a file; the function that comes back breaks it off: then `onEnd` is not called. */
export const sendFile = ({ file, target, commandId, onProgress, onEnd }: UploadRequest) =>
  sendForm({
    path: '/api/documents/upload',
    form: formOf(file, target),
    commandId,
    onProgress,
    onAnswer: (status, body) => onEnd(outcomeOf(status, body)),
    onLost: () => {
      const sentence = navigator.onLine === false ? OFFLINE : null;
      onEnd({ kind: 'failed', sentence, isDecided: false });
    },
  });

const SavedDocument = DocumentView.extend({ warnings: z.array(Warning) });

export function outcomeOf(status: number, body: string): UploadOutcome {
  const answer = parsedJson(body);
  if (status === 401) return { kind: 'signedOut' };
  const stored = status === 201 || status === 200 ? SavedDocument.safeParse(answer) : null;
  if (stored?.success) {
    const { warnings, ...document } = stored.data;
    const warning = warnings.map(({ message }) => message).join(' ') || null;
    return { kind: 'stored', document, warning };
  }
  const { data: problem } = Problem.safeParse(answer);
  if (problem && (status === 400 || status === 413) && isOfFileAlone(problem)) {
    return { kind: 'refused', sentence: problem.error };
  }
  return {
    kind: 'failed',
    sentence: problem?.error ?? null,
    isDecided: isRefusal(status),
  };
}

/** Nothing else of the form is at fault. */
const isOfFileAlone = ({ code, fields = [] }: Problem): boolean =>
  code === 'invalid-input' && fields.length > 0 && fields.every(({ field }) => field === 'file');
