import { randomUUID } from 'node:crypto';
import { userAccessStream, WebhookChanged } from '@insuremanager/contracts/identity/userEvents';
import {
  MOST_WEBHOOKS,
  OLD_SECRET_HOURS,
  type WebhookDelivery,
} from '@insuremanager/contracts/webhooks/webhookViews';
import type { CommandContext } from '../platform/commands/command.js';
import { conflict, invalid, notFound } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { ensureSchema } from '../platform/postgres/ensureSchema.js';
import { inTransaction, query } from '../platform/postgres/postgres.js';
import type { ToBusMessage } from '../platform/relay/busMessages.js';
import {
  ensureRelaySchema,
  insertCheckpoint,
  setCheckpoint,
} from '../platform/relay/relayStore.js';
import { createDeliverer, relayOf } from './deliverer.js';
import { type Outcome, postMessage } from './postMessage.js';
import { AddressNotAllowed, addressOf } from './publicAddress.js';
import { newSecret, signedHeaders } from './signature.js';
import type { TellStopped, Webhooks } from './webhooks.js';
import {
  type Endpoint,
  findEndpoint,
  findLetter,
  forgetOldDeliveries,
  type Letter,
  listDeliveries,
  listEndpoints,
  recordDelivery,
  viewOf,
  webhookSteps,
} from './webhookTables.js';

/** What a process is put together with. */
export interface WebhookParts {
  readonly databaseUrl: string;
  readonly toBusMessage: ToBusMessage;
  /** Also to addresses within a private network, and without TLS. */
  readonly allowsPrivate: boolean;
}

type OfPlatform = Pick<
  Platform,
  'pool' | 'eventLog' | 'commands' | 'vault' | 'limits' | 'clock' | 'logger'
>;

const NO_ADDRESS = {
  field: 'url',
  code: 'invalid-format',
  message: 'Enter an address, such as https://example.in/hook.',
};

/** Whose key seals the secrets. */
const SUBJECT = 'webhooks';
const HOUR = 3600;
const BY_HAND_PER_HOUR = 60;

