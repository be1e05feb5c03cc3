import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredEvent } from '@insuremanager/services/platform/eventLog/eventLog';
import { createLogger } from '@insuremanager/services/platform/logger';
import { openServices, type Services } from '../roles/openServices.js';
import type { AcknowledgedCustomer } from './agents.js';
import { send } from './http.js';
import { serversOf } from './installationUnderTest.js';

/** The platform of our own, beside the app, on the servers of a running installation. */
export async function openBeside(dataDir: string): Promise<Services> {
  const masterKey = await readFile(join(dataDir, 'keys', 'master.key'), 'utf8');
  return openServices({
    ...(await serversOf(dataDir)),
    masterKey: Buffer.from(masterKey.trim(), 'hex'),
    logger: createLogger('silent'),
  });
}

/** Every event that the log holds, in its order. */
export async function wholeLog({ platform }: Services): Promise<StoredEvent[]> {
  const ended = new AbortController();
  const events: StoredEvent[] = [];
  const subscription = platform.eventLog.subscribe({
    after: null,
    maxBatch: 500,
    signal: ended.signal,
    onCaughtUp: () => ended.abort(),
  });
  for await (const batch of subscription) events.push(...batch);
  return events;
}

/** The rows that lists are made of, by id. */
export const customerRows = ({ readModels }: Services): Promise<object[]> =>
  readModels.from('customers').select('*').orderBy('id');

/** The customers that people find in the list, page by page. */
export async function listedCustomers(url: string, cookie: string) {
  const customers: AcknowledgedCustomer[] = [];
  let path: string | undefined = '/api/customers?limit=200&sort=added&direction=asc';
  while (path !== undefined) {
    const { text, headers } = await send(`${url}${path}`, { headers: { cookie } });
    customers.push(...(JSON.parse(text) as AcknowledgedCustomer[]));
    path = /^<([^>]+)>/.exec(headers.link ?? '')?.[1];
  }
  return customers;
}
