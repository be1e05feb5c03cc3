import { DEFAULT_LANGUAGE } from '@insuremanager/contracts/customers/customerFields';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { Reminder } from '@insuremanager/contracts/reminders/reminderEvents';
import type { SendReminderInput } from '@insuremanager/contracts/reminders/reminderInputs';
import {
  CHANNEL_LABELS,
  CHANNELS,
  type Channel,
  MANUAL_REMINDER,
  type SuppressionReason,
} from '@insuremanager/contracts/reminders/reminderKinds';
import type {
  ReminderView,
  RenewalContact,
} from '@insuremanager/contracts/reminders/reminderViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Customers } from '../customers/index.js';
import type { Clock } from '../platform/clock.js';
import type { CommandContext } from '../platform/commands/command.js';
import { conflict, invalid, notFound, Refusal } from '../platform/errors.js';
import type { RateLimits } from '../platform/limits/rateLimits.js';
import { pause } from '../platform/pauses.js';
import type { Policies } from '../policies/index.js';
import { isDelivered, type Notice, requireNotice } from './customerReminders.js';
import { type NoticeRequests, noticeIdOf, type WantedReminder } from './noticeRequests.js';
import { NO_CHANNELS, type Notices, requireChannels } from './notices.js';
import type { ReminderQueries } from './reminderQueries.js';
import type { Reminders } from './reminders.js';
import { renewalLetter, renewalText } from './renewalLetter.js';
import {
  consentTo,
  contactSuppression,
  endingOf,
  missingContact,
  recipient,
  suppressionOf,
} from './suppression.js';

interface Parts {
  readonly requests: NoticeRequests;
  readonly notices: Notices;
  readonly queries: Pick<ReminderQueries, 'lastSent'>;
  readonly customers: Pick<Customers, 'current' | 'remainingOf' | 'listByIds'>;
  readonly policies: Pick<Policies, 'current' | 'findAll'>;
  readonly clock: Clock;
  readonly limits: RateLimits;
}

const DAY = 24 * 3600;
/** Of one user; a bulk is for more. */
const MOST_REMINDERS_A_DAY = 500;
/** To one customer, whoever sends them: more is no reminder. */
const MOST_TO_CUSTOMER_A_DAY = 3;
/** How long the outcome of another attempt is waited for, and how often it is looked for. */
const TIMEOUT_MS = 10_000;
const LOOK_MS = 200;

interface Wanted {
  readonly customer: CustomerView | null;
  readonly term: PolicyView;
  readonly reminder: WantedReminder;
}

