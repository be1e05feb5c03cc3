import { EXPIRING_SOON_DAYS } from '@insuremanager/contracts/policies/policyTerm';
import { remindersStream } from '@insuremanager/contracts/reminders/reminderEvents';
import type { Channel } from '@insuremanager/contracts/reminders/reminderKinds';
import { MOST_UNREACHABLE } from '@insuremanager/contracts/reminders/reminderViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Customers } from '../customers/index.js';
import { unavailable } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { AllTables, Book, ReadTables } from '../platform/readModels/readTables.js';
import type { Policies } from '../policies/index.js';
import { bulkReminders } from './bulkReminders.js';
import { customerRemindersDecider } from './customerReminders.js';
import { dueCandidates, dueReminders } from './dueReminders.js';
import { manualReminders } from './manualReminders.js';
import { noticeRequests } from './noticeRequests.js';
import type { Notices } from './notices.js';
import { sendingOfDue } from './notifier.js';
import { reminderQueries } from './reminderQueries.js';
import { reminderSettings } from './reminderSettings.js';
import type { Reminders, RemindersOfBook } from './reminders.js';
import { contactSuppression } from './suppression.js';

type Tables = AllTables & Pick<ReadModels, 'waitFor'>;

/** Customers looked at at once. */
const PAGE = 500;

/** What reminders need of others. */
export interface ReminderTies {
  readonly customers: Pick<Customers, 'current' | 'remainingOf' | 'listByIds' | 'within'>;
  readonly policies: Pick<Policies, 'current' | 'findAll' | 'within'>;
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
  const cursors = createListCursors(vault);
  const tablesOf = (book: Book | null): ReadTables => (book ? readModels.within(book) : readModels);
  const queriesOf = (book: Book | null) => reminderQueries(tablesOf(book), cursors, clock);
  const { dueNotices, openBulks, findBulk, ...queries } = queriesOf(null);
  const requests = noticeRequests(platform);
  const { load: loadSettings, ...settings } = reminderSettings({ commands, notices });
  const parts = { ...platform, readModels, customers, policies, notices, configured };
  const bulks = bulkReminders({
    ...parts,
    requests,
    candidatesIn: (book) => dueCandidates(tablesOf(book)),
    openBulks,
    findBulk,
    countRenewals: async (book) => (await queriesOf(book).cards()).upcoming,
  });

  /** Terms that end within 30 days of whose customers none can be reminded. */
  const unreachableRenewals = async (book: Book | null): Promise<number[]> => {
    const { renewing } = dueCandidates(tablesOf(book));
    const today = kolkataDay(clock.now());
    const found: number[] = [];
    for (let after = 0; ; ) {
      const page = await renewing({ today, after, limit: PAGE }, EXPIRING_SOON_DAYS);
      const holders = await customers.listByIds(page.map(({ customerId }) => customerId));
      const reached = new Set(
        holders
          .filter((customer) => contactSuppression(customer, configured) === null)
          .map(({ id }) => id),
      );
      for (const { customerId, termIds } of page)
        if (!reached.has(customerId)) found.push(...termIds);
      const last = page.at(-1);
      if (!last) return found;
      after = last.customerId;
    }
  };

  /** What people ask and do, of a book or of all. */
  const forPeople = (book: Book | null): RemindersOfBook => {
    const {
      dueNotices: _,
      openBulks: __,
      findBulk: ___,
      remindedToday,
      ...asked
    } = queriesOf(book);
    const neighbours = book && {
      customers: customers.within(book),
      policies: policies.within(book),
    };
    return {
      ...asked,
      ...settings,
      async previewBulk() {
        const [{ upcoming }, reminded, unreachable] = await Promise.all([
          asked.cards(),
          remindedToday(),
          unreachableRenewals(book),
        ]);
        const toCall = unreachable.filter((termId) => !reminded.has(termId));
        return {
          renewals: upcoming,
          leftOut: reminded.size,
          unreachable: toCall.length,
          unreachableIds: toCall.slice(0, MOST_UNREACHABLE),
        };
      },
      ...manualReminders({ ...parts, ...neighbours, requests, queries: asked }),
      startBulk: (context) => bulks.startBulk(context, book),
      lastBulk: () => bulks.lastBulk(book),
    };
  };

  return {
    ...forPeople(null),
    progress: queries.progress,
    ...dueReminders({ ...parts, requests, candidates: dueCandidates(readModels), loadSettings }),
    async erase(customerId, context) {
      const command = { type: 'EraseReminders', customerId } as const;
      const { position, repeated } = await commands.run(customerRemindersDecider, {
        ...{ stream: remindersStream(customerId), command, context, request: command },
      });
      return { position, repeated };
    },
    ...sendingOfDue({ ...parts, dueNotices }),
    resumeBulks: bulks.resumeBulks,
    stop: bulks.stop,
    within: forPeople,
  };
}

const away = async (): Promise<never> => {
  throw unavailable('The sender of reminders');
};

const noNotices: Notices = {
  configured: [] as readonly Channel[],
  channelsFor: () => [],
  isEmailKept: false,
  deliver: away,
  compose: away,
  letterhead: away,
};
