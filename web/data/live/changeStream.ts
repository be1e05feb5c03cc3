import { print } from 'graphql';
import { ChangesDocument, type ChangesSubscription } from '../operations.generated';

/** What has changed since the report before. */
export type ChangeReport = ChangesSubscription['changes'];

export interface StreamEvents {
  /** A stream stands: what changes from now on is reported. */
  onConnected: () => void;
  onReport: (report: ChangeReport) => void;
  /** It broke off, or could not be had; it is tried again by itself. */
  onLost: () => void;
  onSessionEnded: () => void;
}

/** The gateway sends something every 12 s: without a sign of life for so long, it is gone. */
const HEARTBEAT_TIMEOUT_MS = 40_000;
/** How long a tab that nobody sees keeps its stream: browsers have only six for one site. */
const HIDDEN_MS = 5_000;
/** Pauses before another attempt double from the first to the longest; half of each is chance. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Follows what changes for as long as the tab is seen, until the function returned is called. */
export function followChanges(events: StreamEvents): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;

  const follow = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      await untilShown(signal);
      if (signal.aborted) return;
      const attempt = new AbortController();
      const leave = leaveWhenHidden(attempt);
      const outcome = await readStream(AbortSignal.any([signal, attempt.signal]), {
        onConnected: () => {
          events.onConnected();
          failures = 0;
        },
        onReport: events.onReport,
      });
      leave();
      if (signal.aborted) return;
      if (outcome === 'signed out') return events.onSessionEnded();
      if (attempt.signal.aborted) continue; // nobody looked
      events.onLost();
      const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      failures += 1;
      await pause(longest * (0.5 + Math.random() / 2), signal);
    }
  };
  void follow();
  return () => stopping.abort();
}

type Outcome = 'ended' | 'signed out';
type ReadEvents = Pick<StreamEvents, 'onReport'> & { onConnected: () => void };

/** Reads one stream to its end. Never rejects: a connection that breaks is an end. */
async function readStream(ended: AbortSignal, events: ReadEvents): Promise<Outcome> {
  const silent = new AbortController();
  const signal = AbortSignal.any([ended, silent.signal]);
  let heartbeatTimeout = setTimeout(() => silent.abort(), HEARTBEAT_TIMEOUT_MS);
  const heard = (): void => {
    clearTimeout(heartbeatTimeout);
    heartbeatTimeout = setTimeout(() => silent.abort(), HEARTBEAT_TIMEOUT_MS);
  };
  try {
    const response = await fetch('/graphql/stream', {
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query: print(ChangesDocument) }),
      signal,
    });
    if (response.status === 401) return 'signed out';
    if (!response.ok || !response.body) return 'ended';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const take = reportReader();
    let stands = false;
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return 'ended';
      heard();
      for (const report of take(value)) {
        if (stands) events.onReport(report);
        // The first says that from here on nothing is missed.
        else events.onConnected();
        stands = true;
      }
    }
  } catch {
    return 'ended';
  } finally {
    clearTimeout(heartbeatTimeout);
  }
}

/** Puts the pieces together in which server-sent events arrive. */
export function reportReader(): (piece: string) => ChangeReport[] {
  let rest = '';
  return (piece) => {
    const events = (rest + piece).split('\n\n');
    rest = events.pop() ?? '';
    return events.flatMap((event) => {
      const data = /^event: next\ndata: (.*)$/m.exec(event)?.[1];
      const answer: { data?: ChangesSubscription | null } = data ? JSON.parse(data) : {};
      return answer.data ? [answer.data.changes] : [];
    });
  };
}

function untilShown(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    const over = new AbortController();
    const done = () => {
      over.abort();
      resolve();
    };
    const onChange = () => !document.hidden && done();
    document.addEventListener('visibilitychange', onChange, { signal: over.signal });
    signal.addEventListener('abort', done, { signal: over.signal });
  });
}

/** Aborts once the tab has been hidden for a while; the function returned ends that. */
function leaveWhenHidden(attempt: AbortController): () => void {
  let hiddenTimeout: ReturnType<typeof setTimeout> | undefined;
  const onChange = () => {
    clearTimeout(hiddenTimeout);
    if (document.hidden) hiddenTimeout = setTimeout(() => attempt.abort(), HIDDEN_MS);
  };
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearTimeout(hiddenTimeout);
    document.removeEventListener('visibilitychange', onChange);
  };
}

/** Until the time has passed, or the network is back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const done = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done, { signal: over.signal });
    signal.addEventListener('abort', done, { signal: over.signal });
  });
}
