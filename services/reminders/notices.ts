import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { Channel } from '@insuremanager/contracts/reminders/reminderKinds';
import type { ChannelPreview } from '@insuremanager/contracts/reminders/reminderViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Initiator } from '../platform/commands/command.js';
import { Refusal } from '../platform/errors.js';
import type { Notice } from './notice.js';

/** Sends what reminders say. */
export interface Notices {
  /** Channels that this installation can send by. */
  readonly configured: readonly Channel[];
  /** True: emails are stored as files and reach nobody, as there is no mail server. */
  readonly isEmailKept: boolean;
  /** Sends what is open of a notice, unless somebody else is at it; resolves with how it stands then. */
  deliver(customerId: number, noticeId: string, initiator: Initiator): Promise<Notice>;
  /** The messages as they would go out. */
  compose(input: {
    customer: CustomerView;
    terms: readonly PolicyView[];
    today: Day;
  }): Promise<readonly ChannelPreview[]>;
}

export const NO_CHANNELS = 'No channel is set up for sending reminders.';

/** @throws unavailable `reminder-channels-missing`. */
export function requireChannels({ configured }: Pick<Notices, 'configured'>): void {
  if (configured.length > 0) return;
  throw new Refusal('unavailable', { code: 'reminder-channels-missing', message: NO_CHANNELS });
}
