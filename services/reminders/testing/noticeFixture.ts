import { randomUUID } from 'node:crypto';
import type { Consent } from '@insuremanager/contracts/customers/consentFields';
import type { Language } from '@insuremanager/contracts/customers/customerFields';
import { remindersStream } from '@insuremanager/contracts/reminders/reminderEvents';
import { REMINDER_COVERS } from '@insuremanager/contracts/reminders/reminderKinds';
import { createAgency } from '../../agency/index.js';
import type { EventLogPlace } from '../../platform/eventLog/openEventLog.js';
import { by } from '../../platform/testing/serviceFixture.js';
import { customerRemindersDecider, requireNotice } from '../customerReminders.js';
import type { Delivery, NoticeChannel } from '../noticeChannels.js';
import { noticeIdOf, noticeRequests } from '../noticeRequests.js';
import { createNotices } from '../notices.js';
import { endOfCover } from '../suppression.js';
import { openReminderFixture } from './reminderFixture.js';

/** A channel that answers as a test says, and knows what was sent by it. */
export interface ScriptedChannel extends NoticeChannel {
  readonly sent: string[];
  answers: () => Delivery;
  isServerThere: boolean;
  /** How often it was asked for a sign of life. */
  asked: number;
}

export function scriptedChannel(channel: NoticeChannel['channel']): ScriptedChannel {
  const scripted: ScriptedChannel = {
    channel,
    covers: REMINDER_COVERS,
    isFolder: false,
    sent: [],
    answers: () => ({ outcome: 'delivered' }),
    isServerThere: true,
    asked: 0,
    compose: ({ customer }) => ({ to: customer.phone, subject: null, text: '', html: null }),
    async send(id) {
      scripted.sent.push(id);
      return scripted.answers();
    },
    async isThere() {
      scripted.asked += 1;
      return scripted.isServerThere;
    },
  };
  return scripted;
}

/** The slices, and what sends by channels that a test gives. */
export async function openNoticeFixture(servers: EventLogPlace) {
  const fixture = await openReminderFixture(servers);
  const { platform, customers, policies } = fixture;
  const requests = noticeRequests(platform);

  return {
    ...fixture,
    /** As one process has it. */
    noticesBy: (channels: readonly NoticeChannel[], over = platform) =>
      createNotices(over, {
        ...{ customers, policies, channels, recordingPatienceMs: 5_000 },
        agency: createAgency(over, { name: 'Malabar Brokers', phone: '+91 484 2345678' }),
      }),
    /**
     * Asks for a notice of so many policies of a new customer that end on 1 May, or whose first
     * quarterly premium is due on 5 April.
     */
    async requested({
      terms = 1,
      cover = 'policy',
      ...fields
    }: {
      terms?: number;
      cover?: 'policy' | 'instalment';
      language?: Language;
      reminderSmsConsent?: Consent;
    } = {}) {
      const customer = await fixture.customer('Anitha Nair', fields);
      const issued = [];
      for (let number = 1; number <= terms; number += 1) {
        const period =
          cover === 'policy'
            ? { startDate: '02/05/2025', endDate: '01/05/2026' }
            : { startDate: '05/04/2026', endDate: '04/04/2027', premiumFrequency: 'quarterly' };
        const policyNumber = `H/${customer.id}/${number}`;
        issued.push(
          await fixture.issue('health', { customerId: customer.id, policyNumber, ...period }),
        );
      }
      const context = by({ commandId: randomUUID() });
      const wanted = issued.map((term) => ({
        ...({ termId: term.id, policyType: term.kind, cover, reason: null } as const),
        reminderType: cover === 'policy' ? '29_days' : '7_days',
        dueDate: endOfCover(term, cover) ?? term.endDate,
      }));
      const base = { customerId: customer.id, trigger: 'schedule', bulkId: null } as const;
      await requests.run({ ...base, wanted, request: wanted }, context);
      return {
        customer,
        terms: issued,
        customerId: customer.id,
        noticeId: noticeIdOf(customer.id, context.commandId),
      };
    },
    async notice(customerId: number, noticeId: string) {
      const stream = remindersStream(customerId);
      const { state } = await platform.commands.load(customerRemindersDecider, stream);
      return requireNotice(state, noticeId);
    },
    eventTypes: async (customerId: number) =>
      (await platform.commands.readHistory(remindersStream(customerId))).map(({ type }) => type),
  };
}
