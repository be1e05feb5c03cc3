import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { FAILING_DAYS } from '@insuremanager/contracts/webhooks/webhookViews';
import { createLogger } from '@insuremanager/services/platform/logger';
import { readCheckpoint } from '@insuremanager/services/platform/relay/relayStore';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReceiver, type Message } from '../examples/webhookReceiver.js';
import { until } from '../harness/waiting.js';
import { parseSettings } from '../settings.js';
import { startTestBackend, type TestBackend } from '../testing/testBackend.js';
import { openAdapters } from './adapters.js';
import { openServices, type Services } from './openServices.js';
import { environmentOf, startProcess } from './testing/rolesUnderTest.js';

const logger = createLogger('silent');
const masterKey = randomBytes(32);
let skippedMs = 0;
const clock = { now: () => new Date(Date.now() + skippedMs) };
let backend: TestBackend;
let services: Services;
let receivers: Receiver[] = [];

const by = (commandId: string = randomUUID()) => ({
  commandId,
  actor: { userId: 1, username: 'boss', role: 'admin' },
  correlationId: 'test',
});

const open = async (allowsPrivate = true): Promise<Services> => {
  const settings = parseSettings({ WEBHOOKS_PRIVATE: String(allowsPrivate) });
  const adapters = await openAdapters(settings, { clock, logger });
  return openServices({ ...backend, masterKey, clock, logger, adapters });
};

beforeAll(async () => {
  backend = await startTestBackend();
});
beforeEach(async () => {
  skippedMs = 0;
  services = await open();
});
afterEach(async () => {
  for (const { id } of await services.webhooks.list()) await services.webhooks.remove(id, by());
  await services.close();
  for (const receiver of receivers) receiver.stop();
  receivers = [];
});
afterAll(() => backend?.stop());

/** Another system, on this machine: the example of a receiver. */
interface Receiver {
  readonly url: string;
  /** Each message once. */
  readonly taken: Message[];
  /** By which it checks what comes from now on. */
  useSecret(secret: string): void;
  stop(): void;
}

