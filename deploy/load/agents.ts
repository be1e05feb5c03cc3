import { randomUUID } from 'node:crypto';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import { forEachLimit } from '@insuremanager/services/platform/forEachLimit';
import { type Client, type Credentials, signedInClient, uploadForm } from '../harness/client.js';
import type { Stage } from '../harness/stage.js';
import { openIdentity } from '../roles/openServices.js';

/** Sessions of one user: as many as windows of one user may be told of changes. */
const SESSIONS = 10;
/** Checking a password takes a processor for a while, on purpose. */
const AT_ONCE = 2;

/** Makes the administrator, and users for so many agents. */
export async function makeUsers(
  { services, firstSignIn }: Stage,
  agents: number,
): Promise<Credentials[]> {
  const identity = await openIdentity(services, 'http://localhost');
  try {
    await identity.ensureFirstAdmin(firstSignIn);
    const accounts = Array.from({ length: Math.ceil(agents / SESSIONS) }, (_, at) => ({
      username: `agent${at + 1}`,
      password: randomUUID(),
    }));
    await forEachLimit(accounts, { atOnce: AT_ONCE }, async (account) => {
      const commandId = randomUUID();
      const user = { ...account, email: `${account.username}@example.com`, role: 'agent' as const };
      const context = { commandId, correlationId: commandId, actor: systemActor };
      await identity.operations.add(user, context);
    });
    return accounts;
  } finally {
    await identity.close();
  }
}

/** Every agent with a session of their own, spread over the gateways. */
export async function signInAll(
  accounts: readonly Credentials[],
  agents: number,
  urls: readonly string[],
): Promise<Client[]> {
  const clients: Client[] = [];
  await forEachLimit([...Array(agents).keys()], { atOnce: AT_ONCE }, async (at) => {
    const account = accounts[at % accounts.length];
    const url = urls[at % urls.length];
    if (account && url) clients[at] = await signedInClient(url, { ...account, connections: 4 });
  });
  return clients;
}

/** A file that agents download. */
export interface StoredFile {
  readonly id: number;
  /** Bytes. */
  readonly size: number;
}

/** Of a scan of one page. */
const SIZE = 200_000;

/** Stores some files: those of the population are events only. */
export async function storeFiles(clients: readonly Client[], count: number): Promise<StoredFile[]> {
  const file = Buffer.from(`%PDF-1.7\n${'.'.repeat(SIZE)}\n%%EOF\n`);
  const stored: StoredFile[] = [];
  for (let at = 0; at < count; at += 1) {
    const headers = { 'idempotency-key': randomUUID() };
    const sending = { method: 'POST', headers, body: uploadForm(at + 1, file) };
    const answer = await clients[at % clients.length]?.send('/api/documents/upload', 201, sending);
    if (answer) stored.push({ id: Number(answer.json.id), size: file.length });
  }
  return stored;
}
