import type { Clock } from '../clock.js';
import type { EventLog } from '../eventLog/eventLog.js';
import type { LogFields, Logger } from '../logger.js';
import type { ReadModels } from '../readModels/readModels.js';
import type { Files } from './files.js';
import { SWEEP_REFUSALS, type SweepRefusal } from './sweepRefusals.js';
import type { SweepOutcome, SweepReports } from './sweepReports.js';

export interface SweepParts {
  readonly files: Pick<Files, 'storedBefore' | 'remove' | 'tidy' | 'ownership'>;
  readonly readModels: Pick<ReadModels, 'waitFor'>;
  readonly eventLog: Pick<EventLog, 'head'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Told how the sweep ended, unless it was broken off. */
  readonly sweepReports: Pick<SweepReports, 'record'>;
}

/** Files of one kind, and what is known of them. */
export interface SweptFiles {
  /** Below it are the files, such as `documents/`. */
  readonly prefix: string;
  /** Those of the files that events refer to, which they do for ever. */
  referredTo(fileKeys: readonly string[]): Promise<ReadonlySet<string>>;
  /** The newest of all that events refer to; null when there is none. */
  newest(): Promise<string | null>;
  /** Those of the files that events do not refer to and that are needed all the same. */
  needed?(fileKeys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether it is usual that many files are not needed any more. */
  readonly oftenOutdated?: boolean;
}

/** Longer than any upload takes until its event is written, and any email until it is. */
const LEFT_ALONE_MS = 24 * 60 * 60 * 1000;
/** How long it waits for the lists; it comes again. */
const TIMEOUT_MS = 5000;
const BATCH = 500;
/** Held in memory; what is beyond them is left for the next time. */
const MOST_REMOVED = 10_000;
/** More than so many, and more than so large a share, is not what broken uploads leave. */
const SUSPICIOUS = { count: 100, share: 0.05 } as const;

interface Survey {
  /** Proofs that the store is ours. */
  referred: number;
  needed: number;
  unneeded: number;
  readonly removable: string[];
}

/**
 * Removes stored files that are older than a day and that nothing needs; their number. What events
 * refer to is known from the read models. Nothing is removed while they do not know of all events,
 * or when they seem to be another installation's or of an older time than the store: a file is
 * removed for ever, a database may have been restored for an hour.
 */
export async function sweepFiles(
  parts: SweepParts,
  swept: SweptFiles,
  signal?: AbortSignal,
): Promise<number> {
  const outcome = await sweepOnce(parts, swept, signal);
  if (!signal?.aborted) {
    const { prefix } = swept;
    await parts.sweepReports.record({ prefix, at: parts.clock.now(), ...outcome });
  }
  return outcome.removed;
}

async function sweepOnce(
  parts: SweepParts,
  swept: SweptFiles,
  signal?: AbortSignal,
): Promise<SweepOutcome> {
  const { files, readModels, eventLog, clock } = parts;
  const logger = parts.logger.child({ swept: swept.prefix });
  const refused = (result: SweepRefusal, counts: LogFields = {}): SweepOutcome => {
    logger.error(counts, `${SWEEP_REFUSALS[result].matter}: nothing is removed`);
    return { result, removed: 0 };
  };
  const head = await eventLog.head();
  // A log without events does not mean that nothing is referred to: it may have to be restored.
  if (head === null || !(await readModels.waitFor(head, TIMEOUT_MS))) {
    return { result: 'postponed', removed: 0 };
  }

  const owner = await files.ownership.owner();
  if (owner === 'foreign') return refused('foreign');
  if (owner === 'ours') await tidied(files, logger);
  if (owner === 'ours' && !(await knowsWhatWasRecorded(files, swept))) return refused('log-lost');

  const before = new Date(clock.now().getTime() - LEFT_ALONE_MS);
  const survey = await surveyed(files.storedBefore(swept.prefix, before), swept, signal);
  if (survey === null) return { result: 'postponed', removed: 0 };

  const isProven = survey.referred > 0 && survey.referred >= survey.unneeded;
  if (owner === 'nobodys' && isProven) await files.ownership.markAsOurs();
  const { removable, ...counts } = survey;
  if (counts.unneeded === 0) return { result: 'done', removed: 0 };
  if (owner === 'nobodys' && !isProven) return refused('unmarked', counts);
  if (!swept.oftenOutdated && isTooMuch(survey)) return refused('too-many', counts);

  let removed = 0;
  for (const key of removable) {
    if (signal?.aborted) break;
    await files.remove(key);
    removed += 1;
  }
  logger.info({ ...counts, removed }, 'Stored files that nothing needs were removed');
  return { result: 'done', removed };
}

/**
 * What is left of half a file was never referred to. A store that cannot remove it holds up
 * nothing.
 */
async function tidied(files: Pick<Files, 'tidy'>, logger: Logger): Promise<void> {
  try {
    const removed = await files.tidy();
    if (removed > 0)
      logger.info(
        { removed },
        'What was left of files that were not stored to their end was removed',
      );
  } catch (error) {
    logger.warn({}, 'What may be left of files that were not stored to their end stays', error);
  }
}

const isTooMuch = ({ referred, needed, unneeded }: Survey): boolean =>
  unneeded > SUSPICIOUS.count && unneeded > SUSPICIOUS.share * (referred + needed + unneeded);

/**
 * Each sweep records in the store the newest file that its log refers to. A log that does not refer
 * to what was recorded is an older one, or a copy that went its own way. It leaves its record, too,
 * so that of two copies at one store none goes on.
 */
async function knowsWhatWasRecorded(
  { ownership }: Pick<Files, 'ownership'>,
  { prefix, newest, referredTo }: SweptFiles,
): Promise<boolean> {
  const recorded = await ownership.recorded(prefix);
  const last = await newest();
  if (last !== null && !recorded.includes(last)) await ownership.record(last);
  const known = await referredTo(recorded);
  if (recorded.some((key) => !known.has(key))) return false;
  for (const key of recorded) if (key !== last) await ownership.forget(key);
  return true;
}

/** Null when it was asked to end. */
async function surveyed(
  stored: AsyncIterable<string>,
  { referredTo, needed }: SweptFiles,
  signal?: AbortSignal,
): Promise<Survey | null> {
  const survey: Survey = { referred: 0, needed: 0, unneeded: 0, removable: [] };
  const look = async (keys: readonly string[]): Promise<void> => {
    const referred = await referredTo(keys);
    const others = keys.filter((key) => !referred.has(key));
    const stay = needed && others.length > 0 ? await needed(others) : new Set<string>();
    const unneeded = others.filter((key) => !stay.has(key));
    survey.referred += referred.size;
    survey.needed += stay.size;
    survey.unneeded += unneeded.length;
    survey.removable.push(...unneeded.slice(0, MOST_REMOVED - survey.removable.length));
  };
  let batch: string[] = [];
  for await (const key of stored) {
    if (signal?.aborted) return null;
    batch.push(key);
    if (batch.length < BATCH) continue;
    await look(batch);
    batch = [];
  }
  if (batch.length > 0) await look(batch);
  return signal?.aborted ? null : survey;
}
