import { readPast } from '../eventLog/logUntil.js';
import { tryLock } from '../postgres/advisoryLocks.js';
import type { Session } from '../postgres/session.js';
import { ensureReadSchema } from './checkpoint.js';
import { projectLog } from './projectLog.js';
import type { AllTables } from './readTables.js';
import { complete, makeLaterIndexes, type RunnerParts } from './runner.js';
import { isAmong, listSetAside } from './setAside.js';

export interface PastProgress {
  /** Of the whole log, which is read for it, from 0 to 1. */
  readonly share: number;
  /** Projected so far. */
  readonly events: number;
}

export interface PastBuild {
  /** What happened before it is shown. */
  readonly moment: Date;
  readonly onProgress: (progress: PastProgress) => void;
  /** Everything can be asked for; some lists and searches read all rows until the build is over. */
  readonly onReady: () => void;
  readonly signal: AbortSignal;
}

/** Read models of the log as it was, beside those that serve. */
export interface PastReadModels {
  /** The schema for what is called so, of digits and letters; another release has another one. */
  schemaOf(name: string): string;
  /** Queries to such a schema, once it is built. */
  tables(schema: string): AllTables;
  /**
   * Builds a schema, or goes on where a process before ended, also with indexes of one that is ready.
   * False when another one is at it.
   * @throws PoisonEvent; `unavailable`; what Postgres throws
   */
  build(schema: string, build: PastBuild): Promise<boolean>;
}

/** As Postgres calls the sessions that build a schema. */
export const applicationOf = (schema: string): string => `past ${schema}`;

interface Parts extends Omit<RunnerParts, 'hooks' | 'views' | 'liftIds'> {
  readonly tablesOf: (schema: string) => AllTables;
}

export function pastReadModels(parts: Parts): PastReadModels {
  const { connect, schema: readSchema, eventLog, logger, tablesOf } = parts;

  const build = async (schema: string, { moment, onProgress, onReady, signal }: PastBuild) => {
    const session = await connect(applicationOf(schema));
    let helper: Session | undefined;
    try {
      helper = await connect(applicationOf(schema));
      // Of a process that has ended, Postgres may still be making an index.
      const indexes = `${schema} indexes`;
      if (!(await tryLock(session, { space: 'roles', name: schema }))) return false;
      if (!(await tryLock(helper, { space: 'roles', name: indexes }))) return false;
      // It is made for an hour, and made again where it is gone.
      let checkpoint = await ensureReadSchema(session, schema, readSchema, 'brief');
      if (checkpoint.complete) {
        onReady();
        await makeLaterIndexes(session, schema, readSchema);
        return true;
      }
      const isSetAside = isAmong(await listSetAside(session.client));
      let share = 0;
      const say = () => onProgress({ share, events: checkpoint.eventsHandled });
      const onRead = (read: number) => {
        share = read;
        say();
      };
      await projectLog({
        ...{ session, schema, signal, from: checkpoint, maxBatch: parts.maxBatch },
        eventLog: { subscribe: (from) => readPast(eventLog, moment, { ...from, onRead }) },
        fold: (name, events, options) => parts.fold(name, events, { ...options, isSetAside }),
        onReceived: () => {},
        onWritten(written) {
          checkpoint = written;
          return false;
        },
        onCaughtUp: () => false,
      });
      signal.throwIfAborted();
      // Numbers are given by the log as it is.
      const ofPast = { name: schema, schema: readSchema, logger, liftIds: async () => {} };
      await complete(ofPast, session, checkpoint, helper);
      onReady();
      await makeLaterIndexes(session, schema, readSchema);
      return true;
    } finally {
      await Promise.all([session.end(), helper?.end()]);
    }
  };

  return {
    schemaOf: (name) => `${parts.name.replace('read_', 'past_')}_${name}`,
    tables: tablesOf,
    build,
  };
}