/** Reminders that agents send by hand, and what these would say. */
export const manualReminders = (parts: Parts): Pick<Reminders, 'send' | 'preview' | 'contacts'> => {
  const { requests, notices, queries, customers, policies, clock } = parts;
  const ofUser = parts.limits.limit({
    name: 'manual-reminder',
    things: 'reminders sent by hand',
    most: MOST_REMINDERS_A_DAY,
    seconds: DAY,
  });
  const toCustomer = parts.limits.limit({
    name: 'manual-reminder-to',
    things: 'reminders sent by hand to this customer',
    most: MOST_TO_CUSTOMER_A_DAY,
    seconds: DAY,
  });

  const wantedBy = async (input: SendReminderInput): Promise<Wanted> => {
    const { policyId } = input;
    const term = await requireTerm({ policies, customers }, input);
    const customer = await recipient(customers, term.customerId);
    const { cover, dueDate } = endingOf(term, kolkataDay(clock.now()));
    const reason = suppressionOf({ cover, dueDate }, { customer, term }, notices.configured);
    const reminder = {
      termId: policyId,
      policyType: term.kind,
      cover,
      reminderType: MANUAL_REMINDER,
      dueDate,
      reason,
    };
    return { customer, term, reminder };
  };

  /** Under which the policy stands: it may lead to the customer who was named. */
  const numberOf = async ({ customerId, policyId }: SendReminderInput): Promise<number> => {
    const number = (await policies.current(policyId))?.customerId ?? customerId;
    if (number === customerId) return customerId;
    const isTheirs = (await customers.remainingOf(number)) === customerId;
    return isTheirs ? number : customerId;
  };

  const isRetry = async ({ customerId }: SendReminderInput, commandId: string): Promise<boolean> =>
    (await requests.readHistory(customerId)).some(
      ({ metadata }) => metadata.commandId === commandId,
    );

  /** Why none can be sent, as the customer's record is now. */
  const sentenceOf = (reason: SuppressionReason, customer: CustomerView | null): string => {
    const missing = customer && missingContact(customer, notices.configured);
    return reason === 'no-contact' && missing ? `${missing}.` : SUPPRESSION_SENTENCES[reason];
  };

  /** @throws Refusal when it cannot be sent now. */
  const admitted = async (input: SendReminderInput): Promise<WantedReminder[]> => {
    requireChannels(notices);
    const { customer, reminder } = await wantedBy(input);
    if (reminder.reason) throw suppressed(sentenceOf(reminder.reason, customer));
    return [reminder];
  };

  /** Also where the same request is under way in another process: by then that has an outcome. */
  const deliver = async (
    customerId: number,
    noticeId: string,
    context: CommandContext,
  ): Promise<Notice> => {
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    for (;;) {
      const notice = await notices.deliver(customerId, noticeId, context);
      if (notice.underWaySince === null || deadline.aborted) return notice;
      await pause(LOOK_MS, deadline);
    }
  };

  return {
    async send(asked, context) {
      const input = { ...asked, customerId: await numberOf(asked) };
      const { customerId } = input;
      const noticeId = noticeIdOf(customerId, context.commandId);
      // A retry is answered by what came of it, whatever has changed since; also one that came while
      // the first was under way.
      const isDone = () => isRetry(input, context.commandId);
      const wanted = (await isDone())
        ? []
        : await admitted(input).catch(async (refusal: unknown) => {
            if (await isDone()) return [];
            throw refusal;
          });
      const base = { customerId, trigger: 'agent', bulkId: null } as const;
      const run = () => requests.run({ ...base, wanted, request: input }, context);
      const { repeated } =
        wanted.length === 0
          ? await run()
          : await ofUser.during(context.actor.userId, () => toCustomer.during(customerId, run));
      const notice = await deliver(customerId, noticeId, context);
      refuseUnsent(notice, await suppressionAfter(customerId, noticeId));
      // Suppressed by now, when only a further channel was open: one has taken it.
      const [reminder] = notice.asked;
      if (!reminder) throw new Error('A notice is asked for with a reminder');
      const history = await requests.readHistory(customerId);
      return {
        reminder: viewInNotice(customerId, notice, reminder),
        position: history.at(-1)?.position ?? null,
        repeated,
      };
    },

    async preview(input) {
      const { customer, term, reminder } = await wantedBy(input);
      const isPossible = notices.configured.length > 0;
      const today = kolkataDay(clock.now());
      const lastDays = await queries.lastSent([term.id]);
      return {
        channels:
          customer && isPossible
            ? [...(await notices.compose({ customer, terms: [term], today }))]
            : [],
        language: customer?.language ?? DEFAULT_LANGUAGE,
        lastReminderDate: lastDays.get(term.id) ?? null,
        refusal: isPossible
          ? reminder.reason && sentenceOf(reminder.reason, customer)
          : NO_CHANNELS,
      };
    },

    async contacts(termIds) {
      const terms = [...(await policies.findAll(termIds)).values()];
      const [holders, letterhead] = await Promise.all([
        customers.listByIds(terms.map(({ customerId }) => customerId)),
        notices.letterhead(),
      ]);
      const holder = new Map(holders.map((customer) => [customer.id, customer]));
      const today = kolkataDay(clock.now());
      const contactOf = (term: PolicyView, customer: CustomerView): RenewalContact => {
        const ending = [endingOf(term, today)];
        const letter = renewalLetter({ customer, ending, today, letterhead });
        const mayBeWritten = consentTo(customer, 'whatsapp') !== 'withdrawn';
        return {
          unreachable: contactSuppression(customer, notices.configured),
          missing: missingContact(customer, notices.configured),
          text: mayBeWritten ? renewalText(letter, letterhead) : null,
        };
      };
      return new Map(
        terms.flatMap((term) => {
          const customer = holder.get(term.customerId);
          return customer ? [[term.id, contactOf(term, customer)] as const] : [];
        }),
      );
    },
  };

  /** Why nothing is left of a notice; null when something is. */
  async function suppressionAfter(
    customerId: number,
    noticeId: string,
  ): Promise<SuppressionReason | null> {
    const { state } = await requests.load(customerId);
    if (requireNotice(state, noticeId).reminders.length > 0) return null;
    const history = await requests.readHistory(customerId);
    for (const event of history) {
      if (event.type !== 'RemindersSuppressed' || event.data.noticeId !== noticeId) continue;
      return event.data.reminders[0]?.reason ?? null;
    }
    return null;
  }
};

