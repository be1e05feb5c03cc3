import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { FILE_SENTENCES, LARGEST_FILE } from '@insuremanager/contracts/documents/documentKinds';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { startTestGateway, type TestGateway } from '@insuremanager/deploy/testing/testGateway';
import { samplePdf } from '@insuremanager/services/documents/testing/sampleFiles';
import { LOCK_SPACES } from '@insuremanager/services/platform/postgres/advisoryLocks';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  FORM_TYPE,
  fieldParts,
  filePart,
  formOf,
  type Part,
  sendForm,
  storedIn,
} from '../testing/uploading.js';
import { MOST_UPLOADS } from '../uploads/uploadSlots.js';

const { fixture, gateway, add } = gatewayFixture();
let customerId: number;
beforeAll(async () => {
  customerId = await add('/api/customers', { name: 'Asha', phone: '9876543210' });
  // Beside the first file its store keeps whose it is: only later ones are one part each.
  expect((await sendForm(gateway.url, small(), { cookie: fixture.cookie })).status).toBe(201);
});

const fields = (): Part[] => fieldParts({ customerId, documentType: 'kyc' });
const small = (): Buffer => formOf([...fields(), filePart(samplePdf())]);
/** The first half of an upload of 1 MB. */
const half = (): Buffer =>
  formOf([...fields(), filePart(Buffer.concat([samplePdf(), Buffer.alloc(1e6, '%\n')]))]).subarray(
    0,
    5e5,
  );

/** A connection that has sent the head of an upload, and what it answers. */
async function begin(
  length: number,
  headers: Record<string, string> = { Cookie: fixture.cookie },
  { url }: TestGateway = gateway,
): Promise<{ socket: Socket; answered: Promise<string> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  const lines = Object.entries({
    Host: 'localhost',
    'Content-Type': FORM_TYPE,
    'Content-Length': String(length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /api/documents/upload HTTP/1.1\r\n${lines.join('')}\r\n`);
  const answered = once(socket, 'data').then(([data]) => String(data));
  return { socket, answered };
}

/** Settles when so many uploads are under way, as the store shows them. */
async function underWay(count: number): Promise<void> {
  const isPart = (path: string): boolean => path.includes('.parts');
  while ((await storedIn(gateway.dataDir)).filter(isPart).length !== count) {
    await new Promise(setImmediate);
  }
}

/** Settles when so many slots are taken: one is released a moment after its upload has gone. */
async function slotsTaken(count: number): Promise<void> {
  const taken = async () => {
    const { rows } = await gateway.platform.pool.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid::bigint = $1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [LOCK_SPACES.slots],
    );
    return rows.length;
  };
  while ((await taken()) !== count) await new Promise(setImmediate);
}

describe('an upload on a bare connection', () => {
  it('an upload that breaks off leaves nothing, and is no trouble of ours', async () => {
    const head = await gateway.platform.eventLog.head();
    const stored = await storedIn(gateway.dataDir);
    const { socket } = await begin(1e6);
    socket.write(half());
    await underWay(1);
    socket.destroy();
    await underWay(0);
    expect(await gateway.platform.eventLog.head()).toEqual(head);
    expect(await storedIn(gateway.dataDir)).toEqual(stored);
    expect(gateway.logged.filter((line) => line.includes('unforeseen'))).toEqual([]);
  });

  it.each<[string, () => Record<string, string>, number]>([
    ['a stranger', () => ({}), 401],
    ['another site', () => ({ Cookie: fixture.cookie, Origin: 'https://elsewhere.example' }), 403],
  ])('%s is refused before anything is read', async (_who, headers, status) => {
    const { socket, answered } = await begin(1e6, headers());
    expect(await answered).toContain(`HTTP/1.1 ${status} `);
    socket.destroy();
  });

  it('what is announced as too large is refused before anything is read', async () => {
    const { socket, answered } = await begin(2 * LARGEST_FILE);
    expect(await answered).toContain(FILE_SENTENCES.tooLarge);
    socket.destroy();
  });

  it.each(['keep-alive', 'close'])(
    'a client that sends all before it listens gets its refusal (Connection: %s)',
    async (connection) => {
      const body = formOf([...fields(), filePart(Buffer.alloc(9e6, 'MZ'))]);
      const { socket, answered } = await begin(body.length, {
        Cookie: fixture.cookie,
        Connection: connection,
      });
      socket.pause();
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.write(body, () => resolve());
      });
      socket.resume();
      expect(await answered).toContain(FILE_SENTENCES.wrongKind);
      socket.destroy();
    },
  );

  it('a connection goes on to serve after a refusal that was read to its end', async () => {
    const body = formOf([...fields(), filePart(Buffer.alloc(1e6, 'MZ'))]);
    const { socket, answered } = await begin(body.length);
    socket.write(body);
    expect(await answered).toContain(FILE_SENTENCES.wrongKind);
    socket.write(
      `GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\nCookie: ${fixture.cookie}\r\n\r\n`,
    );
    const [data] = await once(socket, 'data');
    expect(String(data)).toContain('HTTP/1.1 200 ');
    socket.destroy();
  });

  it(`one user has ${MOST_UPLOADS} uploads under way at most, whichever gateways take them`, async () => {
    const beside = await startTestGateway({ beside: gateway });
    const stored = (await storedIn(gateway.dataDir)).length;
    const begun = await Promise.all(
      Array.from({ length: MOST_UPLOADS }, (_, index) =>
        begin(1e6, { Cookie: fixture.cookie }, index % 2 === 0 ? gateway : beside),
      ),
    );
    for (const { socket } of begun) socket.write(half());
    await underWay(MOST_UPLOADS);
    for (const { url } of [gateway, beside]) {
      const answer = await sendForm(url, small(), { cookie: fixture.cookie });
      expect(answer.status).toBe(429);
      expect((await answer.json()).code).toBe('too-many-attempts');
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    // Two want the one that becomes free.
    begun.pop()?.socket.destroy();
    await slotsTaken(MOST_UPLOADS - 1);
    const last = [await begin(1e6), await begin(1e6, { Cookie: fixture.cookie }, beside)];
    for (const { socket } of last) socket.write(half());
    const refused = await Promise.race(last.map(({ answered }) => answered));
    expect(refused).toContain('HTTP/1.1 429 ');
    await underWay(MOST_UPLOADS);
    for (const { socket } of [...begun, ...last]) socket.destroy();
    await underWay(0);
    expect((await storedIn(gateway.dataDir)).length).toBe(stored);
    await slotsTaken(0);
    expect((await sendForm(beside.url, small(), { cookie: fixture.cookie })).status).toBe(201);
    await beside.stop();
  });
});
