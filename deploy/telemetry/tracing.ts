import type { TakeBrowserSpans } from '@insuremanager/gateway/tracing/browserSpans';

export interface Tracing {
  readonly takeBrowserSpans: TakeBrowserSpans;
  /** Sends what is not yet sent, and records nothing more. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** Of a collector that takes OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string | undefined;
  readonly release: string;
  readonly roles: readonly string[];
}
