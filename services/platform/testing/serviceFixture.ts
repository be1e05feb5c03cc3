import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@insuremanager/contracts/lists';
import type { CommandContext } from '../commands/command.js';
import { Refusal } from '../errors.js';
import { comparePositions, type EventLog, type LogPosition } from '../eventLog/eventLog.js';
import type { EventLogPlace } from '../eventLog/openEventLog.js';
import { createLogger } from '../logger.js';
import { openPlatform, type PlatformInput } from '../platform.js';
import { openReadModels, type ReadModels } from '../readModels/readModels.js';
import { type AnySlice, partsOf } from '../slice.js';

/* What the fixtures of all slices have in common. */

const PROJECTED_WITHIN_MS = 60_000;

/** What some slices stand on, over servers that are there. */
export async function openSlices(
  servers: EventLogPlace,
  slices: readonly AnySlice[],
  input: Partial<PlatformInput> = {},
) {
  const { definitions, projectors } = partsOf(slices);
  const logger = createLogger('silent');
  const masterKey = randomBytes(32);
  const platform = await openPlatform({ ...servers, definitions, logger, masterKey, ...input });
  const { databaseUrl } = servers;
  const readModels = await openReadModels({ ...platform, databaseUrl, projectors });
  readModels.start();
  return {
    databaseUrl,
    projectors,
    platform,
    readModels,
    /** Waits until the lists show what a command wrote. */
    projected: waitForProjection(readModels),
    async close() {
      await readModels.stop();
      await platform.close();
    },
  };
}

/** A command of one agent, under an id of its own. */
export const by = (context: Partial<CommandContext> = {}): CommandContext => ({
  commandId: randomUUID(),
  actor: { userId: 1, username: 'anitha', role: 'agent' },
  correlationId: 'test',
  ...context,
});

/** Waits until the read models show what a command wrote. @throws when they do not in time. */
export const waitForProjection =
  (readModels: Pick<ReadModels, 'waitFor'>) =>
  async <Result extends { position: LogPosition | null }>(result: Result): Promise<Result> => {
    const { position } = result;
    if (position && !(await readModels.waitFor(position, PROJECTED_WITHIN_MS))) {
      throw new Error('The read models do not show it in time');
    }
    return result;
  };

/** Every event as the log holds it, as text. */
export async function textOfLog(eventLog: EventLog): Promise<string> {
  const head = await eventLog.head();
  const reading = new AbortController();
  const { signal } = reading;
  const lines: string[] = [];
  for await (const batch of eventLog.subscribe({ after: null, maxBatch: 500, signal })) {
    for (const { stream, type, data, metadata, position } of batch) {
      lines.push(JSON.stringify({ stream, type, data, metadata }));
      if (head && comparePositions(position, head) >= 0) reading.abort();
    }
  }
  return lines.join('\n');
}

/** All rows of a list, read page by page. */
export async function everyPage<Row>(
  page: (cursor: string | null) => Promise<Page<Row>>,
): Promise<Row[]> {
  const { items, nextCursor } = await page(null);
  const rows = [...items];
  for (let cursor = nextCursor; cursor; ) {
    const next = await page(cursor);
    rows.push(...next.items);
    cursor = next.nextCursor;
  }
  return rows;
}

/** By which code something is refused. @throws when it is not, or fails otherwise */
export const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error('It was not refused');
  return error.fields[0]?.code ?? error.code;
};
