import type { Tracing, TracingOptions } from './tracing.js';

/** Undefined where no collector is named: then nothing of the SDK is even loaded. */
export async function startTracing(options: TracingOptions): Promise<Tracing | undefined> {
  const { endpoint } = options;
  if (endpoint === undefined) return undefined;
  const { startOpenTelemetry } = await import('./openTelemetry.js');
  return startOpenTelemetry({ ...options, endpoint });
}
