import type { Exposition } from '@insuremanager/gateway/metrics/metricsRoute';
import {
  METRICS,
  type MetricDefinition,
  type MetricName,
} from '@insuremanager/services/platform/telemetry/metricCatalogue';
import type { Gauges, Metrics } from '@insuremanager/services/platform/telemetry/metrics';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Prometheus extends Exposition {
  readonly metrics: Metrics;
  /** Sets levels each time that somebody reads. What it throws leaves out the levels it did not set. */
  watch(readLevels: (gauges: Gauges) => Promise<void>): void;
}

/** What Prometheus reads of this process: the metrics of the catalogue, and those of Node. */
export function createPrometheus(): Prometheus {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  // Made anew by each reading, when it is set: one that nobody set would stand there as 0.
  const gauges = new Map<string, Gauge>();
  const common = (name: MetricName) => {
    const { help, labels }: MetricDefinition = METRICS[name];
    return { name, help, labelNames: [...labels], registers: [registry] };
  };
  for (const name of Object.keys(METRICS) as MetricName[]) {
    const { kind, buckets }: MetricDefinition = METRICS[name];
    if (kind === 'counter') counters.set(name, new Counter(common(name)));
    if (kind === 'histogram')
      histograms.set(name, new Histogram({ ...common(name), buckets: [...(buckets ?? [])] }));
  }
  const readers: ((gauges: Gauges) => Promise<void>)[] = [];
  const levels: Gauges = {
    set(name, labels, value) {
      const gauge = gauges.get(name) ?? new Gauge(common(name));
      gauges.set(name, gauge);
      gauge.set(labels, value);
    },
  };
  const read = async (): Promise<string> => {
    for (const name of gauges.keys()) registry.removeSingleMetric(name);
    gauges.clear();
    await Promise.allSettled(readers.map((readLevels) => readLevels(levels)));
    return registry.metrics();
  };
  let reading: Promise<string> | undefined;

  return {
    metrics: {
      count: (name, labels, by = 1) => counters.get(name)?.inc(labels, by),
      observe: (name, labels, value) => histograms.get(name)?.observe(labels, value),
    },
    watch: (readLevels) => void readers.push(readLevels),
    contentType: registry.contentType,
    // Who asks while somebody reads gets the same: a second reading would take levels from the first.
    text() {
      reading ??= read().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}
