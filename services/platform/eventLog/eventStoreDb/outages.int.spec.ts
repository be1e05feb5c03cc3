import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.js';
import { createLogger } from '../../logger.js';
import type { EventLog, StoredEvent } from '../eventLog.js';
import { openEventStoreDb } from './eventStoreDb.js';
import { type EventStoreDouble, startEventStoreDouble } from './testing/eventStoreDouble.js';
import { selfSigned } from './testing/selfSigned.js';

let lines: string[];
const logger = createLogger('info', {}, { write: (line) => lines.push(line) });
const event = () => ({ id: randomUUID(), type: 'Happened', data: {}, metadata: {} });

const refusalOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no refusal',
    (error) => (error instanceof Refusal ? error.kind : error),
  );

describe('when the event store goes away', () => {
  let server: EventStoreDouble;
  let log: EventLog;

  beforeEach(async () => {
    lines = [];
    server = await startEventStoreDouble();
    log = openEventStoreDb(server.url, { logger, deadlineMs: 60_000 });
  });
  afterEach(async () => {
    await log.close();
    await server.stop();
  });

  const restart = async () => {
    const { port, events } = server;
    server = await startEventStoreDouble({ port, events });
  };

  it('says so at once, and works again as soon as the store is back', async () => {
    await log.append('a', 'no-stream', [event()]);
    await server.stop();
    for (let i = 0; i < 5; i += 1) {
      expect(await refusalOf(log.append('a', 0n, [event()]))).toBe('unavailable');
      expect(await refusalOf(log.readStream('a'))).toBe('unavailable');
      expect(await refusalOf(log.head())).toBe('unavailable');
    }
    await restart();
    await log.append('a', 0n, [event()]);
    expect(await log.readStream('a')).toHaveLength(2);
  });

  it('is told of once when it begins and once when it is over, whatever is asked meanwhile', async () => {
    for (let outage = 0; outage < 2; outage += 1) {
      lines = [];
      await server.stop();
      await Promise.all([1, 2, 3].map(() => refusalOf(log.readStream('a'))));
      for (let i = 0; i < 3; i += 1) await refusalOf(log.append('a', 'no-stream', [event()]));
      await restart();
      for (let i = 0; i < 3; i += 1) await log.readStream('a');
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { level: 'warn', msg: 'The event store cannot be reached' },
        { level: 'info', msg: 'The event store answers again' },
      ]);
    }
  });

  it.each([
    { how: 'fails its calls', go: () => server.stop() },
    { how: 'is killed', go: () => server.stop('abruptly') },
    { how: 'ends its calls in an orderly manner', go: () => server.endCalls() },
  ])(
    'ends subscriptions with a refusal when it $how: their owners subscribe again',
    async ({ go }) => {
      const { signal } = new AbortController();
      await log.append('a', 'no-stream', [event()]);
      const seen: StoredEvent[] = [];
      const following = async () => {
        for await (const batch of log.subscribe({ after: null, maxBatch: 10, signal })) {
          seen.push(...batch);
          if (seen.length === 1) void go();
        }
      };
      expect(await refusalOf(following())).toBe('unavailable');
      await server.stop();
      await restart();
      await log.append('b', 'no-stream', [event()]);
      const after = seen.at(-1)?.position ?? null;
      for await (const batch of log.subscribe({ after, maxBatch: 10, signal })) {
        expect(batch.map(({ stream }) => stream)).toEqual(['b']);
        break;
      }
    },
  );

  it('is looked at anew, as another one may answer, also where nobody asks for anything', async () => {
    let looks = 0;
    let looked = () => {};
    const nextLook = () =>
      new Promise<void>((resolve) => {
        looked = resolve;
      });
    const first = nextLook();
    const look = async (found: Pick<EventLog, 'head'>) => {
      await found.head();
      looks += 1;
      looked();
    };
    const guarded = openEventStoreDb(server.url, { logger, look });
    await first;
    await guarded.head();
    expect(looks).toBe(1);
    const second = nextLook();
    await server.stop('abruptly');
    await restart();
    await second;
    await guarded.close();
  });

  it.each(['orderly', 'abruptly'] as const)(
    'keeps appends that are under way from ending the process when it goes %s',
    async (how) => {
      const racing = Promise.all(
        Array.from({ length: 200 }, (_, i) => refusalOf(log.append(`s-${i}`, 'any', [event()]))),
      );
      await server.stop(how);
      const outcomes = new Set(await racing);
      expect([...outcomes].every((kind) => kind === 'no refusal' || kind === 'unavailable')).toBe(
        true,
      );
    },
  );

  it('loads the rest when it is back, of which each event is written once', async () => {
    const events = Array.from({ length: 2_000 }, (_, index) => ({
      ...event(),
      stream: `s-${index % 7}`,
      revision: BigInt(Math.floor(index / 7)),
    }));
    const loading = refusalOf(log.load(events));
    await server.events.more(500, new AbortController().signal);
    await server.stop('abruptly');
    expect(await loading).toBe('unavailable');
    expect(server.events.all.length).toBeLessThan(events.length);
    await restart();
    await log.load(events);
    expect(server.events.all.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  });
});

