import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import { createLogger } from '@insuremanager/services/platform/logger';
import type { Changes } from '@insuremanager/services/platform/readModels/changes';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sessions } from '../sessions/signedInUser.js';
import { createOpenStreams, type OpenStream } from './openStreams.js';

const LIMITS = { perUser: 5, most: 5, sessionCheckMs: 3_600_000, slowMs: 20_000 };
const OPENING = Buffer.from('opening\n');
const MiB = 1024 * 1024;

let server: Server;
let streams: ReturnType<typeof createOpenStreams>;
let opened: { stream: OpenStream; waiting(): number }[];
let notify: (changes: Changes) => void;
/** Answers how long the session lasts, when the test lets it. */
let sessionEndsIn: () => Promise<number>;

beforeEach(async () => {
  opened = [];
  sessionEndsIn = async () => 3_600_000;
  const sessions = {
    identity: { sessionEndsIn: () => sessionEndsIn() },
    cookie: { read: () => 'token' },
  } as unknown as Sessions;
  streams = createOpenStreams({
    sessions,
    readModels: {
      onChanges: (listener) => {
        notify = listener;
        return () => undefined;
      },
    },
    bookOf: async () => null,
    logger: createLogger('silent'),
    limits: LIMITS,
  });
  const app = express().use(async (request, response) => {
    response.locals.book = null;
    const user = { userId: 7, role: 'agent' } as SignedInUser;
    const stream = streams.open(user, request, response);
    opened.push({ stream, waiting: () => response.writableLength });
    await stream.begin(OPENING);
    stream.close();
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  streams.end();
  server.closeAllConnections();
  server.close();
});

/** One that is open, and what has arrived on it. */
async function read() {
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve) => {
    get({ port, agent: false }, resolve);
  });
  let text = '';
  let hasEnded = false;
  answer.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  answer.on('close', () => {
    hasEnded = true;
  });
  answer.on('error', () => undefined);
  const { stream, waiting } = opened.at(-1) ?? expect.fail('No stream was opened');
  return { answer, stream, waiting, text: () => text, hasEnded: () => hasEnded };
}

/** The next look at the session waits for an answer. */
function held(): (millis: number) => void {
  let answer: (millis: number) => void = () => undefined;
  const answered = new Promise<number>((resolve) => {
    answer = resolve;
  });
  sessionEndsIn = () => answered;
  return answer;
}

const accessOf = (userId: number): Changes => ({
  records: new Map([['userAccess', [userId]]]),
  everything: false,
});

describe('an open stream', () => {
  it('holds no more than a piece for a reader who takes nothing, who then starts afresh', async () => {
    const { answer, stream, waiting, text } = await read();
    await expect.poll(text).toBe('opening\n');
    answer.pause();
    const report = Buffer.alloc(MiB, '.');
    let most = 0;
    for (let nth = 0; nth < 200; nth += 1) {
      stream.tell(report);
      most = Math.max(most, waiting());
      await new Promise(setImmediate);
    }
    // What is on its way lies with the system; of the rest one report waits at most.
    expect(most).toBeLessThan(2 * MiB);
    answer.resume();
    await expect.poll(() => /\.opening\n$/.test(text()), { timeout: 50_000 }).toBe(true);
    expect(text().length).toBeLessThan(100 * MiB);
    stream.tell(Buffer.from('and on\n'));
    await expect.poll(() => text().endsWith('opening\nand on\n')).toBe(true);
  });

  it('is told nothing while its session is in doubt; then that anything may have changed', async () => {
    const { stream, text } = await read();
    await expect.poll(text).toBe('opening\n');
    const answer = held();
    notify(accessOf(7));
    stream.tell(Buffer.from('secret\n'));
    // Others are not in doubt.
    notify(accessOf(8));
    await new Promise(setImmediate);
    expect(text()).toBe('opening\n');
    answer(3_600_000);
    await expect.poll(text).toBe('opening\nopening\n');
    stream.tell(Buffer.from('and on\n'));
    await expect.poll(text).toBe('opening\nopening\nand on\n');
  });

  it('ends without another word when its session has ended', async () => {
    const { stream, text, hasEnded } = await read();
    await expect.poll(text).toBe('opening\n');
    const answer = held();
    notify(accessOf(7));
    stream.tell(Buffer.from('secret\n'));
    answer(0);
    await expect.poll(hasEnded).toBe(true);
    stream.tell(Buffer.from('secret\n'));
    expect(text()).toBe('opening\n');
    expect(streams.count()).toBe(0);
  });

  it('begins with nothing where the session is over before the first look at it', async () => {
    sessionEndsIn = async () => 0;
    const { text, hasEnded } = await read();
    await expect.poll(hasEnded).toBe(true);
    expect(text()).toBe('');
  });
});
