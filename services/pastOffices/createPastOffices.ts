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
import { type OfficeFound, type OfficeRef, openPastOfficeTable } from './pastOfficeTable.js';

interface Parts<Capabilities> {
  readonly past: Pick<PastReadModels, 'schemaOf' | 'tables' | 'build'>;
  /** What can be asked of the office as it was before a moment, by these tables. */
  openAt(moment: Date, tables: AllTables): Promise<Capabilities>;
}

/** How often it is said how far one is. */
const SAID_EVERY_MS = 500;
/** For so long an office that was there is taken to be there. */
const SURE_FOR_MS = 3_000;
/** So long after it was asked for last, what a process holds of one is let go. */
const HELD_FOR_MS = 600_000;
const SETTLED_AFTER_MS = 5 * 60_000;

interface Opened<Capabilities> {
  readonly capabilities: Promise<Capabilities>;
  /** By user, by the monotonic clock: until then it is there for them. */
  readonly sureUntil: Map<number, number>;
  usedAt: number;
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
  const building = new Map<string, { readonly begunAt: string; readonly made: Promise<void> }>();
  const opened = new Map<string, Opened<Capabilities>>();

  const schemaOf = (day: Day) => past.schemaOf(day.replaceAll('-', ''));

  const build = async (office: OfficeRef, day: Day): Promise<void> => {
    const { schema } = office;
    let progress: PastProgress = { share: 0, events: 0 };
    // What is not said now is said the next time.
    const say = () => void table.say(office, progress).catch(() => undefined);
    const saying = setInterval(say, SAID_EVERY_MS);
    const began = performance.now();
    let ready: Promise<unknown> | undefined;
    const recordReady = async () => {
      await table.say(office, progress);
      await table.finish(office, 'ready');
      const millis = Math.round(performance.now() - began);
      logger.info({ schema, events: progress.events, millis }, 'The office of a past day is made');
    };
    try {
      const isOurs = await past.build(schema, {
        moment: endOfKolkataDay(day),
        signal: stopped.signal,
        onProgress(reached) {
          progress = reached;
        },
        onReady() {
          ready = recordReady();
          ready.catch(() => undefined);
        },
      });
      await ready;
      if (isOurs) await table.finish(office, 'whole');
    } catch (error) {
      if (stopped.signal.aborted) return;
      // One that is ready stays so: whoever looks at it has its indexes made again.
      const isReady = ready !== undefined && (await ready.then(() => true).catch(() => false));
      logger.error({ schema, isReady }, 'The office of a past day could not be made', error);
      if (!isReady) await table.finish(office, 'failed').catch(() => undefined);
    } finally {
      clearInterval(saying);
      if (building.get(schema)?.begunAt === office.begunAt) building.delete(schema);
    }
  };

  const begin = async (schema: string, day: Day): Promise<void> => {
    const office = await table.add(schema, day, MOST_PAST_OFFICES);
    if (!office) throw tooMany(await table.list());
    const earlier = building.get(schema);
    if (earlier?.begunAt === office.begunAt) return;
    // One whose row is gone ends by itself.
    const made = (earlier?.made ?? Promise.resolve()).then(() => build(office, day));
    building.set(schema, { begunAt: office.begunAt, made });
  };

  /** One that shows somebody who was erased since is none. */
  const findUsable = async (schema: string): Promise<OfficeFound | null> => {
    const found = await table.find(schema);
    return found && !found.isStale ? found : null;
  };

  const requireOver = (day: Day): void => {
    // What was commanded in its last moments may still be on its way to the log.
    if (day < kolkataDay(new Date(clock.now().getTime() - SETTLED_AFTER_MS))) return;
    const message = 'Choose a day that is over: yesterday or earlier';
    throw invalid([{ field: 'day', code: 'out-of-range', message }]);
  };

  return {
    async open(day, context) {
      requireOver(day);
      const schema = schemaOf(day);
      const { userId } = context.actor;
      const command = { ...context, commandId: randomUUID() };
      await commands.record(userAccessStream(userId), [PastOfficeOpened({ userId, day })], command);
      const found = await table.find(schema);
      if (found?.isStale) await table.remove(schema);
      if (found && !found.isStale && !isLeft(found)) await table.use(schema);
      else await begin(schema, day);
      await table.recordOpened(schema, userId);
      const now = await table.find(schema);
      if (!now) throw notOpen(day);
      return viewOf(now);
    },

    async find(day) {
      const schema = schemaOf(day);
      const found = await findUsable(schema);
      if (!found) return null;
      await table.use(schema);
      if (found.state !== 'failed' && isLeft(found)) await begin(schema, day);
      return viewOf(found);
    },

    list: async () => (await table.list()).filter(({ isStale }) => !isStale).map(viewOf),

    async of(day, userId) {
      const schema = schemaOf(day);
      const known = opened.get(schema);
      const now = performance.now();
      if (known && now < (known.sureUntil.get(userId) ?? 0)) return known.capabilities;
      for (const [other, { usedAt }] of opened)
        if (now > usedAt + HELD_FOR_MS) opened.delete(other);
      const [found, isTheirs] = await Promise.all([
        findUsable(schema),
        table.hasOpened(schema, userId),
      ]);
      if (found?.state !== 'ready') opened.delete(schema);
      if (found?.state !== 'ready' || !isTheirs) throw notOpen(day);
      await table.use(schema);
      if (isLeft(found)) await begin(schema, day);
      const open = opened.get(schema) ?? {
        capabilities: openAt(endOfKolkataDay(day), past.tables(schema)),
        sureUntil: new Map<number, number>(),
        usedAt: now,
      };
      open.usedAt = now;
      open.sureUntil.set(userId, now + SURE_FOR_MS);
      opened.set(schema, open);
      // What could not be opened is tried again by the next who asks.
      open.capabilities.catch(() => {
        if (opened.get(schema) === open) opened.delete(schema);
      });
      return open.capabilities;
    },

    async dropUnused() {
      const failures: unknown[] = [];
      for (const { schema } of await table.unused()) {
        try {
          await table.remove(schema);
          logger.info({ schema }, 'The office of a past day is dropped');
        } catch (error) {
          // One that is in use keeps no other.
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },

    async stop() {
      stopped.abort();
      await Promise.all([...building.values()].map(({ made }) => made));
    },
  };
}

/** Nobody is at work on what is left to be made: its process has ended. It is gone on with here. */
const isLeft = ({ state, isWhole, isHeard }: OfficeFound): boolean =>
  !isWhole && (state === 'failed' || !isHeard);

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
