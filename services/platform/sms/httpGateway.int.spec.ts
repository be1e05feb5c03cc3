import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayOptions } from './gatewayOptions.js';
import { httpGateway } from './httpGateway.js';
import { type Received, testGatewayServer } from './testing/testGatewayServer.js';

let server: Awaited<ReturnType<typeof testGatewayServer>>;
beforeEach(async () => {
  server = await testGatewayServer();
});
afterEach(() => server.stop());

const now = new Date('2026-04-01T06:00:00Z');
const gateway = (options: Partial<GatewayOptions> = {}, timeoutMs = 60_000) =>
  httpGateway({
    url: `${server.url}/v5/flow?key=hush`,
    headers: { authkey: 'hush hush' },
    contentType: 'application/json',
    body: '{"mobiles":"{{to}}","template_id":"{{templateId}}","message":"{{text}}"}',
    success: null,
    clock: { now: () => now },
    timeoutMs,
    ...options,
  });

const message = {
  to: '919876543210',
  text: 'പ്രിയ "Anitha" & Söhne \\ 50%\n',
  templateId: '1107160000000012345',
  variables: { name: 'Anitha & Söhne', id: 'a-b' },
};

const NOTHING: Received = { method: '', path: '', headers: {}, body: '' };

const answering =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers);
    response.end(body);
  };

describe('a message goes to the gateway', () => {
  it('as JSON, whatever is in its text', async () => {
    expect(await gateway().send(message)).toEqual({
      outcome: 'delivered',
      reply: '{"type":"success","request_id":"42"}',
    });
    const [{ method, path, headers, body } = NOTHING] = server.received;
    expect(method).toBe('POST');
    expect(path).toBe('/v5/flow?key=hush');
    expect(headers).toMatchObject({ authkey: 'hush hush', 'content-type': 'application/json' });
    expect(JSON.parse(body)).toEqual({
      mobiles: message.to,
      template_id: message.templateId,
      message: message.text,
    });
  });

  it('as a form', async () => {
    const contentType = 'application/x-www-form-urlencoded';
    const body = 'To=%2B{{to}}&Body={{text}}&Id={{templateId}}';
    await gateway({ contentType, body }).send(message);
    const form = new URLSearchParams(server.received[0]?.body);
    expect(Object.fromEntries(form)).toEqual({
      To: `+${message.to}`,
      Body: message.text,
      Id: message.templateId,
    });
  });

  it('in its address and its headers', async () => {
    const url = `${server.url}/{{templateId}}?to={{to}}&text={{text}}`;
    await gateway({ url, body: null, headers: { 'x-name': '{{name}}' } }).send(message);
    const [{ path, headers, body } = NOTHING] = server.received;
    const asked = new URL(path, server.url);
    expect(asked.pathname).toBe(`/${message.templateId}`);
    expect(asked.searchParams.get('text')).toBe(message.text);
    expect(decodeURIComponent(String(headers['x-name']))).toBe('Anitha & Söhne');
    expect(body).toBe('');
  });
});

