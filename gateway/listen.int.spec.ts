import { EventEmitter, once } from 'node:events';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { listen } from './listen.js';

/** The status of an answer, or the code of the system's error. */
const ask = (port: number): Promise<number | string | undefined> =>
  new Promise((resolve) => {
    get({ host: '127.0.0.1', port }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });

describe('stopping', () => {
  it('finishes the answer under way and takes no new request', async () => {
    let answer = () => undefined as unknown;
    let arrived = () => undefined as unknown;
    const underWay = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const app = express().get('/', (_request, response) => {
      answer = () => response.send('done');
      arrived();
    });
    const listener = await listen(app, { host: '127.0.0.1', port: 0 });

    const pending = ask(listener.port);
    await underWay;
    const stopped = listener.stop();
    expect(await ask(listener.port)).toBe('ECONNREFUSED');
    answer();
    expect(await pending).toBe(200);
    await stopped;
  });

  it('ends a connection that its client would keep, or it would go on asking us', async () => {
    const requests = new EventEmitter();
    const hold = (request: IncomingMessage, response: ServerResponse) =>
      void requests.emit('request', request, response);
    const listener = await listen(hold, { host: '127.0.0.1', port: 0 });
    const agent = new Agent({ keepAlive: true });
    const answered = once(get({ host: '127.0.0.1', port: listener.port, agent }), 'response');

    const [, held]: ServerResponse[] = await once(requests, 'request');
    const stopped = listener.stop();
    held?.end('done');
    const [answer]: IncomingMessage[] = await answered;
    expect(answer?.resume().headers.connection).toBe('close');
    await stopped;
    agent.destroy();
  });
});

describe('connections without end', () => {
  it('are bounded: one more is told so, and the next is served once one has gone', async () => {
    const app = express().get('/', (_request, response) => void response.send('served'));
    const listener = await listen(app, { host: '127.0.0.1', port: 0, mostConnections: 2 });
    const held = [1, 2].map(() => connect(listener.port, '127.0.0.1'));
    await Promise.all(held.map((socket) => once(socket, 'connect')));
    const refused = await fetch(`http://127.0.0.1:${listener.port}`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.text()).toBe(
      'Too many connections are open. Please try again in a moment.',
    );
    held[0]?.destroy();
    await expect.poll(() => ask(listener.port)).toBe(200);
    held[1]?.destroy();
    await listener.stop();
  });
});

describe('a port that is taken', () => {
  it('is reported, not waited for', async () => {
    const first = await listen(express(), { host: '127.0.0.1', port: 0 });
    const second = listen(express(), { host: '127.0.0.1', port: first.port });
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await first.stop();
  });
});
