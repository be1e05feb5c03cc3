import { documentPreviewPath } from '@insuremanager/contracts/documents/documentViews';
import { Problem } from '@insuremanager/contracts/problem';
import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../session/SessionProvider';
import { useRetryAfterSignIn } from '../session/useRetryAfterSignIn';

interface FileContent {
  /** Null until it has come. */
  content: Blob | null;
  /** The sentence to show when it could not be loaded. */
  failure: string | null;
  retry: () => void;
  /** It came and cannot be shown. */
  fail: () => void;
}

const FAILED = 'The file could not be loaded. Check your connection and try again.';
const UNREADABLE = 'This file cannot be previewed. Download it to open it.';

/** How a fetch ended that brought no content. */
class NoContent extends Error {
  constructor(
    readonly isSignedOut: boolean,
    message: string,
  ) {
    super(message);
  }
}

async function contentOf(documentId: number, signal: AbortSignal): Promise<Blob> {
  const request: RequestInit = { credentials: 'same-origin', signal };
  const response = await fetch(documentPreviewPath(documentId), request);
  if (response.ok) return response.blob();
  const problem = Problem.safeParse(await response.json().catch(() => null));
  throw new NoContent(response.status === 401, problem.data?.error ?? FAILED);
}

/** A document's file, to be shown; fetched so that a failure can be told from a bad file. */
export function useFileContent(documentId: number): FileContent {
  const { markEnded } = useSession();
  const [content, setContent] = useState<Blob | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks once more
  useEffect(() => {
    const leaving = new AbortController();
    setContent(null);
    setFailure(null);
    contentOf(documentId, leaving.signal).then(setContent, (error: unknown) => {
      if (leaving.signal.aborted) return;
      if (error instanceof NoContent && error.isSignedOut) markEnded();
      setFailure(error instanceof NoContent ? error.message : FAILED);
    });
    return () => leaving.abort();
  }, [documentId, attempt, markEnded]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  useRetryAfterSignIn(failure, retry);
  return { content, failure, retry, fail: useCallback(() => setFailure(UNREADABLE), []) };
}
