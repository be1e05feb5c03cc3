import type { Tracing, TracingOptions } from './openTelemetry.js';

/** Undefined where no collector is named: then nothing of the SDK is even loaded. */
export async function startTracing({
  endpoint,
  ...options
}: Partial<TracingOptions> & Omit<TracingOptions, 'endpoint'>): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined;
  const { startOpenTelemetry } = await import('./openTelemetry.js');
  return startOpenTelemetry({ ...options, endpoint });
}
