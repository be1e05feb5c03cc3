import type { METRICS, MetricName } from './metricCatalogue.js';

type Definition<Name extends MetricName> = (typeof METRICS)[Name];
type Kind<Name extends MetricName> = Definition<Name>['kind'];
type OfKind<Wanted> = {
  [Name in MetricName]: Kind<Name> extends Wanted ? Name : never;
}[MetricName];

export type CounterName = OfKind<'counter'>;
export type HistogramName = OfKind<'histogram'>;
export type GaugeName = OfKind<'gauge'>;

/** A value for each label of a metric: words of ours, never what a person typed, nor an id. */
export type Labels<Name extends MetricName> = Readonly<
  Record<Definition<Name>['labels'][number], string>
>;

/** Takes what happens in this process. Cheap enough to be called for everything that does. */
export interface Metrics {
  count<Name extends CounterName>(name: Name, labels: Labels<Name>, by?: number): void;
  /** `value`: in the unit that the name ends in, such as seconds. */
  observe<Name extends HistogramName>(name: Name, labels: Labels<Name>, value: number): void;
}

/** Where nobody reads them, as in commands beside the application. */
export const noMetrics: Metrics = {
  count: () => undefined,
  observe: () => undefined,
};

/** What is read when somebody asks: levels, not events. */
export interface Gauges {
  set<Name extends GaugeName>(name: Name, labels: Labels<Name>, value: number): void;
}

/** Seconds since a moment of the monotonic clock. */
export const secondsSince = (began: number): number => (performance.now() - began) / 1000;
