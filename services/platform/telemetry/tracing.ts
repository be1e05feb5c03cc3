import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { Refusal } from '../errors.js';

/**
 * Spans by OpenTelemetry's API, which does nothing until somebody starts its SDK. They hold words of
 * ours, counts and the names of streams: never what a person typed, and no parameters of SQL.
 */
const tracer = () => trace.getTracer('insuremanager');

export interface SpanParts {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  readonly links?: Link[];
  /** The span that it belongs under; absent: the one in whose course it is called. */
  readonly parent?: Context;
}

/** Does work in a span. What it throws passes, and marks the span by its code or name. */
export function inSpan<Result>(
  name: string,
  { parent = context.active(), ...options }: SpanParts,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracer().startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Names the current span by what has turned out since it began. */
export const nameSpan = (name: string): void => void trace.getActiveSpan()?.updateName(name);

/** Whatever `work` begins belongs under the span. */
export const withSpan = <Result>(span: Span, work: () => Result): Result =>
  context.with(trace.setSpan(context.active(), span), work);

/** A span that is ended by whoever started it. */
export const startSpan = (
  name: string,
  { parent = context.active(), ...options }: SpanParts,
): Span => tracer().startSpan(name, options, parent);

/** A span of what has happened since `startTime` (by the monotonic clock), under no other one. */
export function recordSpan(name: string, startTime: number, { attributes, links }: SpanParts) {
  tracer().startSpan(name, { startTime, attributes, links, root: true }).end();
}

/** Not by its message, which may quote what somebody typed. */
export function markFailed(span: Span, error: unknown): void {
  const word = error instanceof Refusal ? error.code : (error as Error | undefined)?.name;
  span.setAttribute('error.type', word ?? 'unknown');
  // What is refused is an answer like any other, unless a server was away.
  if (error instanceof Refusal && error.kind !== 'unavailable') return;
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The current span as W3C's header names it; undefined where none is recorded. */
export function currentTraceparent(): string | undefined {
  const span = trace.getActiveSpan();
  return span && traceparentOf(span);
}

/** As W3C's header names it; undefined where nobody records it, though the client may name one. */
export function traceparentOf(span: Span): string | undefined {
  const headers: { traceparent?: string } = {};
  if (span.isRecording() && span.spanContext().traceFlags & TraceFlags.SAMPLED)
    propagation.inject(trace.setSpan(ROOT_CONTEXT, span), headers);
  return headers.traceparent;
}

/** The id that log lines are found by; undefined where no span is recorded. */
export const currentTraceId = (): string | undefined => {
  const span = trace.getActiveSpan()?.spanContext();
  return span && isSpanContextValid(span) ? span.traceId : undefined;
};

/** The context of a span in another process, or of none; also of none where nobody traces. */
export const contextOf = (traceparent: string | undefined): Context =>
  propagation.extract(ROOT_CONTEXT, { traceparent });

/** A batch names so many of the spans that it continues, each once. */
const MOST_LINKS = 64;

export function linksTo(traceparents: Iterable<string | undefined>): Link[] {
  const links = new Map<string, Link>();
  for (const traceparent of traceparents) {
    if (traceparent === undefined || links.has(traceparent)) continue;
    const span = trace.getSpanContext(contextOf(traceparent));
    if (span) links.set(traceparent, { context: span });
    if (links.size === MOST_LINKS) break;
  }
  return [...links.values()];
}

export { SpanKind, SpanStatusCode };