/** The capability "webhooks". Makes its schema where it is missing. */
export async function createWebhooks(
  platform: OfPlatform,
  { databaseUrl, toBusMessage, allowsPrivate }: WebhookParts,
): Promise<Webhooks> {
  const { pool, eventLog, commands, vault, clock } = platform;
  await ensureSchema(pool, 'webhooks', webhookSteps);
  await ensureRelaySchema(pool);
  const spendOne = platform.limits.limit({
    ...{ name: 'webhook by hand', things: 'messages sent by hand' },
    ...{ most: BY_HAND_PER_HOUR, seconds: HOUR },
  });
  let tell: TellStopped = async () => undefined;

  const requireEndpoint = async (id: number): Promise<Endpoint> => {
    const found = await findEndpoint(pool, id);
    if (!found) throw notFound('webhook', id);
    return found;
  };

  const secretOf = async (sealed: string): Promise<string> => {
    await vault.loadKeys([SUBJECT]);
    return String(vault.unseal(SUBJECT, sealed));
  };

  const send = async (
    endpoint: Endpoint,
    letter: Letter,
    signal?: AbortSignal,
  ): Promise<{ outcome: Outcome; delivery: WebhookDelivery }> => {
    const at = clock.now();
    const isOldValid = endpoint.old_secret_until && endpoint.old_secret_until > at;
    const sealed = [endpoint.secret, ...(isOldValid ? [endpoint.old_secret ?? ''] : [])];
    const secrets = await Promise.all(sealed.map(secretOf));
    const { url } = endpoint;
    const { body, messageId: id } = letter;
    const headers = signedHeaders({ id, at, body }, secrets);
    const outcome = await postMessage({
      url,
      headers,
      body,
      allowsPrivate,
      ...(signal && { signal }),
    });
    return {
      outcome,
      delivery: await recordDelivery(pool, endpoint.id, letter, { at, ...outcome }),
    };
  };

  const deliverer = createDeliverer({
    ...{ platform, databaseUrl, toBusMessage },
    deliver: async (endpoint, letter, signal) => (await send(endpoint, letter, signal)).outcome,
    onStopped: (endpoint) => tell(endpoint),
  });

  const byHand = async (endpoint: Endpoint, letter: Letter): Promise<WebhookDelivery> => {
    await spendOne(endpoint.id);
    const { delivery } = await send(endpoint, letter);
    await forgetOldDeliveries(pool, endpoint.id);
    return delivery;
  };

  type Change = Parameters<typeof WebhookChanged>[0]['change'];
  const record = async (id: number, change: Change, context: CommandContext): Promise<void> => {
    const { userId } = context.actor;
    const changed = WebhookChanged({ userId, webhookId: id, change });
    await commands.record(userAccessStream(userId), [changed], context);
  };

  /** A name that leads nowhere yet may do so later, and is looked at each time. */
  const requireAllowed = async (text: string): Promise<void> => {
    if (!URL.canParse(text)) throw invalid([NO_ADDRESS]);
    const url = new URL(text);
    try {
      if (url.protocol === 'http:' && !allowsPrivate) throw new AddressNotAllowed();
      await addressOf(url, { allowsPrivate });
    } catch (error) {
      if (!(error instanceof AddressNotAllowed)) return;
      const message =
        'Messages are sent to public https addresses only, none within a private network.';
      throw invalid([{ field: 'url', code: 'address-not-allowed', message }]);
    }
  };

  const view = async (id: number) => viewOf(await requireEndpoint(id), clock.now());
  const withSecret = async (endpoint: Endpoint) => ({
    webhook: viewOf(endpoint, clock.now()),
    secret: await secretOf(endpoint.secret),
  });
  const madeBy = async (commandId: string): Promise<Endpoint | undefined> => {
    const text = 'SELECT * FROM webhooks.endpoints WHERE secret_command = $1';
    return (await query<Endpoint>(pool, text, [commandId]))[0];
  };

  return {
    list: async () => (await listEndpoints(pool)).map((endpoint) => viewOf(endpoint, clock.now())),

    async add({ url, description }, context) {
      const { commandId, actor } = context;
      const repeated = await madeBy(commandId);
      if (repeated) return withSecret(repeated);
      await requireAllowed(url);
      if ((await listEndpoints(pool)).length >= MOST_WEBHOOKS)
        throw conflict('webhooks-too-many', `There are ${MOST_WEBHOOKS} webhooks, the most.`);
      const secret = await vault.seal(SUBJECT, newSecret());
      const from = await eventLog.head();
      return inTransaction(pool, async (client) => {
        const [added] = await query<Endpoint>(
          client,
          `INSERT INTO webhooks.endpoints (url, description, secret, secret_command, added_at, added_by)
           VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (secret_command) DO NOTHING RETURNING *`,
          [url, description, secret, commandId, clock.now(), actor.username],
        );
        const same = added ?? (await madeBy(commandId));
        if (!same) throw new Error('No webhook was added');
        if (!added) return withSecret(same);
        // Together: nobody sends from the beginning of the log, and none is there unrecorded.
        await insertCheckpoint(client, relayOf(added.id), from);
        await record(added.id, 'added', context);
        return withSecret(added);
      });
    },

    async change(id, { url, description }, context) {
      await requireEndpoint(id);
      await requireAllowed(url);
      await query(
        pool,
        `UPDATE webhooks.endpoints SET url = $2, description = $3, attempts = 0,
           failing_since = NULL, next_attempt_at = NULL WHERE id = $1`,
        [id, url, description],
      );
      await record(id, 'changed', context);
      return view(id);
    },

    async enable(id, isEnabled, context) {
      const { stopped } = await requireEndpoint(id);
      if (stopped === 'other_log') await setCheckpoint(pool, relayOf(id), await eventLog.head());
      await query(
        pool,
        `UPDATE webhooks.endpoints SET stopped = $2, attempts = 0, failing_since = NULL,
           next_attempt_at = NULL WHERE id = $1`,
        [id, isEnabled ? null : 'disabled'],
      );
      await record(id, isEnabled ? 'enabled' : 'disabled', context);
      return view(id);
    },

    async renewSecret(id, context) {
      const { commandId } = context;
      const repeated = await madeBy(commandId);
      if (repeated) return withSecret(repeated);
      await requireEndpoint(id);
      const until = new Date(clock.now().getTime() + OLD_SECRET_HOURS * HOUR * 1000);
      const secret = await vault.seal(SUBJECT, newSecret());
      await inTransaction(pool, async (client) => {
        await query(
          client,
          `UPDATE webhooks.endpoints SET old_secret = secret, old_secret_until = $2, secret = $3,
             secret_command = $4 WHERE id = $1`,
          [id, until, secret, commandId],
        );
        await record(id, 'secret', context);
      });
      return withSecret(await requireEndpoint(id));
    },

    async remove(id, context) {
      await requireEndpoint(id);
      await inTransaction(pool, async (client) => {
        await query(client, 'DELETE FROM webhooks.endpoints WHERE id = $1', [id]);
        for (const [table, column] of [
          ['checkpoints', 'name'],
          ['parked', 'relay'],
        ])
          await query(client, `DELETE FROM relay.${table} WHERE ${column} = $1`, [relayOf(id)]);
        await record(id, 'deleted', context);
      });
    },

    deliveries: (id) => listDeliveries(pool, id),

    async sendTest(id) {
      const at = clock.now().toISOString();
      const messageId = randomUUID();
      const type = 'WebhookTest';
      const body = JSON.stringify({ type, timestamp: at, id: messageId, data: {} });
      return byHand(await requireEndpoint(id), { messageId, type, key: '', body });
    },

    async sendAgain(deliveryId) {
      const letter = /^\d{1,18}$/.test(deliveryId) ? await findLetter(pool, deliveryId) : null;
      if (!letter) throw notFound('delivery', deliveryId);
      return byHand(await requireEndpoint(letter.endpointId), letter);
    },

    start(tellStopped) {
      tell = tellStopped;
      deliverer.start();
    },
    stop: deliverer.stop,
  };
}
