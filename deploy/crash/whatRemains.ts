import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ValueReserved } from '@insuremanager/contracts/reservations/reservationEvents';
import type { RecordedEvent } from '@insuremanager/services/platform/codec/recordedEvent';
import type { StoredEvent } from '@insuremanager/services/platform/eventLog/eventLog';
import { createLogger } from '@insuremanager/services/platform/logger';
import type { Table } from '@insuremanager/services/platform/readModels/projector';
import { talliesThatDiffer } from '@insuremanager/services/platform/readModels/testing/talliesThatDiffer';
import { reservationStream } from '@insuremanager/services/platform/reservations/reservations';
import { projectors } from '../roles/capabilities.js';
import { openServices, type Services, type ServicesInput } from '../roles/openServices.js';
import { send } from './http.js';
import { serversOf } from './installationUnderTest.js';
import type { Term } from './terms.js';

/** The platform of our own, beside the app, on the servers of a running installation. */
export async function openBeside(
  dataDir: string,
  more: Pick<ServicesInput, 'clock' | 'outlets'> = {},
): Promise<Services> {
  const masterKey = await readFile(join(dataDir, 'keys', 'master.key'), 'utf8');
  return openServices({
    ...(await serversOf(dataDir)),
    masterKey: Buffer.from(masterKey.trim(), 'hex'),
    logger: createLogger('silent'),
    ...more,
  });
}

/** Every event that the log holds, in its order, with what is sealed in it. */
export async function wholeLog({ platform }: Services): Promise<RecordedEvent[]> {
  const ended = new AbortController();
  const events: StoredEvent[] = [];
  const subscription = platform.eventLog.subscribe({
    after: null,
    maxBatch: 500,
    signal: ended.signal,
    onCaughtUp: () => ended.abort(),
  });
  for await (const batch of subscription) events.push(...batch);
  return platform.codec.decode(events);
}

const tables: readonly Table[] = projectors.flatMap((projector) => projector.tables);

/** All rows that lists are made of, by table. */
export async function allRows({ readModels }: Services): Promise<Record<string, object[]>> {
  const rows: Record<string, object[]> = {};
  for (const { name, key } of tables) {
    rows[name] = await readModels.from(name).select('*').orderBy(key);
  }
  return rows;
}

/** The rows of policies' terms. */
export const existingTerms = ({ readModels }: Services): Promise<Term[]> =>
  readModels.from('policies').select('*').orderBy('id');

/** The stream that a policy number is reserved for. */
export const ownersOf =
  ({ platform: { eventLog, vault } }: Services) =>
  async (value: string): Promise<string | null> => {
    const stream = reservationStream(vault, { kind: 'policyNumber', value });
    const last = await eventLog.readLast(stream);
    return last?.type === ValueReserved.type ? (last.data as { owner: string }).owner : null;
  };

/** Quotations that do not say themselves yet that they became a policy. */
export const unfinishedConversions = ({ readModels }: Services): Promise<object[]> =>
  readModels.from('quotations').select('*').whereRaw('policy_id IS NOT NULL AND NOT converted');

/** The names of the tallies that do not equal their lists. */
export const wrongTallies = ({ platform, readModels }: Services): Promise<string[]> =>
  talliesThatDiffer(platform.pool, readModels.schema, tables);

/** The records that people find in a list, such as `customers`, page by page. */
export async function listed<Item>(
  list: string,
  { url, cookie }: Seen,
  sort = 'added',
): Promise<Item[]> {
  const items: Item[] = [];
  let path: string | undefined = `/api/${list}?limit=200&sort=${sort}&direction=asc`;
  while (path !== undefined) {
    const { text, headers } = await send(`${url}${path}`, { headers: { cookie } });
    items.push(...(JSON.parse(text) as Item[]));
    path = /^<([^>]+)>/.exec(headers.link ?? '')?.[1];
  }
  return items;
}

export interface Seen {
  readonly url: string;
  readonly cookie: string;
}