describe('when the event store is frozen', () => {
  let server: EventStoreDouble;
  let log: EventLog;

  beforeEach(async () => {
    server = await startEventStoreDouble();
    log = openEventStoreDb(server.url, { logger, deadlineMs: 2_000 });
    await log.append('a', 'no-stream', [event()]);
  });
  afterEach(async () => {
    await log.close();
    await server.stop();
  });

  it('refuses what is asked after the deadline, and works again after it', async () => {
    server.faults.silent = true;
    expect(await refusalOf(log.append('a', 0n, [event()]))).toBe('unavailable');
    expect(await refusalOf(log.readStream('a'))).toBe('unavailable');
    expect(await refusalOf(log.readLast('a'))).toBe('unavailable');
    expect(await refusalOf(log.head())).toBe('unavailable');
    server.faults.silent = false;
    await log.append('a', 0n, [event()]);
    expect(await log.readStream('a')).toHaveLength(2);
  });

  it('passes over answers to appends that nobody waits for any more', async () => {
    server.faults.appends = 'late';
    const events = [event()];
    expect(await refusalOf(log.append('a', 0n, events))).toBe('unavailable');
    server.faults.appends = undefined;
    const again = log.append('a', 0n, events);
    server.answerLate();
    expect((await again).revision).toBe(1n);
    server.answerLate();
    expect(await log.readStream('a')).toHaveLength(2);
  });

  it('ends what is read when the log is closed', async () => {
    const other = openEventStoreDb(server.url, { logger, deadlineMs: 60_000 });
    server.faults.silent = true;
    const reading = refusalOf(other.readStream('a'));
    await other.close();
    expect(await reading).toBe('unavailable');
  });
});

describe('when the event store accepts connections and says nothing', () => {
  let silent: Server;
  let port: number;
  const sockets = new Set<Socket>();

  beforeEach(async () => {
    silent = createServer((socket) => {
      sockets.add(socket);
      // Ends with the test; what the client makes of it does not matter then.
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    ({ port } = silent.address() as { port: number });
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  it.each(['esdb', 'esdb+discover'])('gives up after the deadline (%s)', async (scheme) => {
    const url = `${scheme}://127.0.0.1:${port}?tls=false`;
    const log = openEventStoreDb(url, { logger, deadlineMs: 200 });
    expect(await refusalOf(log.append('a', 'any', [event()]))).toBe('unavailable');
    expect(await refusalOf(log.readStream('a'))).toBe('unavailable');
    await log.close();
  });
});

describe('when no cluster can be discovered', () => {
  it('says so each time, however often it is asked', async () => {
    const url =
      'esdb+discover://127.0.0.1:9?tls=false&maxDiscoverAttempts=1&discoveryInterval=1&gossipTimeout=1';
    const log = openEventStoreDb(url, { logger });
    expect(await refusalOf(log.readStream('a'))).toBe('unavailable');
    expect(await refusalOf(log.append('a', 'any', [event()]))).toBe('unavailable');
    expect(await refusalOf(log.append('a', 'any', [event()]))).toBe('unavailable');
    await log.close();
  });
});

describe('why no connection comes about', () => {
  let folder: string;
  let pair: ReturnType<typeof selfSigned>;

  beforeEach(async () => {
    lines = [];
    folder = await mkdtemp(join(tmpdir(), 'insuremanager-tls-'));
    pair = selfSigned();
    await writeFile(join(folder, 'ca.pem'), pair.cert);
    await writeFile(join(folder, 'other.pem'), selfSigned().cert);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const ca = (file: string) => `&tlsCAFile=${join(folder, file)}`;
  const discovery = '&maxDiscoverAttempts=1&discoveryInterval=1&gossipTimeout=1';
  const cases = [
    { what: 'a server that wants TLS', tls: true, query: () => 'tls=false', says: /wants TLS/ },
    { what: 'one without TLS', tls: false, query: () => 'tls=true', says: /without TLS/ },
    {
      what: 'an authority that is not known',
      ...{ tls: true, query: () => 'tls=true', says: /authority .* is not known.*tlsCAFile/ },
    },
    {
      what: 'another authority than it has',
      ...{ tls: true, query: () => `tls=true${ca('other.pem')}`, says: /authority .* not known/ },
    },
    { what: 'an unknown name', tls: false, query: () => 'tls=false', says: /cannot be resolved/ },
  ];
  it.each(
    cases.flatMap((one) => [
      { ...one, scheme: 'esdb', more: '' },
      { ...one, scheme: 'esdb+discover', more: discovery },
    ]),
  )('is said once, and in each refusal: $what ($scheme)', async (given) => {
    const { what, tls, query, says, scheme, more } = given;
    const host = what === 'an unknown name' ? 'no.invalid' : 'localhost';
    const server = await startEventStoreDouble(tls ? { tls: pair } : {});
    const url = `${scheme}://${host}:${server.port}?${query()}${more}`;
    const log = openEventStoreDb(url, { logger, deadlineMs: 60_000 });
    try {
      for (let times = 0; times < 2; times += 1) {
        const refusal = await log.readStream('a').catch((error) => error);
        expect(refusal).toBeInstanceOf(Refusal);
        expect(refusal.kind).toBe('unavailable');
        expect(refusal.cause.message).toMatch(says);
      }
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { level: 'warn', msg: expect.stringMatching(says) },
      ]);
    } finally {
      await log.close();
      await server.stop();
    }
  });

  it('is nothing where its authority is known', async () => {
    const credentials = { username: 'office', password: 'p%@:s' };
    const server = await startEventStoreDouble({ tls: pair, credentials });
    const user = 'office:p%25%40%3As';
    for (const scheme of ['esdb', 'esdb+discover']) {
      const url = `${scheme}://${user}@localhost:${server.port}?tls=true${ca('ca.pem')}`;
      const log = openEventStoreDb(url, { logger });
      await log.append(scheme, 'no-stream', [event()]);
      expect(await log.readStream(scheme)).toHaveLength(1);
      await log.close();
    }
    await server.stop();
    expect(lines).toEqual([]);
  });
});
