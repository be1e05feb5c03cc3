import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Post, postMessage } from './postMessage.js';

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

const listening = async (server: Server | ReturnType<typeof createTcpServer>): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({
    close() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  });
  return (server.address() as AddressInfo).port;
};
const serve = async (listener: RequestListener) =>
  `http://127.0.0.1:${await listening(createServer(listener))}`;

const post = (url: string, more: Partial<Post> = {}) =>
  postMessage({
    url,
    headers: { 'webhook-id': '1' },
    body: '{"a":"₹"}',
    allowsPrivate: true,
    ...more,
  });

describe('a message', () => {
  it('is posted with its headers, and taken by any status of success', async () => {
    const seen: unknown[] = [];
    const url = await serve(async (request, response) => {
      let body = '';
      for await (const part of request.setEncoding('utf8')) body += part;
      const { headers, method } = request;
      seen.push([method, request.url, headers['content-type'], headers['webhook-id'], body]);
      response.writeHead(202).end();
    });
    expect(await post(`${url}/hook?token=a`)).toMatchObject({ status: 202, problem: null });
    expect(seen).toEqual([['POST', '/hook?token=a', 'application/json', '1', '{"a":"₹"}']]);
  });

  it('follows no redirect', async () => {
    let asked = 0;
    const target = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    const url = await serve((_request, response) =>
      response.writeHead(307, { location: target }).end(),
    );
    expect(await post(url)).toMatchObject({ status: 307, problem: 'refused' });
    expect(asked).toBe(0);
  });

  it('waits no longer than it may for an answer, however slowly that begins', async () => {
    const port = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        const drip = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(drip));
      }),
    );
    const silent = await serve(() => undefined);
    for (const url of [`http://127.0.0.1:${port}`, silent])
      expect(await post(url, { timeoutMs: 200 })).not.toMatchObject({ problem: null });
    expect(await post(silent, { timeoutMs: 200 })).toMatchObject({ problem: 'timed_out' });
  });

  it('reads nothing of what is answered', async () => {
    let isClosed: () => void = () => undefined;
    const closed = new Promise<void>((done) => {
      isClosed = done;
    });
    const url = await serve((_request, response) => {
      response.writeHead(200);
      const more = setInterval(() => response.write('x'.repeat(100_000)), 1);
      response.on('close', () => {
        clearInterval(more);
        isClosed();
      });
    });
    expect(await post(url)).toMatchObject({ status: 200, problem: null });
    await closed;
  });

  it('goes to the address that was looked at, whatever the name says later', async () => {
    const url = await serve((request, response) => {
      response.writeHead(request.headers.host?.startsWith('hook.example.in') ? 204 : 400).end();
    });
    const answers = [[{ address: '127.0.0.1', family: 4 }]];
    const resolve = async () => answers.shift() ?? [];
    const named = url.replace('127.0.0.1', 'hook.example.in');
    expect(await post(named, { resolve })).toMatchObject({ status: 204 });
    expect(await post(named, { resolve })).toMatchObject({ problem: 'not_found' });
  });

  it('goes nowhere within a private network, and nowhere without TLS', async () => {
    let asked = 0;
    const url = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const guarded = { allowsPrivate: false, resolve };
    for (const one of [url, url.replace('http:', 'https:'), 'http://example.in/'])
      expect(await post(one, guarded)).toMatchObject({ status: null, problem: 'not_allowed' });
    expect(asked).toBe(0);
  });

  it('says why it did not get there', async () => {
    expect(await post('http://127.0.0.1:1/')).toMatchObject({ problem: 'not_reached' });
    const resolve = async () => {
      throw Object.assign(new Error('nobody'), { code: 'ENOTFOUND' });
    };
    expect(await post('http://nobody.example.in/', { resolve })).toMatchObject({
      problem: 'not_found',
    });
  });
});
