import { randomUUID } from 'node:crypto';
import { createIdentity } from '@insuremanager/services/identity/index';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import { together } from '../bench/figures.js';
import { type GraphqlClient, signedInClient } from '../bench/graphqlClient.js';
import type { Stage } from '../bench/stage.js';

/** Sessions of one user: as many as windows of one user may be told of changes. */
const SESSIONS = 10;
/** Checking a password takes a processor for a while, on purpose. */
const AT_ONCE = 2;

interface Account {
  readonly username: string;
  readonly password: string;
}

/** Makes the administrator, and users for so many agents. */
export async function makeUsers({ services, settings }: Stage, agents: number): Promise<Account[]> {
  const agencyName = async () => (await services.agency.letterhead()).name;
  const publicUrl = 'http://localhost';
  const identity = await createIdentity(services.platform, { publicUrl, agencyName });
  try {
    const { adminUsername: username, adminEmail: email, adminPassword: password = '' } = settings;
    await identity.ensureFirstAdmin({ username, email, password });
    const accounts = Array.from({ length: Math.ceil(agents / SESSIONS) }, (_, at) => ({
      username: `agent${at + 1}`,
      password: randomUUID(),
    }));
    await together(accounts.length, AT_ONCE, async (at) => {
      const account = accounts[at];
      if (!account) return;
      const commandId = randomUUID();
      const user = { ...account, email: `${account.username}@example.com`, role: 'agent' as const };
      await identity.operations.add(user, {
        commandId,
        correlationId: commandId,
        actor: systemActor,
      });
    });
    return accounts;
  } finally {
    await identity.close();
  }
}

/** Every agent with a session of their own, spread over the gateways. */
export async function signIn(
  accounts: readonly Account[],
  agents: number,
  urls: readonly string[],
): Promise<GraphqlClient[]> {
  const clients: GraphqlClient[] = [];
  await together(agents, AT_ONCE, async (at) => {
    const account = accounts[at % accounts.length];
    const url = urls[at % urls.length];
    if (account && url) clients[at] = await signedInClient({ ...account, url, connections: 4 });
  });
  return clients;
}
