import {
  type Channel,
  type DeliveryProblem,
  REMINDER_COVERS,
  type ReminderCover,
} from '@insuremanager/contracts/reminders/reminderKinds';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { digitsOf } from '@insuremanager/contracts/rules/text';
import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/logger.js';
import { MailDeferred, type Mailer, MailRefused } from '../platform/mail/mailer.js';
import { serverMessage } from '../platform/serverMessage.js';
import type { GatewayAnswer, MessageGateway } from '../platform/sms/messageGateway.js';
import { type LetterInput, renewalEmail, renewalLetter } from './renewalLetter.js';
import { filledText, isOfPremiums, type ShortTexts } from './shortTexts.js';

/** What a channel made of a message. Deferred: it may be taken later. */
export type Delivery =
  | { readonly outcome: 'delivered' }
  | Problem<'failed'>
  | (Problem<'deferred'> & {
      /** Whether every other message would meet the same now. */
      readonly isOfAll: boolean;
      /** Milliseconds before which the server is not to be asked again, where it said so. */
      readonly retryAfterMs?: number;
      /** It was handed over, and nobody knows what became of it. Absent: no. */
      readonly mayHaveArrived?: boolean;
    });

interface Problem<Outcome> {
  readonly outcome: Outcome;
  readonly problem: DeliveryProblem;
  /** In the server's own words. */
  readonly reply: string | null;
}

/** A message as a person sees it before it is sent. */
export interface ComposedMessage {
  /** The address, as the customer's record has it. */
  readonly to: string;
  readonly subject: string | null;
  readonly text: string;
  readonly html: string | null;
}

/** How one channel sends. */
export interface NoticeChannel {
  readonly channel: Channel;
  /** What it can remind of: it may need words for each. */
  readonly covers: readonly ReminderCover[];
  /** True: there is no server; messages are stored as files and reach nobody. */
  readonly isFolder: boolean;
  compose(input: LetterInput): ComposedMessage;
  /** @param id a UUID: sent again under it, it is the same message. */
  send(id: string, input: LetterInput): Promise<Delivery>;
  /** Whether its server is there; sends nothing. */
  isThere(): Promise<boolean>;
}

export function emailChannel(mailer: Mailer): NoticeChannel {
  const compose = (input: LetterInput) => ({
    to: input.customer.email ?? '',
    ...renewalEmail(renewalLetter(input), input.letterhead),
  });
  return {
    channel: 'email',
    covers: REMINDER_COVERS,
    isFolder: mailer.isFolder,
    compose,
    async send(id, input) {
      try {
        await mailer.send({ id, ...compose(input), attachments: [] });
        return { outcome: 'delivered' };
      } catch (error) {
        if (error instanceof MailRefused)
          return { outcome: 'failed', problem: 'refused', reply: error.reply };
        if (error instanceof MailDeferred) {
          const { problem, reply, isOfAll, mayHaveArrived } = error;
          return { outcome: 'deferred', problem, reply, isOfAll, mayHaveArrived };
        }
        return notReached(error);
      }
    },
    isThere: () =>
      mailer.check().then(
        () => true,
        () => false,
      ),
  };
}

export interface TextChannel {
  readonly gateway: MessageGateway;
  readonly texts: ShortTexts;
  /** Of premiums; null where none is registered. */
  readonly premiumTexts: ShortTexts | null;
}

export function textChannel(
  channel: 'sms' | 'whatsapp',
  { gateway, texts, premiumTexts }: TextChannel,
): NoticeChannel {
  const filledFor = (input: LetterInput) =>
    filledText((isOfPremiums(input) && premiumTexts) || texts, input);
  return {
    channel,
    covers: REMINDER_COVERS.filter((cover) => cover !== 'instalment' || premiumTexts !== null),
    isFolder: false,
    compose(input) {
      const { text } = filledFor(input);
      return { to: formatPhone(input.customer.phone), subject: null, text, html: null };
    },
    async send(id, input) {
      const { text, templateId, language, values, lacksPhone } = filledFor(input);
      if (lacksPhone) return PHONE_MISSING;
      const to = digitsOf(input.customer.phone);
      const variables = { ...values, id, language };
      try {
        return deliveryOf(await gateway.send({ to, text, templateId, variables }));
      } catch (error) {
        return notReached(error);
      }
    },
    isThere: () => gateway.check(),
  };
}

/** Until an admin sets it; texts that do not name it are sent. */
const PHONE_MISSING: Delivery = {
  outcome: 'deferred',
  problem: 'misconfigured',
  reply: 'The text needs the agency’s phone number, which is not set.',
  isOfAll: false,
};

/** What a gateway answers with 200 and is no success may be said of this number, or of all. */
const deliveryOf = (answer: GatewayAnswer): Delivery =>
  answer.outcome === 'deferred' ? { ...answer, isOfAll: answer.problem !== 'bad-answer' } : answer;

/** Such as a full disk under the folder for emails. */
const notReached = (error: unknown): Delivery => ({
  outcome: 'deferred',
  problem: 'unreachable',
  reply: serverMessage(error instanceof Error ? error.name : ''),
  isOfAll: true,
});

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
