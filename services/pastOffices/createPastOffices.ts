import { randomUUID } from 'node:crypto';
import { PastOfficeOpened, userAccessStream } from '@insuremanager/contracts/identity/userEvents';
import {
  MOST_PAST_OFFICES,
  type PastOffice,
} from '@insuremanager/contracts/pastOffices/pastOfficeViews';
import {
  type Day,
  endOfKolkataDay,
  formatDay,
  kolkataDay,
} from '@insuremanager/contracts/rules/kolkataDay';
import { conflict, invalid } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import type { PastProgress, PastReadModels } from '../platform/readModels/pastReadModels.js';
import type { AllTables } from '../platform/readModels/readTables.js';
import type { PastOffices } from './pastOffices.js';
import { type OfficeFound, openPastOfficeTable } from './pastOfficeTable.js';

interface Parts<Capabilities> {
  readonly past: Pick<PastReadModels, 'schemaOf' | 'tables' | 'build'>;
  /** What can be asked of the office as it was before a moment, by these tables. */
  openAt(moment: Date, tables: AllTables): Promise<Capabilities>;
}

/** How often it is said how far one is. */
const SAID_EVERY_MS = 500;
/** For so long an office that was there is taken to be there. */
const SURE_FOR_MS = 3_000;

interface Opened<Capabilities> {
  readonly capabilities: Promise<Capabilities>;
  /** By the monotonic clock. */
  sureUntil: number;
}

/** The capability "past offices". Makes its schema where it is missing. */
export async function createPastOffices<Capabilities>(
  platform: Pick<Platform, 'pool' | 'commands' | 'clock' | 'logger'>,
  { past, openAt }: Parts<Capabilities>,
): Promise<PastOffices<Capabilities>> {
  const { pool, commands, clock } = platform;
  const logger = platform.logger.child({ part: 'past offices' });
  const table = await openPastOfficeTable(pool);
  const stopped = new AbortController();
  const building = new Map<string, Promise<void>>();
  const opened = new Map<string, Opened<Capabilities>>();

  const schemaOf = (day: Day) => past.schemaOf(day.replaceAll('-', ''));

  const build = async (schema: string, day: Day): Promise<void> => {
    let progress: PastProgress = { share: 0, events: 0 };
    // What is not said now is said the next time.
    const say = () => void table.say(schema, progress).catch(() => undefined);
    const saying = setInterval(say, SAID_EVERY_MS);
    const began = performance.now();
    try {
      const isOurs = await past.build(schema, {
        moment: endOfKolkataDay(day),
        signal: stopped.signal,
        onProgress(reached) {
          progress = reached;
        },
      });
      if (!isOurs) return;
      await table.say(schema, progress);
      await table.finish(schema, true);
      const millis = Math.round(performance.now() - began);
      logger.info({ schema, events: progress.events, millis }, 'The office of a past day is made');
    } catch (error) {
      if (stopped.signal.aborted) return;
      logger.error({ schema }, 'The office of a past day could not be made', error);
      await table.finish(schema, false).catch(() => undefined);
    } finally {
      clearInterval(saying);
      building.delete(schema);
    }
  };

  const begin = async (schema: string, day: Day): Promise<void> => {
    if (!(await table.add(schema, day, MOST_PAST_OFFICES))) throw tooMany(await table.list());
    if (!building.has(schema)) building.set(schema, build(schema, day));
  };

  /** One that shows somebody who was erased since is none. */
  const findUsable = async (schema: string): Promise<OfficeFound | null> => {
    const found = await table.find(schema);
    return found && !found.isStale ? found : null;
  };

  const requireOver = (day: Day): void => {
    if (day < kolkataDay(clock.now())) return;
    const message = 'Choose a day that is over: yesterday or earlier';
    throw invalid([{ field: 'day', code: 'out-of-range', message }]);
  };

  return {
    async open(day, context) {
      requireOver(day);
      const schema = schemaOf(day);
      const found = await table.find(schema);
      if (found?.isStale) await table.remove(schema);
      const isThere = found && !found.isStale && (found.state === 'ready' || isBeingMade(found));
      if (isThere) await table.use(schema);
      else await begin(schema, day);
      const { userId } = context.actor;
      const command = { ...context, commandId: randomUUID() };
      await commands.record(userAccessStream(userId), [PastOfficeOpened({ userId, day })], command);
      const now = await table.find(schema);
      if (!now) throw notOpen(day);
      return viewOf(now);
    },

    async find(day) {
      const schema = schemaOf(day);
      const found = await findUsable(schema);
      if (!found) return null;
      await table.use(schema);
      // Its process has ended: it is gone on with here.
      if (found.state === 'building' && !isBeingMade(found)) await begin(schema, day);
      return viewOf(found);
    },

    list: async () => (await table.list()).filter(({ isStale }) => !isStale).map(viewOf),

    async of(day) {
      const schema = schemaOf(day);
      const known = opened.get(schema);
      if (known && performance.now() < known.sureUntil) return known.capabilities;
      const found = await findUsable(schema);
      if (found?.state !== 'ready') {
        opened.delete(schema);
        throw notOpen(day);
      }
      await table.use(schema);
      const open = known ?? {
        capabilities: openAt(endOfKolkataDay(day), past.tables(schema)),
        sureUntil: 0,
      };
      open.sureUntil = performance.now() + SURE_FOR_MS;
      opened.set(schema, open);
      return open.capabilities;
    },

    async dropUnused() {
      for (const { schema } of await table.unused()) {
        await table.remove(schema);
        logger.info({ schema }, 'The office of a past day is dropped');
      }
    },

    async stop() {
      stopped.abort();
      await Promise.all(building.values());
    },
  };
}

const isBeingMade = ({ state, isHeard }: OfficeFound): boolean => state === 'building' && isHeard;

const viewOf = ({ day, state, percent, events, usedAt }: OfficeFound): PastOffice => ({
  ...{ day, state, percent, events, usedAt },
});

const notOpen = (day: Day) =>
  conflict('past-office-not-open', `The office of ${formatDay(day)} is not open. Open it again.`);

const tooMany = (inUse: readonly OfficeFound[]) =>
  conflict(
    'too-many-past-offices',
    `The offices of ${inUse.map(({ day }) => formatDay(day)).join(', ')} are in use. Look at one of those days, or try again in ten minutes.`,
  );
