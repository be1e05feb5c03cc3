import { setTimeout as delay } from 'node:timers/promises';
import {
  refusalSentence,
  type SweepReport,
} from '@insuremanager/services/platform/files/sweepReports';
import { STARTING } from '@insuremanager/services/platform/postgres/role';
import type { ReadModelStatus } from '@insuremanager/services/platform/readModels/status';
import type { RelayStatus } from '@insuremanager/services/platform/relay/relayStatus';
import type { ParkedCount } from '@insuremanager/services/platform/relay/relayStore';
import type { Router } from 'express';
import type { GatewayDeps, Need } from '../gatewayDeps.js';
import { route } from '../routes.js';
import type { IsOperator } from '../security/operators.js';
import { notifierWarnings } from './notifierWarnings.js';
import { readModelWarnings } from './readModelWarnings.js';

/** A server that takes longer to say that it is there is not ready either, in milliseconds. */
const TIMEOUT_MS = 3000;

export type HealthParts = Pick<
  GatewayDeps,
  | 'needs'
  | 'isStopping'
  | 'eventLogReachable'
  | 'logProblem'
  | 'databaseReachable'
  | 'filesReachable'
  | 'readModels'
  | 'relay'
  | 'notifier'
  | 'sweepReports'
>;

/**
 * `/health/live`: the process answers. `/health/ready`: this process can do its work, or 503, and
 * for operators what is missing. What others have to bring back is a warning, not a 503: a proxy
 * would take all gateways away from people who could still read.
 */
export function healthRoutes(router: Router, parts: HealthParts, isOperator: IsOperator): void {
  route(router, '/health/live', {
    get: {
      access: 'public',
      handlers: (_request, response) => {
        response.json({ status: 'live' });
      },
    },
  });

  const isThere: Readonly<Record<Need, () => Promise<boolean>>> = {
    database: () => answers(parts.databaseReachable()),
    eventLog: () => answers(parts.eventLogReachable()),
    readModels: () => answers(parts.readModels.isBuilt()),
  };

  const missingNeeds = async (): Promise<Need[]> => {
    const there = await Promise.all(parts.needs.map((need) => isThere[need]()));
    const missing = parts.needs.filter((_, index) => !there[index]);
    // Nobody can do without the right log, also who can do without any for a while.
    const isWrong = parts.logProblem() !== null && !missing.includes('eventLog');
    return isWrong ? [...missing, 'eventLog'] : missing;
  };

  route(router, '/health/ready', {
    get: {
      access: 'public',
      handlers: async (request, response) => {
        const details = isOperator(request) ? detailsOf(parts) : null;
        const missing = await missingNeeds();
        const status = statusOf(parts.isStopping(), missing);
        const more = await details;
        response.status(status === 'ready' ? 200 : 503);
        response.json(more ? { status, missing, ...more } : { status });
      },
    },
  });
}

const statusOf = (isStopping: boolean, missing: readonly Need[]) => {
  if (isStopping) return 'stopping';
  return missing.length === 0 ? 'ready' : 'not-ready';
};

/** How the parts are, and what waits for whoever runs this. */
async function detailsOf(parts: HealthParts) {
  const [eventLog, database, files, readModels, relay, notifier, sweeps] = await Promise.all([
    answers(parts.eventLogReachable()),
    answers(parts.databaseReachable()),
    answers(parts.filesReachable()),
    within(TIMEOUT_MS, parts.readModels.status()).catch(() => 'unknown' as const),
    parts.relay && within(TIMEOUT_MS, parts.relay.status()).catch(() => 'unknown' as const),
    parts.notifier && within(TIMEOUT_MS, parts.notifier.status()).catch(() => 'unknown' as const),
    within(TIMEOUT_MS, parts.sweepReports.all()).catch(() => null),
  ]);
  return {
    warnings: [
      ...(eventLog ? [] : [eventLogWarning(parts.logProblem())]),
      // Whoever is away explains it.
      ...(eventLog && database ? readModelWarnings(readModels) : []),
      ...(database && parts.readModels.poolUse().waiting > 0 ? [LISTS_WAIT] : []),
      ...(sweeps ?? []).flatMap(warningsOf),
      ...(relay ? relayWarnings(relay) : []),
      ...(notifier ? notifierWarnings(notifier) : []),
    ],
    eventLog: eventLog ? 'reachable' : 'unreachable',
    database: database ? 'reachable' : 'unreachable',
    fileStore: files ? 'reachable' : 'unreachable',
    readModels: readModels === 'unknown' ? null : publicStatus(readModels),
    relay: relay ? publicRelayStatus(relay) : null,
    notifier: notifier ?? null,
    sweeps:
      sweeps?.map(({ prefix, at, result, removed }) => ({ prefix, at, result, removed })) ?? null,
  };
}

const eventLogWarning = (problem: string | null) =>
  problem === null ? EVENT_LOG_AWAY : { code: 'wrong-log', message: problem };

const EVENT_LOG_AWAY = {
  code: 'event-log-away',
  message:
    'The event store does not answer: everything can be read, nothing can be changed. Look at its ' +
    'server, the network between, and EVENTSTORE_URL.',
};

const LISTS_WAIT = {
  code: 'lists-wait',
  message:
    'Lists wait for a free connection to Postgres, ten seconds at most. Where that stays, look at ' +
    'the load of Postgres and for slow queries.',
};

/** Without checkpoint and head, which are of no use outside; nothing in a status is personal. */
const publicStatus = (status: ReadModelStatus): object => {
  const { schema, state, eventsHandled, progress, secondsLeft, lagSeconds } = status;
  const { reason, poison, setAside } = status;
  const shown = { schema, state, eventsHandled, progress, secondsLeft, lagSeconds };
  return { ...shown, reason, poison, setAside };
};

/** `unknown`: it did not answer in time. */
const publicRelayStatus = (status: RelayStatus | 'unknown'): object => {
  if (status === 'unknown') return { state: status };
  const { state, eventsHandled, lagEvents, lagSeconds, parked, reason } = status;
  return { state, eventsHandled, lagEvents, lagSeconds, parked, reason };
};

/** People can work while other systems wait for what they do. */
const relayWarnings = (status: RelayStatus | 'unknown') => {
  if (status === 'unknown') return [{ code: 'relay-unknown', message: NO_ANSWER }];
  const { state, reason, parked } = status;
  return [
    ...(state === 'stopped' || (state === 'waiting' && reason !== STARTING)
      ? [{ code: 'relay-waits', message: `Messages are not published. ${reason}` }]
      : []),
    ...(parked && parked.events > 0
      ? [{ code: 'events-parked', message: parkedSentence(parked) }]
      : []),
  ];
};

const NO_ANSWER =
  'How far messages are published is not known: the event store or Postgres did not answer ' +
  'within three seconds.';

const parkedSentence = ({ events, streams }: ParkedCount): string =>
  `Parked events: ${events}, of streams: ${streams}. Their messages are not published: ` +
  'npm run ops -- parked says why.';

const warningsOf = (report: SweepReport) => {
  const message = refusalSentence(report);
  return message ? [{ code: 'sweep-refused', message, since: report.refusal?.since }] : [];
};

const answers = (question: Promise<boolean>): Promise<boolean> =>
  within(TIMEOUT_MS, question).catch(() => false);

/** @throws when there was no result after so many milliseconds. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const tooLate = delay(ms, null, { signal: timer.signal }).then(() => {
    throw new Error('No answer in time');
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    timer.abort();
  }
}