describe('what a gateway answers', () => {
  it.each([
    ['nothing', answering(202), {}, { outcome: 'delivered', reply: null }],
    ['a word', answering(200, 'OK 17'), {}, { outcome: 'delivered', reply: 'OK 17' }],
    [
      'the text that it must have',
      answering(200, 'queued'),
      { success: 'queued' },
      { outcome: 'delivered' },
    ],
    [
      'another text than it must have',
      answering(200, 'Invalid sender'),
      { success: 'queued' },
      { outcome: 'deferred', problem: 'bad-answer', reply: 'Invalid sender' },
    ],
    [
      'the field that it must have',
      answering(200, '{"messages":[{"id":"7"}]}'),
      { success: '$.messages.0.id' },
      { outcome: 'delivered' },
    ],
    [
      'another value of that field',
      answering(200, '{"type":"error","message":"DLT template not found"}'),
      { success: '$.type=success' },
      { outcome: 'deferred', problem: 'bad-answer' },
    ],
    [
      '200, and an error',
      answering(200, '{"type":"error","message":"Invalid authkey"}'),
      {},
      {
        ...{ outcome: 'deferred', problem: 'bad-answer', mayHaveArrived: false },
        reply: expect.stringContaining('authkey'),
      },
    ],
    [
      '200, and a page',
      answering(200, '<!DOCTYPE html><style>p{}</style><p>Sign in\u0007 here</p>'),
      {},
      { outcome: 'deferred', problem: 'bad-answer', reply: 'Sign in here' },
    ],
    [
      'a refusal',
      answering(400, `Number is\r\n on DND ${'x'.repeat(500)}`),
      {},
      {
        outcome: 'failed',
        problem: 'refused',
        reply: expect.stringMatching(/^Number is on DND x/),
      },
    ],
    [
      'that it does not know us',
      answering(401, 'Bad key'),
      {},
      { outcome: 'deferred', problem: 'misconfigured', reply: 'Bad key' },
    ],
    [
      'that there is nothing under its address',
      answering(404, 'No such path'),
      {},
      { outcome: 'deferred', problem: 'misconfigured', reply: 'No such path' },
    ],
    ['405', answering(405), {}, { outcome: 'deferred', problem: 'misconfigured' }],
    ['502', answering(502), {}, { outcome: 'deferred', mayHaveArrived: true }],
    ['503', answering(503), {}, { outcome: 'deferred', mayHaveArrived: false }],
    [
      '200 and what nobody understands',
      answering(200, 'hm'),
      { success: 'queued' },
      { outcome: 'deferred', problem: 'bad-answer', mayHaveArrived: true },
    ],
    ['500', answering(500, 'Oops'), {}, { outcome: 'deferred', problem: 'unreachable' }],
    [
      '429 with seconds',
      answering(429, '', { 'retry-after': '90' }),
      {},
      { outcome: 'deferred', problem: 'limited', retryAfterMs: 90_000 },
    ],
    [
      '429 with a date',
      answering(429, '', { 'retry-after': 'Wed, 01 Apr 2026 06:10:00 GMT' }),
      {},
      { outcome: 'deferred', problem: 'limited', retryAfterMs: 600_000 },
    ],
    ['429 at once', answering(429, '', { 'retry-after': '0' }), {}, { retryAfterMs: 60_000 }],
    ['429 alone', answering(429), {}, { outcome: 'deferred', retryAfterMs: undefined }],
  ])('%s', async (_what, how, options, expected) => {
    server.answers(how);
    const answer = await gateway(options).send(message);
    expect(answer).toMatchObject(expected);
    expect((answer.reply ?? '').length).toBeLessThanOrEqual(300);
  });

  it('a redirect, which is not followed', async () => {
    const other = await testGatewayServer();
    try {
      server.answers(answering(307, '', { location: `${other.url}/elsewhere` }));
      expect(await gateway().send(message)).toMatchObject({ problem: 'bad-answer' });
      expect(other.received).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('more than anybody reads', async () => {
    let written = 0;
    server.answers((response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const more = (): void => {
        while (!response.destroyed && written < 100_000_000) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      more();
    });
    expect(await gateway().send(message)).toMatchObject({
      outcome: 'deferred',
      problem: 'bad-answer',
    });
    expect(written).toBeLessThan(100_000_000);
  });

  it.each([
    ['nothing at all', () => {}],
    ['a connection that is cut', (response: ServerResponse) => void response.destroy()],
    [
      'half of an answer',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half');
      },
    ],
  ])('%s', async (_what, how) => {
    server.answers(how);
    expect(await gateway({}, 300).send(message)).toEqual({
      outcome: 'deferred',
      problem: 'unreachable',
      reply: expect.stringMatching(/^No /),
      mayHaveArrived: true,
    });
  });
});

it('a gateway that is away is noticed without a message, and when it is back', async () => {
  const { port } = server;
  const under = gateway();
  expect(await under.check()).toBe(true);
  await server.stop();
  expect(await under.check()).toBe(false);
  expect(await under.send(message)).toMatchObject({
    ...{ outcome: 'deferred', problem: 'unreachable', mayHaveArrived: false },
  });
  expect(JSON.stringify(await under.send(message))).not.toContain('hush');
  server = await testGatewayServer(port);
  expect(await under.check()).toBe(true);
  expect(server.received).toEqual([]);
});
