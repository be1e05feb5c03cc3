import type { Channel, DeliveryProblem } from '@insuremanager/contracts/reminders/reminderKinds';
import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/logger.js';
import type { Delivery, NoticeChannel } from './noticeChannels.js';

/** How a channel is, as far as this process knows. */
export interface ChannelState {
  readonly channel: Channel;
  /** Null while it works, or was never tried. */
  readonly away: {
    readonly problem: DeliveryProblem;
    readonly since: Date;
  } | null;
}

export interface ChannelStates {
  /** Whether to send by it. One that is away is asked for a sign of life from time to time. */
  isUsable(channel: NoticeChannel): Promise<boolean>;
  /** What an attempt of a notice by it met. */
  learn(channel: Channel, noticeId: string, delivery: Delivery): void;
  /** Why it is away; null when it is not. */
  problemOf(channel: Channel): DeliveryProblem | null;
  all(): ChannelState[];
}

type Deferred = Extract<Delivery, { outcome: 'deferred' }>;

interface Away {
  readonly problem: DeliveryProblem;
  readonly since: Date;
  /** By the clock, milliseconds. */
  readonly restsUntil: number;
}

/** After a failure, and between two signs of life that were asked for. */
const REST_MS = 30_000;
/** Where a server said that it has had enough, and not for how long. */
const LIMITED_REST_MS = 60_000;
/** So many notices on end that meet the same fault of ours are not at fault themselves. */
const MOST_SUSPECT = 3;

/**
 * Knows which channels are away, so that an outage is met once and not once for each message. When
 * one has rested its server is asked for a sign of life; where there is one, a message is tried.
 */
export function createChannelStates(
  channels: readonly Channel[],
  { clock, logger }: { clock: Clock; logger: Logger },
): ChannelStates {
  const away = new Map<Channel, Away>();
  /** Notices since the last success that met what may be said of one of them, or of all. */
  const suspects = new Map<Channel, Set<string>>();
  const probes = new Map<Channel, Promise<boolean>>();
  const nowMs = () => clock.now().getTime();

  const rest = (channel: Channel, problem: DeliveryProblem, ms: number): void => {
    const before = away.get(channel);
    if (!before) logger.warn({ channel, problem }, 'A channel of reminders is away');
    const since = before?.since ?? clock.now();
    away.set(channel, { problem, since, restsUntil: nowMs() + ms });
  };

  const isMetByAll = (channel: Channel, noticeId: string, { isOfAll, problem }: Deferred) => {
    if (isOfAll || (problem !== 'misconfigured' && problem !== 'bad-answer')) return isOfAll;
    const met = suspects.get(channel) ?? new Set();
    suspects.set(channel, met.size < MOST_SUSPECT ? met.add(noticeId) : met);
    return met.size >= MOST_SUSPECT;
  };

  const ask = async (port: NoticeChannel, { problem }: Away): Promise<boolean> => {
    if (await port.isThere()) return true;
    rest(port.channel, problem, REST_MS);
    return false;
  };

  return {
    async isUsable(port) {
      const { channel } = port;
      const state = away.get(channel);
      if (!state) return true;
      if (nowMs() < state.restsUntil) return false;
      const probe = probes.get(channel) ?? ask(port, state);
      probes.set(channel, probe);
      return probe.finally(() => probes.delete(channel));
    },

    learn(channel, noticeId, delivery) {
      if (delivery.outcome !== 'deferred') {
        suspects.delete(channel);
        if (away.delete(channel)) logger.info({ channel }, 'A channel of reminders is back');
        return;
      }
      const { problem, retryAfterMs } = delivery;
      if (!isMetByAll(channel, noticeId, delivery)) return;
      rest(channel, problem, retryAfterMs ?? (problem === 'limited' ? LIMITED_REST_MS : REST_MS));
    },

    problemOf: (channel) => away.get(channel)?.problem ?? null,

    all: () =>
      channels.map((channel) => {
        const { problem, since } = away.get(channel) ?? {};
        return { channel, away: problem && since ? { problem, since } : null };
      }),
  };
}
