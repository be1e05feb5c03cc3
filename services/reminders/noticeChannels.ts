import type { Channel, DeliveryProblem } from '@insuremanager/contracts/reminders/reminderKinds';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { digitsOf } from '@insuremanager/contracts/rules/text';
import { MailDeferred, type Mailer, MailRefused } from '../platform/mail/mailer.js';
import { serverMessage } from '../platform/serverMessage.js';
import type { GatewayAnswer, MessageGateway } from '../platform/sms/messageGateway.js';
import { renewalEmail } from './renewalEmail.js';
import { type LetterInput, renewalLetter } from './renewalLetter.js';
import { filledText, type ShortTexts } from './shortTexts.js';

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
}

export function textChannel(
  channel: 'sms' | 'whatsapp',
  { gateway, texts }: TextChannel,
): NoticeChannel {
  return {
    channel,
    isFolder: false,
    compose(input) {
      const { text } = filledText(texts, input);
      return { to: formatPhone(input.customer.phone), subject: null, text, html: null };
    },
    async send(id, input) {
      const { text, templateId, language, values, lacksPhone } = filledText(texts, input);
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
