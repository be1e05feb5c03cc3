import { remindersStream } from '@insuremanager/contracts/reminders/reminderEvents';
import type { Channel } from '@insuremanager/contracts/reminders/reminderKinds';
import type { Customers } from '../customers/index.js';
import { unavailable } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { Policies } from '../policies/index.js';
import { bulkReminders } from './bulkReminders.js';
import { customerRemindersDecider } from './customerReminders.js';
import { dueCandidates } from './dueCandidates.js';
import { dueReminders } from './dueReminders.js';
import { manualReminders } from './manualReminders.js';
import { noticeRequests } from './noticeRequests.js';
import { noticeResumption } from './noticeResumption.js';
import type { Notices } from './notices.js';
import { reminderQueries } from './reminderQueries.js';
import { reminderSettings } from './reminderSettings.js';
import type { Reminders } from './reminders.js';

type Tables = Pick<ReadModels, 'knex' | 'schema' | 'from' | 'waitFor'>;

/** What reminders need of others. */
export interface ReminderTies {
  readonly customers: Pick<Customers, 'current'>;
  readonly policies: Pick<Policies, 'current'>;
  /** Absent where nothing is sent: then nothing is asked for, either. */
  readonly notices?: Notices;
}

/** The capability "reminders" over a platform, its read models, its neighbours and its sender. */
export function createReminders(
  platform: Platform,
  readModels: Tables,
  { customers, policies, notices = noNotices }: ReminderTies,
): Reminders {
  const { commands, vault, clock } = platform;
  const { configured } = notices;
  const { openNotices, openBulks, findBulk, remindedToday, ...queries } = reminderQueries(
    readModels,
    createListCursors(vault),
    clock,
  );
  const candidates = dueCandidates(readModels);
  const requests = noticeRequests(platform);
  const { load: loadSettings, ...settings } = reminderSettings({ commands, notices });
  const parts = { ...platform, readModels, customers, policies, notices, configured };

  return {
    ...queries,
    ...settings,
    async previewBulk() {
      const [{ upcoming }, leftOut] = await Promise.all([queries.cards(), remindedToday()]);
      return { renewals: upcoming, leftOut };
    },
    async erase(customerId, context) {
      const command = { type: 'EraseReminders', customerId } as const;
      const { position, repeated } = await commands.run(customerRemindersDecider, {
        ...{ stream: remindersStream(customerId), command, context, request: command },
      });
      return { position, repeated };
    },
    ...manualReminders({ ...parts, requests, queries }),
    ...dueReminders({ ...parts, requests, candidates, loadSettings }),
    ...noticeResumption({ ...parts, openNotices }),
    ...bulkReminders({
      ...parts,
      requests,
      candidates,
      openBulks,
      findBulk,
      countRenewals: async () => (await queries.cards()).upcoming,
    }),
  };
}

const away = async (): Promise<never> => {
  throw unavailable('The sender of reminders');
};

const noNotices: Notices = {
  configured: [] as readonly Channel[],
  isEmailKept: false,
  deliver: away,
  compose: away,
};