/** @throws not-found, and invalid on `customerId` when it is somebody else's. */
async function requireTerm(
  {
    policies,
    customers,
  }: { policies: Pick<Policies, 'current'>; customers: Pick<Customers, 'remainingOf'> },
  { customerId, policyId, policyType }: SendReminderInput,
): Promise<PolicyView> {
  const term = await policies.current(policyId);
  if (term?.kind !== policyType) throw notFound('policy', policyId);
  const isTheirs =
    term.customerId === customerId ||
    (await customers.remainingOf(term.customerId)) === (await customers.remainingOf(customerId));
  if (!isTheirs) {
    const message =
      'This policy belongs to another customer. Check it, then send the reminder again.';
    throw invalid([{ field: 'customerId', code: 'customer-other', message }]);
  }
  return term;
}

const SUPPRESSION_SENTENCES: Readonly<Record<SuppressionReason, string>> = {
  'consent-withdrawn': 'The customer has withdrawn their consent to reminders.',
  'no-contact': 'The customer’s record has no address to which a reminder can be sent.',
  'customer-deleted': 'The customer has been deleted or erased.',
  'term-renewed': 'The policy has been renewed already.',
  'term-cancelled': 'The policy has been cancelled.',
  'term-expired': 'The policy has expired.',
  'term-deleted': 'The policy has been deleted.',
  'term-changed': 'The policy has been changed. Check it, then send the reminder again.',
  'premium-paid': 'The premium has been paid already.',
  'window-passed': 'A later reminder for this policy is now due.',
  'too-late': 'The reminder could not be sent within a day. Send it again.',
};

const suppressed = (sentence: string): Refusal => conflict('reminder-suppressed', sentence);

/** How long to wait before looking again, in seconds. */
const RETRY_AFTER = 60;

/** @throws Refusal when no channel has taken it. */
function refuseUnsent(notice: Notice, suppression: SuppressionReason | null): void {
  if (isDelivered(notice)) return;
  if (suppression) throw suppressed(SUPPRESSION_SENTENCES[suppression]);
  if (!notice.isDone) {
    throw new Refusal('unavailable', {
      code: 'reminder-not-sent',
      message: 'The reminder could not be sent now. It will be retried automatically.',
      retryAfterSeconds: RETRY_AFTER,
    });
  }
  const said = [...notice.outcomes].map(
    ([channel, { reply }]) => `${CHANNEL_LABELS[channel]}: ${reply ?? 'not sent'}`,
  );
  throw invalid([
    {
      field: 'customerId',
      code: 'reminder-refused',
      message: `The reminder was not accepted. ${said.join('; ')}`,
    },
  ]);
}

/** A reminder as the stream of its customer says. */
function viewInNotice(customerId: number, notice: Notice, reminder: Reminder): ReminderView {
  const { outcomes } = notice;
  const isSent = (channel: Channel) => outcomes.get(channel)?.outcome === 'delivered';
  const deliveries = [...outcomes.values()].filter(({ outcome }) => outcome === 'delivered');
  const first = deliveries.map(({ at }) => at.toISOString()).sort()[0];
  return {
    id: reminder.reminderId,
    customerId,
    policyId: reminder.termId,
    policyType: reminder.policyType,
    reminderType: reminder.reminderType,
    cover: reminder.cover,
    dueDate: reminder.dueDate,
    status: statusOf(notice),
    trigger: notice.trigger,
    requestedAt: notice.requestedAt.toISOString(),
    requestedBy: notice.requestedBy,
    sentAt: first ?? null,
    emailSent: isSent('email'),
    emailKept: notice.isEmailKept,
    smsSent: isSent('sms'),
    whatsappSent: isSent('whatsapp'),
    suppression: null,
    problems: CHANNELS.flatMap((channel) => {
      const { outcome, problem = null, reply = null } = outcomes.get(channel) ?? {};
      return problem === null ? [] : [{ channel, problem, reply, isFinal: outcome === 'failed' }];
    }),
    attempts: notice.attempt,
    nextAttemptAt: notice.nextAttemptAt?.toISOString() ?? null,
    mayBeDoubled: notice.mayBeDoubled,
    mayHaveGoneOut: notice.mayHaveGoneOut,
    noticeId: notice.id,
    remindersInNotice: notice.reminders.length,
    bulkId: notice.bulkId,
  };
}

const statusOf = (notice: Notice): ReminderView['status'] => {
  if (isDelivered(notice)) return 'sent';
  return notice.isDone ? 'failed' : 'waiting';
};
