import { ApolloLink } from '@apollo/client';
import { finalize, tap } from 'rxjs';

interface BrowserSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds. */
  readonly lasted: number;
  readonly failed: boolean;
}

/** Spans are reported together, some seconds after the first; the gateway takes so many at once. */
const TOGETHER_MS = 5_000;
const MOST_SPANS = 50;

/**
 * Begins a trace for each operation: its requests name it in `traceparent`, as W3C says. Where the
 * gateway answers that it traces (`traceresponse`), what the browser waited for is reported to it;
 * elsewhere nothing is.
 */
export function tracesLink(): ApolloLink {
  let spans: BrowserSpan[] = [];
  const report = (): void => {
    const body = JSON.stringify({ spans });
    spans = [];
    const headers = { 'Content-Type': 'application/json' };
    // What is lost is a line in somebody's diagram.
    fetch('/traces', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
  };
  const add = (span: BrowserSpan): void => {
    if (spans.length === 0) setTimeout(report, TOGETHER_MS);
    if (spans.length < MOST_SPANS) spans.push(span);
  };

  return new ApolloLink((operation, forward) => {
    const [traceId, spanId] = [randomHex(16), randomHex(8)];
    const startedAt = Date.now();
    const began = performance.now();
    let failed = true;
    operation.setContext(({ headers }) => ({
      headers: { ...headers, traceparent: `00-${traceId}-${spanId}-01` },
    }));
    return forward(operation).pipe(
      tap(({ errors }) => {
        failed = Boolean(errors);
      }),
      finalize(() => {
        const { response } = operation.getContext() as { response?: Response };
        const { operationName: name = 'unnamed' } = operation;
        const lasted = performance.now() - began;
        if (response?.headers.has('traceresponse'))
          add({ traceId, spanId, name, startedAt, lasted, failed });
      }),
    );
  });
}

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
