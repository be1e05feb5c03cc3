import { FILE_SENTENCES } from '@insuremanager/contracts/documents/documentKinds';
import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isBound, isUnderway, isUnsaved } from '../../data/uploads';
import { type Uploads, useUploads } from '../../data/useUploads';
import { useToast } from '../../ui/toaster/Toaster';
import { useOpenRecord } from '../useOpenRecord';
import { type FixedTarget, fieldsFor, targetOf, type UploadFields } from './uploadFormTarget';
import { describeFailure } from './uploadTexts';

interface UploadFormOptions {
  fixed: FixedTarget | undefined;
  /** Files that were dropped before there was a form. */
  dropped: readonly File[];
  /** Some have been stored since the last call. */
  onStored: (documents: readonly DocumentView[]) => void;
  /** All that were chosen have been stored. */
  onDone: (documents: readonly DocumentView[]) => void;
}

interface Faults {
  files?: string;
  customer?: string;
}

export interface UploadFormState {
  fields: UploadFields;
  change: (part: Partial<UploadFields>) => void;
  uploads: Uploads;
  faults: Faults;
  /** What is said over the form. */
  message: string | null;
  isBusy: boolean;
  isLocked: boolean;
  hasUnsaved: boolean;
  /** Checks, then sends what is ready, or else what failed; the faults when something is missing. */
  submit: () => Faults | null;
  retry: (key: string) => void;
}

const SESSION_ENDED = 'Your session has ended. Sign in again, then upload once more.';

/** @param warnings what is said of some of them: with one file as it is, else of how many. */
const describeDone = (stored: readonly DocumentView[], warnings: readonly string[]): string => {
  if (stored.length === 1)
    return [`${stored[0]?.fileName} has been stored.`, ...warnings].join(' ');
  const done = `${stored.length} documents have been stored.`;
  return warnings.length > 0
    ? `${done} ${warnings.length} of them had been uploaded before.`
    : done;
};

/** The life of the upload form: what is sent, how each outcome is reported. */
export function useUploadForm(options: UploadFormOptions): UploadFormState {
  const showToast = useToast();
  const openRecord = useOpenRecord();
  const [fields, setFields] = useState(() => fieldsFor(options.fixed));
  const [faults, setFaults] = useState<Faults>({});
  const [message, setMessage] = useState<string | null>(null);
  const state = useUploads(options.dropped);
  const { uploads } = state;
  const isBusy = uploads.some(isUnderway);

  /** Keys of files whose end has been reported. */
  const reported = useRef(new Set<string>());
  const settle = useEffectEvent(() => {
    const stored = uploads.flatMap(({ document }) => document ?? []);
    const ended = uploads.filter(
      ({ key, phase }) => (phase === 'stored' || phase === 'refused') && !reported.current.has(key),
    );
    for (const { key } of ended) reported.current.add(key);
    const fresh = ended.flatMap(({ document }) => document ?? []);
    if (fresh.length > 0) options.onStored(fresh);

    const left = uploads.filter(({ phase }) => phase !== 'stored');
    const notStored = [
      ...ended.filter(({ phase }) => phase === 'refused'),
      ...left.filter(({ phase }) => phase === 'failed'),
    ];
    if (notStored.length > 0) {
      const description = describeFailure(
        ended.filter(({ phase }) => phase === 'stored'),
        notStored,
      );
      if (description === null) return;
      return showToast({ title: 'Upload Failed', description, tone: 'destructive' });
    }
    if (left.some((upload) => upload.phase === 'ready' && isBound(upload))) {
      return setMessage(SESSION_ENDED);
    }
    if (fresh.length > 0) {
      const warnings = ended.flatMap(({ phase, sentence }) =>
        phase === 'stored' && sentence !== null ? [sentence] : [],
      );
      const [only, ...others] = fresh;
      showToast({
        title: 'Document Uploaded',
        description: describeDone(fresh, warnings),
        ...(only &&
          others.length === 0 && {
            action: {
              text: 'View',
              onAction: () => openRecord({ kind: 'document', id: only.id }),
            },
          }),
      });
    }
    if (left.length === 0 && stored.length > 0) options.onDone(stored);
  });
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) settle();
    wasBusy.current = isBusy;
  }, [isBusy]);

  const change = (part: Partial<UploadFields>) => {
    setFields({ ...fields, ...part });
    if (part.customerId) setFaults({ ...faults, customer: undefined });
  };
  const submit = () => {
    const target = targetOf(fields);
    const isReady = uploads.some(({ phase }) => phase === 'ready');
    const failed = uploads.filter(({ phase }) => phase === 'failed');
    setMessage(null);
    if (target && (isReady || failed.length > 0)) {
      setFaults({});
      if (isReady) state.send(target);
      else for (const { key } of failed) state.retry(key, target);
      return null;
    }
    const found: Faults = {
      ...(!isReady && failed.length === 0 && { files: 'Choose at least one file' }),
      ...(!target && { customer: 'Customer is required' }),
    };
    setFaults(found);
    showToast({ title: 'Error', description: FILE_SENTENCES.missing, tone: 'destructive' });
    return found;
  };
  const retry = (key: string) => {
    const target = targetOf(fields);
    if (target) state.retry(key, target);
    else setFaults({ customer: 'Customer is required' });
  };
  return {
    fields,
    change,
    uploads: {
      ...state,
      choose: (files) => {
        setFaults({ ...faults, files: undefined });
        state.choose(files);
      },
    },
    faults,
    message,
    isBusy,
    isLocked: uploads.some(isBound),
    hasUnsaved: uploads.some(isUnsaved),
    submit,
    retry,
  };
}
