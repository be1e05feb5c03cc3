import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drainBody } from '../security/unreadBody.js';
import { FORM_TYPE, fieldParts, filePart, formOf } from '../testing/uploading.js';
import { readUploadForm } from './uploadForm.js';

/** Short, so that nobody waits for it; and far longer than a loopback needs. */
const IDLE_TIMEOUT_MS = 300;
const FORM = formOf([filePart(Buffer.alloc(5e5, 'x'), 'a.pdf'), ...fieldParts({ a: 1 })]);

const server = createServer();
let socket: Socket;
let request: IncomingMessage;
beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    'POST / HTTP/1.1\r\nHost: localhost\r\n' +
      `Content-Type: ${FORM_TYPE}\r\nContent-Length: ${FORM.length}\r\n\r\n`,
  );
  [request] = await once(server, 'request');
});
afterEach(async () => {
  socket.destroy();
  server.close();
  await once(server, 'close');
});

describe('a form that arrives', () => {
  it('is given with its file and its fields', async () => {
    const take = async (name: string, content: Readable) => ({
      name,
      size: (await buffer(content)).length,
    });
    socket.write(FORM);
    const form = await readUploadForm(request, { take, giveUp: async () => undefined });
    expect(form).toEqual({ fields: { a: '1' }, file: { name: 'a.pdf', size: 5e5 } });
  });

  it('is refused when it stands still, and what was taken of its file fails', async () => {
    const taken: Promise<Buffer>[] = [];
    const take = (_name: string, content: Readable): Promise<Buffer> => {
      const whole = buffer(content);
      taken.push(whole);
      return whole;
    };
    socket.write(FORM.subarray(0, 1e5));
    const form = readUploadForm(
      request,
      { take, giveUp: async () => undefined },
      { idleTimeoutMs: IDLE_TIMEOUT_MS },
    );
    await expect(form).rejects.toMatchObject({ status: 408, code: 'upload-too-slow' });
    await expect(taken[0]).rejects.toThrow();
  });

  it('gives up a file that was taken before the form broke off', async () => {
    const givenUp: string[] = [];
    const taker = {
      take: async (name: string, content: Readable) => {
        await buffer(content);
        socket.destroy();
        return name;
      },
      giveUp: async (name: string) => void givenUp.push(name),
    };
    socket.write(FORM.subarray(0, -20));
    const form = readUploadForm(request, taker);
    await expect(form).rejects.toMatchObject({ status: 400, code: 'broken-upload' });
    expect(givenUp).toEqual(['a.pdf']);
  });

  it('is not too slow while nobody takes what it brings', async () => {
    const take = async (_name: string, content: Readable): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, 3 * IDLE_TIMEOUT_MS));
      return (await buffer(content)).length;
    };
    socket.write(FORM);
    const form = await readUploadForm(
      request,
      { take, giveUp: async () => undefined },
      { idleTimeoutMs: IDLE_TIMEOUT_MS },
    );
    expect(form.file).toBe(5e5);
  });

  it('is refused with what its taker throws, however much is still to come', async () => {
    const failure = new Error('no room');
    const taker = { take: () => Promise.reject(failure), giveUp: async () => undefined };
    socket.write(FORM.subarray(0, 2e5));
    await expect(readUploadForm(request, taker)).rejects.toBe(failure);
  });
});

describe('what is left of a refused request', () => {
  const bounds = { bytes: 1e6, idleTimeoutMs: 60_000, wholeMs: 60_000 };

  it('is read to its end', async () => {
    socket.write(FORM);
    expect(await drainBody(request, bounds)).toBe(true);
  });

  it('is not waited for when nothing more comes', async () => {
    socket.write(FORM.subarray(0, 1000));
    expect(await drainBody(request, { ...bounds, idleTimeoutMs: IDLE_TIMEOUT_MS })).toBe(false);
  });

  it('is not read when it is too much', async () => {
    socket.write(FORM);
    expect(await drainBody(request, { ...bounds, bytes: 1000 })).toBe(false);
  });

  it('is over when its client has gone', async () => {
    const passed = drainBody(request, bounds);
    socket.destroy();
    expect(await passed).toBe(true);
  });
});
