import type { RelayStatus } from '@insuremanager/services/platform/relay/relayStatus';
import type { SchedulerStatus } from '@insuremanager/services/platform/scheduler/scheduler';
import type { NotifierStatus } from '@insuremanager/services/reminders/index';
import type { RequestHandler, Response, Router } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { GatewayDeps } from '../gatewayDeps.js';
import { route } from '../routes.js';

/** Bounds in seconds, close where our figures lie. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Metrics {
  /** Measures every request that passes it. */
  readonly timing: RequestHandler;
  /** `/metrics`, for whom the guard lets pass. */
  addRoute(router: Router, guard: RequestHandler[]): void;
  /** Shows how many browsers are told of changes. */
  countStreams(count: () => number): void;
}

type Watched = Pick<GatewayDeps, 'readModels' | 'relay' | 'notifier' | 'scheduler'>;

/**
 * What Prometheus may know: of the process, requests, read models, relay, reminders and jobs.
 * Nothing personal.
 */
export function createMetrics(watched: Watched): Metrics {
  const { readModels, relay, notifier, scheduler } = watched;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const recordReadModels = readModelGauges(registry);
  const recordRelay = relay && relayGauges(registry);
  const recordNotifier = notifier && notifierGauges(registry);
  const recordJobs = scheduler && jobGauges(registry);

  return {
    countStreams(count) {
      new Gauge({
        name: 'open_streams',
        help: 'Browsers that are told of changes',
        registers: [registry],
        collect() {
          this.set(count());
        },
      });
    },
    timing: (request, response, next) => {
      const stop = durations.startTimer();
      response.once('close', () => {
        // A stream lasts as long as somebody looks.
        if (isEventStream(response)) return;
        const labels = {
          method: request.method,
          route: routeOf(response),
          status: statusOf(response),
        };
        stop(labels);
      });
      next();
    },
    addRoute(router, guard) {
      route(router, '/metrics', {
        get: [
          ...guard,
          async (_request, response) => {
            recordReadModels(await readModels.status());
            if (relay) recordRelay?.(await relay.status());
            if (notifier) recordNotifier?.(await notifier.status());
            if (scheduler) recordJobs?.(scheduler.status());
            response.type(registry.contentType).send(await registry.metrics());
          },
        ],
      });
    },
  };
}

/** The route's template, never the path: paths hold ids, and strangers can make up any number. */
const routeOf = ({ req }: Response): string => {
  const template: unknown = req.route?.path;
  return typeof template === 'string' ? template : 'none';
};

const isEventStream = (response: Response): boolean =>
  String(response.getHeader('Content-Type')).startsWith('text/event-stream');

/** 499: the client went away before the answer was complete. */
const statusOf = (response: Response): string =>
  response.writableFinished ? String(response.statusCode) : '499';

function readModelGauges(registry: Registry) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `read_model_${name}`, help, registers: [registry] });
  const lag = gauge('lag_seconds', 'Age of the oldest event that lists do not show yet');
  const handled = gauge('events_handled', 'Events that the read models rest on');
  const rate = gauge('events_per_second', 'Events handled per second, of late');
  const progress = gauge('progress_ratio', 'How much of the log is shown, 0 to 1');
  const live = gauge('live', '1 while the read models follow the log');
  const stopped = gauge('stopped', '1 while an event that cannot be projected stops them');

  return (status: Awaited<ReturnType<GatewayDeps['readModels']['status']>>): void => {
    lag.set(status.lagSeconds ?? Number.NaN);
    handled.set(status.eventsHandled);
    rate.set(status.eventsPerSecond);
    progress.set(status.progress);
    live.set(status.state === 'live' ? 1 : 0);
    stopped.set(status.state === 'stopped' ? 1 : 0);
  };
}

function relayGauges(registry: Registry) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `relay_${name}`, help, registers: [registry] });
  const lagEvents = gauge('lag_events', 'Events not yet relayed; 1000 stands for as many or more');
  const lagSeconds = gauge('lag_seconds', 'Age of the oldest event that is not yet relayed');
  const handled = gauge('events_handled', 'Events that were relayed, parked or needed no message');
  const parked = gauge('parked_events', 'Events that wait for whoever runs this');
  const live = gauge('live', '1 while messages are published by this process');
  const stopped = gauge('stopped', '1 while the log is another one than was relayed before');

  return (status: RelayStatus): void => {
    lagEvents.set(status.lagEvents ?? Number.NaN);
    lagSeconds.set(status.lagSeconds ?? Number.NaN);
    handled.set(status.eventsHandled);
    parked.set(status.parked?.events ?? Number.NaN);
    live.set(status.state === 'live' ? 1 : 0);
    stopped.set(status.state === 'stopped' ? 1 : 0);
  };
}

function notifierGauges(registry: Registry) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `notifier_${name}`, help, registers: [registry] });
  const lag = gauge('lag_messages', 'Messages that are not handled yet');
  const open = gauge('open_notices', 'Notices that are neither sent nor given up');
  const failed = gauge('failed_reminders', 'Reminders that failed in the last 24 hours');
  const waits = gauge('waits', '1 while messages are not handled');
  const away = new Gauge({
    name: 'notifier_channel_away',
    help: '1 while a channel is known to be away',
    labelNames: ['channel'],
    registers: [registry],
  });

  return (status: NotifierStatus): void => {
    lag.set(status.lag ?? Number.NaN);
    open.set(status.progress?.open ?? Number.NaN);
    failed.set(status.progress?.failedInADay ?? Number.NaN);
    waits.set(status.problem === null ? 0 : 1);
    for (const state of status.channels) away.set({ channel: state.channel }, state.away ? 1 : 0);
  };
}

function jobGauges(registry: Registry) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `job_${name}`, help, labelNames: ['job'], registers: [registry] });
  const lastRun = gauge('last_run_timestamp_seconds', 'The last run that succeeded here');
  const failures = gauge('failures_in_a_row', '0 after a run that succeeded');

  return ({ jobs }: SchedulerStatus): void => {
    for (const { name, lastRun: last, failuresInARow } of jobs) {
      if (last) lastRun.set({ job: name }, last.at.getTime() / 1000);
      failures.set({ job: name }, failuresInARow);
    }
  };
}
