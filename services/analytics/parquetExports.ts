import { createHash } from 'node:crypto';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Clock } from '../platform/clock.js';
import { conflict } from '../platform/errors.js';
import {
  comparePositions,
  type EventLog,
  formatPosition,
  holds,
  type LogPosition,
  type PlacedEvent,
  parsePosition,
  placedEvent,
} from '../platform/eventLog/eventLog.js';
import { readLog } from '../platform/eventLog/readLog.js';
import type { TakeSlot } from '../platform/locks/locks.js';
import {
  createParquetFile,
  type ParquetColumn,
  type ParquetFile,
  type ParquetType,
  ROWS_OF_GROUP,
  type Written,
} from '../platform/parquet/parquetFile.js';
import { connectTo, type Session } from '../platform/postgres/session.js';
import { readCheckpoint } from '../platform/readModels/checkpoint.js';
import { bodyOf, type SqlView } from '../platform/readModels/sqlViews.js';
import { EVENT_COLUMNS, eventRow } from './analyticsEvents.js';
import { READ_MODEL_VIEWS } from './analyticsViews.js';
import {
  type EventsPart,
  type ManifestFile,
  type ParquetFolder,
  type ParquetManifest,
  parquetFolder,
} from './parquetFolder.js';

export type { ParquetManifest };

interface Parts {
  readonly databaseUrl: string;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly takeSlot: TakeSlot;
  readonly logId: () => Promise<string>;
  /** Of the read models that are shown. */
  readonly schema: string;
  /** So many events are in a file before the next one is begun. */
  readonly rowsOfPart?: number;
}

export interface ParquetRequest {
  readonly signal: AbortSignal;
  /** Of what so many rows were written more. */
  readonly onRows?: (what: string, rows: number) => void;
}

export interface ParquetExports {
  /**
   * Brings a folder up to date: the views as they are now, and what came to the log. Whatever breaks
   * it off, what was there is there, and the next one goes on.
   * @throws Refusal `export-under-way`, `export-ended`, `parquet-of-another-log`,
   *   `read-models-not-built`, `read-models-replaced`, `storage-full`, `unavailable`
   */
  exportTo(folder: string, request: ParquetRequest): Promise<ParquetManifest>;
  /** The same, unless that was done on that day. */
  exportDaily(folder: string, today: Day, signal: AbortSignal): Promise<void>;
}

/** Some seconds of work each night at most, in which the last file is read and written again. */
const ROWS_OF_PART = 250_000;

export function createParquetExports(parts: Parts): ParquetExports {
  const exportTo: ParquetExports['exportTo'] = async (folder, request) => {
    const release = await parts.takeSlot('parquet', 1);
    if (!release) throw conflict('export-under-way', 'Another export to Parquet is under way.');
    try {
      return await exportAll(parts, parquetFolder(folder), request);
    } finally {
      release();
    }
  };
  return {
    exportTo,
    async exportDaily(folder, today, signal) {
      if ((await parquetFolder(folder).manifest())?.day === today) return;
      await exportTo(folder, { signal });
    },
  };
}

async function exportAll(
  parts: Parts,
  folder: ParquetFolder,
  request: ParquetRequest,
): Promise<ParquetManifest> {
  const log = await parts.logId();
  await folder.make();
  await requirePartsOf(parts.eventLog, log, await folder.parts());
  const at = parts.clock.now();
  // Those that were broken off go: nobody else writes.
  const snapshot = await folder.newSnapshot(at);
  const { views, position } = await writeViews(parts, snapshot.pathOf, request);
  await writeEvents(parts, folder, { ...request, log, until: position });
  const events = await folder.parts();
  if (request.signal.aborted) throw ended();
  const manifest: ParquetManifest = {
    ...{ format: 1, schema: SCHEMA, log },
    ...{ exportedAt: at.toISOString(), day: kolkataDay(at) },
    position: position && formatPosition(position),
    views: Object.fromEntries(
      views.map(([name, written]) => [name, { file: folder.viewFile(name), ...written }]),
    ),
    events: {
      rows: events.reduce((sum, { rows }) => sum + rows, 0),
      files: events.map(({ file, rows, bytes }): ManifestFile => ({ file, rows, bytes })),
    },
  };
  await folder.publish(snapshot.name, manifest);
  return manifest;
}

