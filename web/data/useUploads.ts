import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useSession } from '../session/SessionProvider';
import { newCommandId } from './commands';
import { sendFile, type UploadTarget } from './uploadRequest';
import { AT_ONCE, type Upload, uploadsAfter } from './uploads';

export interface Uploads {
  uploads: readonly Upload[];
  choose: (files: Iterable<File>) => void;
  /** Sends all that are ready. */
  send: (target: UploadTarget) => void;
  /** As what it was sent before, unless it was refused for good. */
  retry: (key: string, target: UploadTarget) => void;
  cancel: (key: string) => void;
  /** Breaks it off when it is on its way. */
  remove: (key: string) => void;
}

const named = (files: Iterable<File>) => [...files].map((file) => ({ key: newCommandId(), file }));

/**
 * Files on their way, a few at once. What is on its way when the part goes is broken off.
 * @param first files that are chosen from the start.
 */
export function useUploads(first: readonly File[]): Uploads {
  const { markEnded } = useSession();
  const [uploads, tell] = useReducer(uploadsAfter, first, (files) =>
    uploadsAfter([], { type: 'chosen', files: named(files) }),
  );
  const running = useRef(new Map<string, () => void>());

  useEffect(() => {
    const begin = ({ key, file, attempt }: Upload) => {
      if (!attempt || running.current.has(key)) return;
      const breakOff = sendFile({
        file,
        ...attempt,
        onProgress: (sent) => tell({ type: 'progressed', key, sent }),
        onEnd: (outcome) => {
          running.current.delete(key);
          if (outcome.kind === 'signedOut') markEnded();
          tell({ type: 'ended', key, outcome });
        },
      });
      running.current.set(key, breakOff);
      tell({ type: 'begun', key });
    };
    const free = AT_ONCE - running.current.size;
    if (free > 0)
      uploads
        .filter(({ phase }) => phase === 'waiting')
        .slice(0, free)
        .forEach(begin);
  }, [uploads, markEnded]);

  useEffect(() => {
    const all = running.current;
    return () => {
      for (const breakOff of all.values()) breakOff();
      all.clear();
    };
  }, []);

  const breakOff = useCallback((key: string) => {
    running.current.get(key)?.();
    running.current.delete(key);
  }, []);
  return {
    uploads,
    choose: useCallback((files) => tell({ type: 'chosen', files: named(files) }), []),
    send: useCallback((target) => tell({ type: 'asked', target, newCommandId }), []),
    retry: useCallback((key, target) => tell({ type: 'asked', target, newCommandId, key }), []),
    cancel: useCallback(
      (key) => {
        breakOff(key);
        tell({ type: 'cancelled', key });
      },
      [breakOff],
    ),
    remove: useCallback(
      (key) => {
        breakOff(key);
        tell({ type: 'removed', key });
      },
      [breakOff],
    ),
  };
}
