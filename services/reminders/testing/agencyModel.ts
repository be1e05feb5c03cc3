import type { PolicyKind, PolicyStatus } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { daysBetween } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';

/** A term as the model knows it. */
export interface ModelTerm {
  readonly id: number;
  readonly kind: PolicyKind;
  customerId: number;
  status: PolicyStatus;
  endDate: Day;
  readonly thirdPartyEndDate: Day | null;
  /** The term that it renewed, and how that stood. */
  readonly previous: { readonly term: ModelTerm; readonly status: PolicyStatus } | null;
  /** Of a term in instalments: the day of the next one that is not paid. */
  premium?: { readonly nextDue: Day | null };
}

interface ModelReminder {
  readonly term: ModelTerm;
  readonly customerId: number;
  readonly cover: 'policy' | 'third_party' | 'instalment';
  readonly dueDate: Day;
  readonly askedOn: Day;
  state: 'waiting' | 'sent' | 'failed';
}

/**
 * What an agency's reminders must be, told without any of the product's code: every day it looks at
 * every term.
 */
export function createAgencyModel() {
  /** By customer: whether they can be written to, and may be. */
  const reachable = new Map<number, boolean>();
  const terms = new Map<number, ModelTerm>();
  const reminders = new Map<string, ModelReminder>();

  const endsOf = ({ endDate, thirdPartyEndDate, premium }: ModelTerm) => [
    ['policy', endDate] as const,
    ...(thirdPartyEndDate !== null && thirdPartyEndDate !== endDate
      ? [['third_party', thirdPartyEndDate] as const]
      : []),
    ...(premium?.nextDue ? [['instalment', premium.nextDue] as const] : []),
  ];

  const isToBeSent = (
    { term, customerId, cover, dueDate }: Omit<ModelReminder, 'askedOn' | 'state'>,
    today: Day,
  ): boolean =>
    terms.has(term.id) &&
    term.customerId === customerId &&
    reachable.get(customerId) === true &&
    (term.status === 'active' ||
      (cover === 'instalment' && term.status === 'renewed') ||
      (cover === 'third_party' && term.status === 'expired')) &&
    endsOf(term).some(([of, day]) => of === cover && day === dueDate) &&
    dueDate >= today;

  return {
    reachable,
    terms,

    add({ id, kind, customerId, status, endDate, thirdPartyEndDate }: PolicyView, of?: ModelTerm) {
      const previous = of ? { term: of, status: of.status } : null;
      terms.set(id, { id, kind, customerId, status, endDate, thirdPartyEndDate, previous });
    },

    /** The system expires what has ended. */
    expire(today: Day): void {
      for (const term of terms.values()) {
        if (term.status === 'active' && term.endDate < today) term.status = 'expired';
      }
    },

    /** The calendar asks: 29 and 15 days before an end, 7 and one before a premium. */
    ask(today: Day): void {
      for (const term of terms.values()) {
        for (const [cover, dueDate] of endsOf(term)) {
          const left = daysBetween(today, dueDate);
          const [early, late] = cover === 'instalment' ? [7, 1] : [29, 15];
          if (left < 0 || left > early) continue;
          const { customerId } = term;
          const key = [customerId, term.id, cover, dueDate, left > late ? early : late].join(' ');
          const one = { term, customerId, cover, dueDate, askedOn: today };
          if (reminders.has(key) || !isToBeSent(one, today)) continue;
          reminders.set(key, { ...one, state: 'waiting' });
        }
      }
    },

    /**
     * On a day that is not quiet, what waits is sent, or given up when the mail server is away on the
     * next day, too. Within 15 days of the end nothing of the 29th goes out any more.
     */
    send(today: Day, isServerThere: boolean): void {
      for (const [key, reminder] of reminders) {
        if (reminder.state !== 'waiting') continue;
        const left = daysBetween(today, reminder.dueDate);
        const isOfThen = (key.endsWith(' 29') && left <= 15) || (key.endsWith(' 7') && left <= 1);
        if (isOfThen || !isToBeSent(reminder, today)) reminders.delete(key);
        else if (isServerThere) reminder.state = 'sent';
        else if (reminder.askedOn < today) reminder.state = 'failed';
      }
    },

    /** Terms of which a reminder was asked for and is not sent yet. */
    termsThatWait: (): ModelTerm[] =>
      [...reminders.values()].flatMap(({ state, term }) => (state === 'waiting' ? [term] : [])),

    /** `customer term cover day days`, of each reminder in a state, sorted. */
    keys: (state: ModelReminder['state']): string[] =>
      [...reminders]
        .filter(([, one]) => one.state === state)
        .map(([key]) => key)
        .sort(),
  };
}

export type AgencyModel = ReturnType<typeof createAgencyModel>;
