import type { BrowserSpan, TakeBrowserSpans } from '@insuremanager/gateway/tracing/browserSpans';
import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-node';

export interface Tracing {
  readonly takeBrowserSpans: TakeBrowserSpans;
  /** Sends what is not yet sent, and records nothing more. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** Of a collector that takes OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string;
  readonly release: string;
  readonly roles: readonly string[];
}

/**
 * Sends the spans of this process to a collector. What else OpenTelemetry's own variables say, such
 * as OTEL_TRACES_SAMPLER and OTEL_EXPORTER_OTLP_HEADERS, its SDK reads by itself.
 */
export function startOpenTelemetry({ endpoint, release, roles }: TracingOptions): Tracing {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const processor = new BatchSpanProcessor(new OTLPTraceExporter({ url }));
  const attributes = { 'service.version': release, 'insuremanager.roles': roles.join('+') };
  const resourceOf = (name: string) =>
    resourceFromAttributes({ 'service.name': name, ...attributes });
  const resource = resourceOf('insuremanager');
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] });
  provider.register();
  const browserResource = resourceOf('insuremanager-web');
  return {
    takeBrowserSpans(spans) {
      for (const span of spans) processor.onEnd(readable(span, browserResource));
    },
    async stop() {
      await provider.shutdown();
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

/** A span as the SDK passes its own on; it makes none with an id that it is given. */
function readable(span: BrowserSpan, resource: ReadableSpan['resource']): ReadableSpan {
  const { traceId, spanId, name, startedAt, lasted, failed } = span;
  return {
    name,
    kind: SpanKind.CLIENT,
    spanContext: () => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED }),
    startTime: timeOf(startedAt),
    endTime: timeOf(startedAt + lasted),
    duration: timeOf(lasted),
    status: { code: failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: {},
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: { name: 'insuremanager' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Seconds and nanoseconds. */
const timeOf = (milliseconds: number): [number, number] => [
  Math.floor(milliseconds / 1000),
  Math.floor((milliseconds % 1000) * 1e6),
];
