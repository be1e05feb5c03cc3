import { faultOfSheetFile } from '@insuremanager/contracts/imports/sheetFiles';
import { Problem } from '@insuremanager/contracts/problem';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { newCommandId } from '../../data/commands';
import { parsedJson } from '../../data/problems';
import { isRefusal, sendForm } from '../../data/sendForm';
import { useSessionState } from '../../data/useSessionState';

/** A file on its way; one that has arrived is an import, and no upload any more. */
export interface SheetUpload {
  /** Of its row; it is sent under this, too, so that twice is once. */
  key: string;
  file: File;
  phase: 'waiting' | 'sending' | 'refused' | 'failed';
  /** How much has left, from 0 to 1. */
  sent: number;
  /** Why it was not taken. */
  sentence: string | null;
  /** No other was on its way when it was chosen. */
  isAlone: boolean;
}

type UploadEvent =
  | { type: 'chosen'; files: readonly File[] }
  | { type: 'changed'; key: string; change: Partial<SheetUpload> }
  | { type: 'removed'; key: string };

const chosen = (file: File, isAlone: boolean): SheetUpload => {
  const sentence = faultOfSheetFile(file);
  const phase = sentence === null ? 'waiting' : 'refused';
  return { key: newCommandId(), file, phase, sent: 0, sentence, isAlone };
};

export function sheetUploadsAfter(
  uploads: readonly SheetUpload[],
  event: UploadEvent,
): readonly SheetUpload[] {
  switch (event.type) {
    case 'chosen': {
      // What was refused before is done with, once somebody goes on.
      const left = uploads.filter(({ phase }) => phase !== 'refused');
      const isAlone = left.length === 0 && event.files.length === 1;
      return [...left, ...event.files.map((file) => chosen(file, isAlone))];
    }
    case 'changed':
      return uploads.map((one) => (one.key === event.key ? { ...one, ...event.change } : one));
    case 'removed':
      return uploads.filter(({ key }) => key !== event.key);
  }
}

const NO_ANSWER = 'The server did not respond. Try again: the file will not be taken twice.';
const OFFLINE = 'You are offline. Try again when you are online.';
const SIGNED_OUT = 'Your session has ended. Sign in again, then try again.';

/** What an answer makes of a file: the id of its import, or why there is none. */
export function outcomeOfSheet(
  status: number,
  body: string,
): { id: number } | Partial<SheetUpload> {
  const answer = parsedJson(body);
  if (status === 200 || status === 202) {
    const id = (answer as { id?: unknown } | null)?.id;
    if (typeof id === 'number') return { id };
  }
  if (status === 401) return { phase: 'failed', sentence: SIGNED_OUT };
  const sentence = Problem.safeParse(answer).data?.error ?? NO_ANSWER;
  return { phase: isRefusal(status) ? 'refused' : 'failed', sentence };
}

export interface SheetUploads {
  uploads: readonly SheetUpload[];
  choose: (files: readonly File[]) => void;
  retry: (key: string) => void;
  /** Breaks it off when it is on its way. */
  remove: (key: string) => void;
}

/** Spreadsheets on their way, one after another. @param onTaken each that has become an import */
export function useSheetUploads(onTaken: (id: number, isAlone: boolean) => void): SheetUploads {
  const { isOver, markEnded } = useSessionState();
  const [uploads, tell] = useReducer(sheetUploadsAfter, []);
  const running = useRef<{ key: string; breakOff: () => void } | null>(null);
  const taken = useRef(onTaken);
  useEffect(() => {
    taken.current = onTaken;
  }, [onTaken]);

  useEffect(() => {
    const next = uploads.find(({ phase }) => phase === 'waiting');
    if (!next || running.current || isOver) return;
    const { key, file, isAlone } = next;
    const form = new FormData();
    form.set('file', file, file.name);
    const change = (change: Partial<SheetUpload>) => tell({ type: 'changed', key, change });
    const breakOff = sendForm({
      ...{ path: '/api/imports', form, commandId: key },
      onProgress: (sent) => change({ sent }),
      onAnswer: (status, body) => {
        running.current = null;
        if (status === 401) markEnded();
        const outcome = outcomeOfSheet(status, body);
        if (!('id' in outcome)) return change(outcome);
        tell({ type: 'removed', key });
        taken.current(outcome.id, isAlone);
      },
      onLost: () => {
        running.current = null;
        change({ phase: 'failed', sentence: navigator.onLine ? NO_ANSWER : OFFLINE });
      },
    });
    running.current = { key, breakOff };
    change({ phase: 'sending', sent: 0, sentence: null });
  }, [uploads, isOver, markEnded]);

  useEffect(() => () => running.current?.breakOff(), []);

  return {
    uploads,
    choose: useCallback((files) => tell({ type: 'chosen', files }), []),
    retry: useCallback(
      (key) => tell({ type: 'changed', key, change: { phase: 'waiting', sentence: null } }),
      [],
    ),
    remove: useCallback((key) => {
      if (running.current?.key === key) {
        running.current.breakOff();
        running.current = null;
      }
      tell({ type: 'removed', key });
    }, []),
  };
}
