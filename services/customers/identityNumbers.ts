import { randomUUID } from 'node:crypto';
import {
  type CustomerAccessEvent,
  CustomerIdentityNumberRevealed,
  customerAccessStream,
  IdentityNumberLookedUp,
} from '@insuremanager/contracts/customers/customerAccessEvents';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { CUSTOMER_LABELS } from '@insuremanager/contracts/customers/customerFields';
import type { CustomerDuplicate } from '@insuremanager/contracts/customers/customerViews';
import {
  REVEALED_FIELDS,
  type RevealedNumber,
  type RevealInput,
} from '@insuremanager/contracts/customers/revealing';
import type { HistoryEntry } from '@insuremanager/contracts/history';
import { userAccessStream } from '@insuremanager/contracts/identity/userEvents';
import type { CommandContext } from '../platform/commands/command.js';
import { conflict, notFound } from '../platform/errors.js';
import { listed } from '../platform/listed.js';
import type { Platform } from '../platform/platform.js';
import { customerDecider } from './customer.js';
import type { DuplicateProbe } from './customers.js';

type Parts = Pick<Platform, 'commands' | 'limits'>;

const HOUR = 3600;
const REVEALS_PER_HOUR = 30;
const LOOKUPS_PER_HOUR = 200;

/** What was seen, in a few words. */
function accessSummary({ type, data }: CustomerAccessEvent): string {
  if (type === 'DeletedCustomerFileOpened') return 'File opened after the customer was deleted';
  if (type === 'HeldDataReported') {
    const whole = data.revealed.map((field) => CUSTOMER_LABELS[field]);
    return `All that is held taken out as ${data.format.toUpperCase()}${
      whole.length > 0 ? `, with ${listed(whole)}` : ''
    }`;
  }
  const reason = data.personal ? `: ${data.personal.reason}` : '';
  return `${CUSTOMER_LABELS[data.field]} revealed${reason}`;
}

/** Whole identity numbers, and the log of who saw them: nobody decides on it. */
export function identityNumbers({ commands, limits }: Parts) {
  const spendOne = limits.limit({
    name: 'reveal',
    things: 'identity numbers',
    most: REVEALS_PER_HOUR,
    seconds: HOUR,
  });
  const spendLookup = limits.limit({
    name: 'lookup',
    things: 'searches by an identity number',
    most: LOOKUPS_PER_HOUR,
    seconds: HOUR,
  });

  return {
    /** Whom a probe finds; by an identity number no more often than people type one. */
    async lookedUp(
      probe: DuplicateProbe,
      find: () => Promise<CustomerDuplicate[]>,
      context: CommandContext,
    ): Promise<CustomerDuplicate[]> {
      const fields = REVEALED_FIELDS.filter((field) => probe[field]);
      if (fields.length === 0) return find();
      const { userId } = context.actor;
      await spendLookup(userId);
      const found = await find();
      const customerIds = found
        .filter(({ matches }) => fields.some((field) => matches.includes(field)))
        .map(({ id }) => id);
      const lookedUp = IdentityNumberLookedUp({ userId, fields, customerIds });
      await commands.record(userAccessStream(userId), [lookedUp], context);
      return found;
    },

    async revealIdentityNumber(
      customerId: number,
      { field, reason }: RevealInput,
      context: CommandContext,
    ): Promise<RevealedNumber> {
      await spendOne(context.actor.userId);
      const { state } = await commands.load(customerDecider, customerStream(customerId));
      if (state.phase !== 'existing') throw notFound('customer', customerId);
      const value = state.record.details?.[field];
      if (!value) {
        throw conflict('no-identity-number', `This customer has no ${CUSTOMER_LABELS[field]}.`);
      }
      // Before the answer, and anew for each: nobody sees a number unrecorded. The client's command
      // id would make the next answer, with the number as it is then, the same entry.
      const revealed = CustomerIdentityNumberRevealed({ customerId, field, personal: { reason } });
      const command = { ...context, commandId: randomUUID() };
      await commands.record(customerAccessStream(customerId), [revealed], command);
      return { field, value };
    },

    /** A history with what was seen in it, where they belong by time; none of them is a version. */
    async withReveals(customerId: number, history: HistoryEntry[]): Promise<HistoryEntry[]> {
      const events = await commands.readHistory<CustomerAccessEvent>(
        customerAccessStream(customerId),
      );
      const reveals = events.map((event): HistoryEntry => {
        const { type, at, metadata } = event;
        return {
          version: 0,
          type,
          at: at.toISOString(),
          actor: metadata.actor,
          batchId: metadata.batchId ?? null,
          ofImport: null,
          summary: accessSummary(event),
          changes: [],
        };
      });
      return mergedByTime(history, reveals);
    },
  };
}

/** Both are in order; one of the others has the version that the record had at its time. */
export function mergedByTime(history: HistoryEntry[], others: HistoryEntry[]): HistoryEntry[] {
  const rest = [...others];
  let version = 0;
  const before = (end: string | null): HistoryEntry[] => {
    const later = rest.findIndex(({ at }) => end !== null && at >= end);
    const earlier = rest.splice(0, later === -1 ? rest.length : later);
    return earlier.map((entry) => ({ ...entry, version }));
  };
  const merged = history.flatMap((entry) => {
    const earlier = before(entry.at);
    version = entry.version;
    return [...earlier, entry];
  });
  return [...merged, ...before(null)];
}
