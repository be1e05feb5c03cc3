import { FAILING_DAYS } from '@insuremanager/contracts/webhooks/webhookViews';
import type { BusMessage } from '../platform/bus/bus.js';
import { unavailable } from '../platform/errors.js';
import { forEachLimit } from '../platform/forEachLimit.js';
import { pause } from '../platform/pauses.js';
import type { Platform } from '../platform/platform.js';
import { describeFailure } from '../platform/postgres/failures.js';
import { query } from '../platform/postgres/postgres.js';
import type { ToBusMessage } from '../platform/relay/busMessages.js';
import { openRelay, type Relay } from '../platform/relay/relay.js';
import type { Outcome } from './postMessage.js';
import {
  type Endpoint,
  findEndpoint,
  forgetOldDeliveries,
  type Letter,
  letterOf,
  listEndpoints,
  type Stopped,
  stopOfOtherLogs,
} from './webhookTables.js';

interface Parts {
  readonly platform: Pick<Platform, 'pool' | 'eventLog' | 'clock' | 'logger'>;
  readonly databaseUrl: string;
  readonly toBusMessage: ToBusMessage;
  /** Sends one message, and writes down how that ended. */
  readonly deliver: (endpoint: Endpoint, letter: Letter, signal: AbortSignal) => Promise<Outcome>;
  /** Tells administrators that nothing more is sent. */
  readonly onStopped: (endpoint: Endpoint) => Promise<void>;
  readonly lookEveryMs?: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after so many failures in a row it is tried again; the last one goes on. */
const RETRY_AFTER_MS = [
  ...[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS],
];
const LOOK_EVERY_MS = 2_000;
/** So many messages may come twice after a crash. */
const MOST_AT_ONCE = 50;
/** Records whose messages are on their way to one receiver beside each other. */
const STREAMS_AT_ONCE = 4;
const GONE = 410;
const LONGEST_REST_MS = 10_000;

export const relayOf = (id: number): string => `webhook-${id}`;

/**
 * A relay for each webhook, with a checkpoint of its own: none waits for another. What relays do
 * (order, going on after a crash, one process at work) is theirs; here messages are sent by HTTP.
 */
export function createDeliverer(parts: Parts) {
  const { platform, databaseUrl, toBusMessage, lookEveryMs = LOOK_EVERY_MS } = parts;
  const { pool, clock, logger } = platform;
  const relays = new Map<number, { readonly relay: Relay; readonly stopped: AbortController }>();
  let stopping = new AbortController();
  let keeping: Promise<void> | null = null;

  const tell = async (endpoint: Endpoint, stopped: Stopped): Promise<void> => {
    logger.warn({ webhook: endpoint.id, stopped }, 'A webhook is disabled');
    await parts.onStopped({ ...endpoint, stopped }).catch((error: unknown) => {
      logger.warn({ webhook: endpoint.id }, 'Nobody could be told of a disabled webhook', error);
    });
  };

  const recordFailure = async (endpoint: Endpoint, { status }: Outcome): Promise<void> => {
    const now = clock.now();
    const since = endpoint.failing_since ?? now;
    const isTooLong = now.getTime() - since.getTime() >= FAILING_DAYS * 24 * HOUR_MS;
    const stopped = status === GONE ? 'gone' : isTooLong ? 'given_up' : null;
    const nth = Math.min(endpoint.attempts, RETRY_AFTER_MS.length - 1);
    // Not all who wait at the same moment.
    const after = (RETRY_AFTER_MS[nth] ?? 0) * (0.9 + Math.random() / 5);
    const changed = await query(
      pool,
      `UPDATE webhooks.endpoints SET attempts = attempts + 1, failing_since = $2,
         next_attempt_at = $3, stopped = $4
       WHERE id = $1 AND stopped IS NULL AND url = $5 AND attempts = $6 RETURNING id`,
      [
        ...[endpoint.id, since, new Date(now.getTime() + after), stopped],
        // Of one that was repaired meanwhile, what failed before says nothing.
        ...[endpoint.url, endpoint.attempts],
      ],
    );
    if (!stopped || changed.length === 0) return;
    await tell(endpoint, stopped);
  };

  const recordSuccess = ({ id, failing_since }: Endpoint): Promise<unknown> | null =>
    failing_since &&
    query(
      pool,
      `UPDATE webhooks.endpoints SET attempts = 0, failing_since = NULL, next_attempt_at = NULL
       WHERE id = $1`,
      [id],
    );

  /** As a bus publishes: all of it, or it is tried again. */
  function publisherTo(id: number, stopped: AbortSignal) {
    /** Of what is being published: taken already, so not sent again while this process lives. */
    const taken = new Set<string>();
    return async (messages: readonly BusMessage[]): Promise<void> => {
      const endpoint = await findEndpoint(pool, id);
      if (!endpoint || endpoint.stopped) throw waits();
      const rest = (endpoint.next_attempt_at?.getTime() ?? 0) - clock.now().getTime();
      if (rest > 0) {
        // Not asked all the time, and soon enough for who enables it anew.
        await pause(Math.min(rest, LONGEST_REST_MS), stopped);
        throw waits();
      }
      const waiting = messages.filter((message) => !taken.has(message.id));
      const streams = new Map<string, BusMessage[]>();
      for (const message of waiting)
        streams.set(message.key, [...(streams.get(message.key) ?? []), message]);
      const failures: Outcome[] = [];
      await forEachLimit([...streams.values()], { atOnce: STREAMS_AT_ONCE }, async (ofStream) => {
        for (const message of ofStream) {
          if (failures.length > 0 || stopped.aborted) return;
          const outcome = await parts.deliver(endpoint, letterOf(message), stopped);
          if (stopped.aborted && outcome.problem) return;
          if (outcome.problem) failures.push(outcome);
          else taken.add(message.id);
        }
      });
      await forgetOldDeliveries(pool, id);
      if (failures[0]) await recordFailure(endpoint, failures[0]);
      if (messages.some((message) => !taken.has(message.id))) throw waits();
      taken.clear();
      await recordSuccess(endpoint);
    };
  }

  const open = async (id: number) => {
    const stopped = new AbortController();
    const relay = await openRelay({
      ...{ ...platform, databaseUrl, toBusMessage, name: relayOf(id), maxBatch: MOST_AT_ONCE },
      bus: { publish: publisherTo(id, stopped.signal) },
    });
    relay.start();
    relays.set(id, { relay, stopped });
  };
  const close = async (id: number) => {
    const found = relays.get(id);
    relays.delete(id);
    found?.stopped.abort();
    await found?.relay.stop();
  };

  /** Has a relay run for each webhook that is to be sent to, and for no other. */
  const look = async (): Promise<void> => {
    for (const endpoint of await stopOfOtherLogs(pool)) await tell(endpoint, 'other_log');
    const wanted = (await listEndpoints(pool)).filter(({ stopped }) => stopped === null);
    const ids = new Set(wanted.map(({ id }) => id));
    await Promise.all([...relays.keys()].filter((id) => !ids.has(id)).map(close));
    for (const id of ids) if (!relays.has(id)) await open(id);
  };

  const keep = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await look().catch((error: unknown) =>
        logger.debug({ why: describeFailure(error) }, 'Webhooks are not known'),
      );
      await pause(lookEveryMs, signal);
    }
    await Promise.all([...relays.keys()].map(close));
  };

  return {
    start() {
      stopping = new AbortController();
      keeping ??= keep(stopping.signal);
    },
    async stop() {
      stopping.abort();
      await keeping;
      keeping = null;
    },
  };
}

const waits = () => unavailable('The receiver of a webhook');