/** @param handle what it does before it answers; where that fails it answers 500 */
async function startReceiver(
  handle: (message: Message) => unknown = () => undefined,
): Promise<Receiver> {
  const taken: Message[] = [];
  const received = async (message: Message) => {
    await handle(message);
    taken.push(message);
  };
  const server = createReceiver('whsec_', received);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    taken,
    useSecret(secret) {
      const [listener] = createReceiver(secret, received).listeners('request');
      server.removeAllListeners('request');
      server.on('request', listener as () => void);
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  receivers.push(receiver);
  return receiver;
}

/** A webhook that leads to a receiver, which checks its signatures. */
async function connect(receiver: Receiver) {
  const { webhook, secret } = await services.webhooks.add(
    { url: receiver.url, description: 'Ledger' },
    by(),
  );
  receiver.useSecret(secret);
  return { id: webhook.id, secret };
}

const register = async (name: string): Promise<number> =>
  (await services.customers.create(CustomerInput.parse({ name, phone: '9876543210' }), by())).record
    .id;
const move = (id: number, city: string) => services.customers.update(id, { city } as object, by());

const view = async (id: number) => (await services.webhooks.list()).find((one) => one.id === id);
const hasState = (id: number, state: string) =>
  until(async () => (await view(id))?.state === state, `state ${state}`);
const hasTaken = (receiver: Receiver, count: number) =>
  until(async () => receiver.taken.length >= count, `${count} messages`);
const typesTo = ({ taken }: Receiver) => taken.map(({ type, key }) => `${type} ${key}`);

describe('a webhook', () => {
  it('is told what happens from then on, signed, in order for each record, and no names', async () => {
    await register('Before');
    const receiver = await startReceiver();
    await connect(receiver);
    services.webhooks.start(async () => undefined);
    const ids = [await register('Asha Menon'), await register('Biju Thomas')];
    for (const city of ['Kochi', 'Thrissur']) for (const id of ids) await move(id, city);
    await hasTaken(receiver, 6);
    for (const id of ids) {
      const own = receiver.taken.filter(({ key }) => key === `customer-${id}`);
      expect(own.map(({ type }) => type)).toEqual([
        'CustomerRegistered',
        'CustomerDetailsChanged',
        'CustomerDetailsChanged',
      ]);
      const times = own.map(({ timestamp }) => timestamp);
      expect(times).toEqual(times.toSorted());
    }
    expect(JSON.stringify(receiver.taken)).not.toMatch(/Asha|Menon|Biju|98765|Kochi/);
    expect(typesTo(receiver)).not.toContain('CustomerRegistered customer-1');
  });

  it('is sent to again after a failure, in order, and misses nothing', async () => {
    let failures = 2;
    const receiver = await startReceiver(() => {
      if (failures-- > 0) throw new Error('just now not');
    });
    const { id } = await connect(receiver);
    services.webhooks.start(async () => undefined);
    const customers = [await register('First'), await register('Second'), await register('Third')];
    await hasState(id, 'failing');
    const failing = await view(id);
    expect(failing?.failingSince).not.toBeNull();
    // Not at once: as long as it may take, what it was tried last counts.
    skippedMs += 60_000;
    await hasTaken(receiver, 3);
    await hasState(id, 'active');
    expect(receiver.taken.map(({ key }) => key).sort()).toEqual(
      customers.map((customer) => `customer-${customer}`).sort(),
    );
    const ended = (await services.webhooks.deliveries(id)).map(({ problem }) => problem);
    expect(ended.filter((problem) => problem === null)).toHaveLength(3);
    expect(ended).toContain('refused');
  });

  it('that is slow keeps no other one waiting', async () => {
    let free: () => void = () => undefined;
    const isFree = new Promise<void>((done) => {
      free = done;
    });
    const slow = await startReceiver(() => isFree);
    const quick = await startReceiver();
    await connect(slow);
    await connect(quick);
    services.webhooks.start(async () => undefined);
    for (const name of ['One', 'Two', 'Three']) await register(name);
    await hasTaken(quick, 3);
    expect(slow.taken).toEqual([]);
    free();
    await hasTaken(slow, 3);
  });

  it('is given up after days, administrators hear of it, and enabled it goes on', async () => {
    let isAway = true;
    const receiver = await startReceiver(() => {
      if (isAway) throw new Error('away');
    });
    const { id } = await connect(receiver);
    const told: number[] = [];
    services.webhooks.start(async (webhook) => void told.push(webhook.id));
    const customer = await register('Waiting');
    await hasState(id, 'failing');
    skippedMs += FAILING_DAYS * 24 * 60 * 60 * 1000;
    await hasState(id, 'given_up');
    await until(async () => told.length > 0, 'the administrators');
    expect(told).toEqual([id]);
    // Or the receiver would take ours for a wrong clock.
    skippedMs = 0;
    isAway = false;
    await services.webhooks.enable(id, true, by());
    await hasTaken(receiver, 1);
    expect(receiver.taken[0]?.key).toBe(`customer-${customer}`);
  });

  it('is disabled once an older log was restored, and enabled is sent what happens then', async () => {
    const receiver = await startReceiver();
    const { id } = await connect(receiver);
    await register('Sent');
    const told: unknown[] = [];
    const start = () => services.webhooks.start(async ({ stopped }) => void told.push(stopped));
    start();
    const { pool } = services.platform;
    const isRecorded = async () => (await readCheckpoint(pool, `webhook-${id}`))?.lastEvent != null;
    await until(isRecorded, 'what was sent being recorded');
    await services.webhooks.stop();
    await pool.query(
      `UPDATE relay.checkpoints SET last_event = jsonb_set(last_event, '{id}', $2) WHERE name = $1`,
      [`webhook-${id}`, JSON.stringify(randomUUID())],
    );
    start();
    await hasState(id, 'other_log');
    await until(async () => told.length > 0, 'the administrators');
    expect(told).toEqual(['other_log']);
    await register('Not sent');
    await services.webhooks.enable(id, true, by());
    const customer = await register('Sent again');
    await hasTaken(receiver, 2);
    expect(typesTo(receiver).at(-1)).toBe(`CustomerRegistered customer-${customer}`);
  });

  it('whose receiver is gone is sent nothing more', async () => {
    const receiver = await startReceiver();
    const { id } = await connect(receiver);
    const gone = await startReceiver();
    await services.webhooks.change(id, { url: gone.url, description: '' }, by());
    // Without its secret it answers 401, then that it wants no more.
    services.webhooks.start(async () => undefined);
    await register('Nobody');
    await hasState(id, 'failing');
    expect((await services.webhooks.deliveries(id))[0]).toMatchObject({
      status: 401,
      problem: 'refused',
    });
    await services.webhooks.enable(id, false, by());
    expect((await view(id))?.state).toBe('disabled');
  });

  it('signs with two secrets for a day after a new one was made', async () => {
    const receiver = await startReceiver();
    const { id, secret: first } = await connect(receiver);
    const commandId = randomUUID();
    const { secret: second } = await services.webhooks.renewSecret(id, by(commandId));
    expect(second).not.toBe(first);
    expect((await services.webhooks.renewSecret(id, by(commandId))).secret).toBe(second);
    for (const secret of [first, second]) {
      receiver.useSecret(secret);
      expect(await services.webhooks.sendTest(id)).toMatchObject({ status: 204, problem: null });
    }
    skippedMs += 25 * 60 * 60 * 1000;
    // The receiver's own clock is not ours.
    expect((await view(id))?.oldSecretUntil).toBeNull();
  });

  it('is tested, and sent again what it was sent', async () => {
    const receiver = await startReceiver();
    const { id } = await connect(receiver);
    const tested = await services.webhooks.sendTest(id);
    expect(tested).toMatchObject({ type: 'WebhookTest', status: 204, problem: null });
    const again = await services.webhooks.sendAgain(tested.id);
    expect(again).toMatchObject({ messageId: tested.messageId, status: 204 });
    // Its receiver knew it by its id.
    expect(receiver.taken).toHaveLength(1);
    expect(await services.webhooks.deliveries(id)).toHaveLength(2);
    await expect(services.webhooks.sendAgain('999999')).rejects.toMatchObject({
      code: 'delivery-not-found',
    });
  });

  it('leads nowhere within a private network, unless a setting allows it', async () => {
    const strict = await open(false);
    try {
      for (const url of ['http://example.in/', 'https://127.0.0.1/', 'https://[::1]:8443/']) {
        const added = strict.webhooks.add({ url, description: '' }, by());
        await expect(added, url).rejects.toMatchObject({
          fields: [{ field: 'url', code: 'address-not-allowed' }],
        });
      }
      expect(await strict.webhooks.list()).toEqual([]);
    } finally {
      await strict.close();
    }
  });

  it('is added once by a command, and by whom it was is recorded', async () => {
    const command = by();
    const input = { url: 'http://127.0.0.1:1/', description: 'Once' };
    const first = await services.webhooks.add(input, command);
    expect(await services.webhooks.add(input, command)).toEqual(first);
    expect(await services.webhooks.list()).toHaveLength(1);
    const rows = await services.platform.pool.query(
      `SELECT secret FROM webhooks.endpoints WHERE id = $1`,
      [first.webhook.id],
    );
    expect(JSON.stringify(rows.rows)).not.toContain(first.secret);
    const history = await services.platform.commands.readHistory('userAccess-1');
    expect(history.at(-1)).toMatchObject({
      type: 'WebhookChanged',
      data: { userId: 1, webhookId: first.webhook.id, change: 'added' },
    });
  });

  it('gets every message, though the process that sends is killed in the middle', async () => {
    let isHeld = true;
    let held = 0;
    const receiver = await startReceiver(async () => {
      if (!isHeld) return;
      held += 1;
      await until(async () => !isHeld, 'the receiver');
    });
    await connect(receiver);
    const customers: number[] = [];
    for (let nth = 0; nth < 8; nth += 1) customers.push(await register(`Customer ${nth}`));
    const environment = environmentOf({ ...backend, masterKey, smtpUrl: 'smtp://127.0.0.1:9' });
    const run = (name: string) =>
      startProcess('relay', name, { ...environment, WEBHOOKS_PRIVATE: 'true' });
    const killed = await run('first');
    await until(async () => held > 0, 'the first message');
    await killed.kill();
    isHeld = false;
    const next = await run('second');
    try {
      const keys = () => new Set(receiver.taken.map(({ key }) => key));
      await until(async () => keys().size === customers.length, 'all messages');
      expect([...keys()].sort()).toEqual(customers.map((id) => `customer-${id}`).sort());
    } finally {
      await next.kill();
    }
  });
});