/** Changes with every view and column. */
const SCHEMA = createHash('sha256')
  .update(JSON.stringify([READ_MODEL_VIEWS.map((view) => bodyOf(view, '')), EVENT_COLUMNS]))
  .digest('hex')
  .slice(0, 10);

const ended = () =>
  conflict('export-ended', 'The export was ended. The next one goes on from here.');

// The views, of one moment.

/** As what Postgres calls by these numbers. */
const TYPES: Readonly<Record<number, ParquetType>> = {
  16: 'boolean',
  20: 'long',
  23: 'integer',
  25: 'text',
  1043: 'text',
  1082: 'day',
  1700: 'rupees',
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** From how Postgres writes a value. */
const VALUES: Readonly<Record<ParquetType, (text: string) => unknown>> = {
  boolean: (text) => text === 't',
  long: BigInt,
  integer: Number,
  text: (text) => text,
  day: (text) => Date.parse(`${text}T00:00:00Z`) / DAY_MS,
  rupees(text) {
    const [whole = '', decimals = ''] = text.split('.');
    if (decimals.length > 2) throw new Error('An amount has more than two decimals');
    return BigInt(`${whole}${decimals.padEnd(2, '0')}`);
  },
  instant() {
    throw new Error('No view has an instant');
  },
};

interface Snapshot {
  readonly views: (readonly [name: string, Written])[];
  readonly position: LogPosition | null;
}

/** Everything may take any time: a view over millions of rows sorts them first. */
async function writeViews(
  { databaseUrl, schema }: Parts,
  pathOf: (view: string) => string,
  request: ParquetRequest,
): Promise<Snapshot> {
  const session = await connectTo(databaseUrl)('export to Parquet');
  try {
    return await session.withoutLimit(async () => {
      const position = await beginSnapshot(session, schema);
      const views: [string, Written][] = [];
      for (const { name } of READ_MODEL_VIEWS)
        views.push([name, await writeView(session, name, pathOf(name), request)]);
      await session.client.query('COMMIT');
      return { views, position };
    });
  } finally {
    // And with it whatever was begun.
    await session.end();
  }
}

const UNDEFINED_TABLE = '42P01';

/**
 * Opens a cursor for each view, all at one moment. A rebuild replaces what lies behind the names, and
 * rows that it wrote since this moment would not be seen: so all names have to mean the same before
 * and after. From then on open cursors keep their tables.
 * @returns how far the read models are
 */
async function beginSnapshot({ client }: Session, schema: string): Promise<LogPosition | null> {
  const meaning = async (): Promise<unknown> =>
    (await client.query('SELECT to_regnamespace($1)::oid AS oid', [schema])).rows[0]?.oid;
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // All of it is read: what would come first soonest does not matter.
  await client.query('SET LOCAL cursor_tuple_fraction = 1');
  const before = await meaning();
  const checkpoint = await readCheckpoint(client, schema);
  if (!checkpoint?.complete) throw notBuilt();
  try {
    for (const view of READ_MODEL_VIEWS)
      await client.query(`DECLARE ${cursorOf(view)} NO SCROLL CURSOR FOR ${bodyOf(view, schema)}`);
  } catch (error) {
    throw (error as { code?: unknown }).code === UNDEFINED_TABLE ? replaced() : error;
  }
  if ((await meaning()) !== before) throw replaced();
  return checkpoint.position;
}

const cursorOf = ({ name }: Pick<SqlView, 'name'>): string => `view_${name}`;

const notBuilt = () =>
  conflict(
    'read-models-not-built',
    'The read models are being built. Try again when lists are shown.',
  );
const replaced = () =>
  conflict('read-models-replaced', 'The read models were replaced at this very moment. Try again.');

interface Rows {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: readonly (readonly (string | null)[])[];
}

async function writeView(
  { client }: Session,
  name: string,
  path: string,
  { signal, onRows }: ParquetRequest,
): Promise<Written> {
  const fetch = (): Promise<Rows> =>
    client.query({
      text: `FETCH ${ROWS_OF_GROUP} FROM ${cursorOf({ name })}`,
      rowMode: 'array',
      types: { getTypeParser: () => (text: string) => text },
    } as never);
  let found = await fetch();
  const columns = found.fields.map(({ name: column, dataTypeID }): ParquetColumn => {
    const type = TYPES[dataTypeID];
    if (!type) throw new Error(`${name}.${column} has a type that is not known here`);
    return { name: column, type };
  });
  return writing(await createParquetFile(path, columns), async (file) => {
    while (found.rows.length > 0) {
      if (signal.aborted) throw ended();
      const { rows } = found;
      await file.append(
        columns.map(({ type }, nth) =>
          rows.map((row) => {
            const text = row[nth] ?? null;
            return text === null ? null : VALUES[type](text);
          }),
        ),
      );
      onRows?.(name, rows.length);
      found = await fetch();
    }
    return file.finish({});
  });
}

/** Leaves nothing half done behind when it fails. */
async function writing<Result>(
  file: ParquetFile,
  work: (file: ParquetFile) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(file);
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

// The events, as they come.

/** What a file of events says of itself: whose they are, and which is its last one. */
const aboutPart = (log: string, last: PlacedEvent): Readonly<Record<string, string>> => ({
  log,
  last: JSON.stringify(last),
});

const lastOf = (part: EventsPart | undefined): PlacedEvent | null =>
  part?.about.last ? (JSON.parse(part.about.last) as PlacedEvent) : null;

/** The files are of this log, whose last event is still where it was. */
async function requirePartsOf(
  eventLog: EventLog,
  log: string,
  parts: readonly EventsPart[],
): Promise<void> {
  for (const [before, part] of parts.entries()) {
    const last = lastOf(part);
    const isNext = part.nth === before + 1 && part.about.log === log && last;
    const isLast = before === parts.length - 1;
    if (isNext && (!isLast || (await holds(eventLog, last)))) continue;
    throw conflict(
      'parquet-of-another-log',
      `${part.file} in that folder is not of this log as it is now, or a file before it is missing. ` +
        'Name a folder that is empty.',
    );
  }
}

interface EventsRequest extends ParquetRequest {
  readonly log: string;
  readonly until: LogPosition | null;
}

/**
 * Writes what is missing up to a position. The last file is written anew until it is full, so that
 * there are as few as possible; readers see it as it was or as it is.
 */
async function writeEvents(
  { eventLog, rowsOfPart = ROWS_OF_PART }: Parts,
  folder: ParquetFolder,
  { log, until, signal, onRows }: EventsRequest,
): Promise<void> {
  const known = await folder.parts();
  const newest = known.at(-1);
  const reached = lastOf(newest);
  if (!until || (reached && comparePositions(parsePosition(reached.position), until) >= 0)) return;
  const isFull = newest && newest.rows >= rowsOfPart;
  const kept = isFull ? newest : known.at(-2);
  let nth = (kept?.nth ?? 0) + 1;
  const keptLast = lastOf(kept);
  const after = keptLast && parsePosition(keptLast.position);

  let part: { file: ParquetFile; rows: number; last: PlacedEvent } | null = null;
  let group: unknown[][] = EVENT_COLUMNS.map(() => []);
  const grouped = () => group[0]?.length ?? 0;
  const flush = async (): Promise<void> => {
    if (!part || grouped() === 0) return;
    const written = group;
    group = EVENT_COLUMNS.map(() => []);
    await part.file.append(written);
    onRows?.('events', written[0]?.length ?? 0);
  };
  const finish = async (): Promise<void> => {
    if (!part) return;
    await flush();
    await part.file.finish(aboutPart(log, part.last));
    part = null;
    nth += 1;
  };
  try {
    for await (const batch of readLog(eventLog, { after, until })) {
      if (signal.aborted) throw ended();
      for (const event of batch) {
        const last = placedEvent(event);
        part ??= {
          ...{ file: await createParquetFile(folder.partPath(nth), EVENT_COLUMNS), rows: 0, last },
        };
        for (const [column, value] of eventRow(event).entries()) group[column]?.push(value);
        part.rows += 1;
        part.last = last;
        if (grouped() >= ROWS_OF_GROUP) await flush();
        if (part.rows >= rowsOfPart) await finish();
      }
    }
    await finish();
  } finally {
    await part?.file.abandon();
  }
}
