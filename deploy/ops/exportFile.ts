import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ALL_EVENTS, EXPORTED_LISTS } from '@insuremanager/contracts/exports/exportedLists';
import { csvFile } from '@insuremanager/gateway/exports/csv';
import { LISTS_AS_FILES, pagesOf } from '@insuremanager/gateway/exports/exportPages';
import { createPlainDecoder } from '@insuremanager/services/platform/codec/eventCodec';
import type { RecordedEvent } from '@insuremanager/services/platform/codec/recordedEvent';
import { conflict } from '@insuremanager/services/platform/errors';
import { type EventLog, formatPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import { readLog } from '@insuremanager/services/platform/eventLog/readLog';
import { allDefinitions, type Services } from '../roles/openServices.js';
import { exists } from '../start/keys.js';
import type { Answer, ProgressLine } from './answer.js';
import { count } from './figures.js';
import { byOperations } from './operations.js';

export const EXPORTED = [...EXPORTED_LISTS, ALL_EVENTS] as const;
export type ExportedThing = (typeof EXPORTED)[number];

interface Request {
  readonly what: ExportedThing;
  /** A file that is not there yet. */
  readonly target: string;
  readonly line: ProgressLine;
  readonly ended: AbortSignal;
}

/**
 * Writes a list, or all events, into a file that only its owner can read; first the audit log says
 * so. The file is whole or not there.
 * @throws Refusal `file-exists`, `export-ended`, `too-many`
 */
export async function exportFile(services: Services, request: Request): Promise<Answer> {
  const { what, line, ended } = request;
  const target = resolve(request.target);
  if (await exists(target)) throw conflict('file-exists', `${target} is there already.`);
  await services.exports.begin({ list: what, filters: [] }, byOperations());
  const draft = `${target}.unfinished`;
  // What a killed export left, or somebody else has put there, who could read what is written.
  await rm(draft, { force: true });
  // For its owner's eyes only: it may be full of personal data.
  const file = await open(draft, 'wx', 0o600);
  let records = 0;
  let bytes = 0;
  const onRecords = (more: number) => {
    records += more;
  };
  try {
    const texts =
      what === ALL_EVENTS
        ? eventLines(services.platform, onRecords)
        : listLines(services, what, onRecords);
    for await (const text of texts) {
      if (ended.aborted) throw conflict('export-ended', 'The export was ended.');
      // All of it: `write` may take a part, as on a disk that has become full.
      await file.writeFile(text);
      bytes += Buffer.byteLength(text);
      line.show(`${count(records)} records, ${count(bytes / 1024)} kB`);
    }
    await file.sync();
    await file.close();
    await rename(draft, target);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  } finally {
    line.end();
  }
  return {
    document: { what, file: target, records, bytes },
    lines: [`Exported ${what.replace('-', ' ')}: ${count(records)} records, into ${target}.`],
  };
}

type OnRecords = (records: number) => void;

/** As administrators see it: identity numbers are masked in every file. */
async function* listLines(
  services: Services,
  what: Exclude<ExportedThing, typeof ALL_EVENTS>,
  onRecords: OnRecords,
): AsyncGenerator<string> {
  const exported = LISTS_AS_FILES[what];
  const { usualSort: sort } = exported.list;
  const asked = { filter: {}, sort, direction: 'asc' } as const;
  const pages = pagesOf(exported, services, { asked, role: 'admin' });
  yield* csvFile(exported.columns, counted(pages, onRecords));
}

async function* counted<Row>(
  pages: AsyncIterable<readonly Row[]>,
  onRecords: OnRecords,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of pages) {
    onRecords(rows.length);
    yield rows;
  }
}

/** Each as one line of JSON, without its personal part, which needs no key to leave out. */
async function* eventLines(
  { eventLog }: { eventLog: EventLog },
  onRecords: OnRecords,
): AsyncGenerator<string> {
  const decode = createPlainDecoder(allDefinitions);
  for await (const batch of readLog(eventLog)) {
    onRecords(batch.length);
    yield batch.map((stored) => eventLine(decode(stored))).join('');
  }
}

const eventLine = ({ id, stream, revision, position, type, data, metadata }: RecordedEvent) => {
  const place = { stream, revision: String(revision), position: formatPosition(position) };
  return `${JSON.stringify({ id, ...place, type, data, metadata })}\n`;
};
