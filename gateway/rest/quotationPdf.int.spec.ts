import { get } from 'node:http';
import { Readable } from 'node:stream';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { unavailable } from '@insuremanager/services/platform/errors';
import { createLogger } from '@insuremanager/services/platform/logger';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { problemAnswers } from '../errorHandler.js';
import { type Listener, listen } from '../listen.js';
import { sendPdf } from './pdfAnswers.js';

let listener: Listener;
afterEach(() => listener.stop());

/** Where a PDF of this name and content is. */
async function served(content: Readable, fileName = 'QT-2026-27-15.pdf'): Promise<string> {
  const app = express();
  app.get('/pdf', (request, response) => sendPdf(request, response, { fileName, content }));
  app.use(problemAnswers(createLogger('silent')));
  listener = await listen(app, { host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${listener.port}`;
}

const pieces = async function* (failure?: Error): AsyncGenerator<Buffer> {
  yield Buffer.from('%PDF-1.7\n');
  yield Buffer.alloc(200_000, 'x');
  if (failure) throw failure;
};

describe('a PDF', () => {
  it('is sent whole, under a name that ends no header', async () => {
    const base = await served(Readable.from(pieces()), 'Angebot "മലയാളം"\r\nX-Own: 1.pdf');
    const { status, text, headers } = await call(base, '/pdf');
    expect(status).toBe(200);
    expect(text).toHaveLength(200_009);
    expect(headers).not.toHaveProperty('x-own');
    expect(headers['content-disposition']).toMatch(/^inline; filename="[^"]*"; filename\*=UTF-8''/);
  });

  it('that fails half way is cut off, and never ends well', async () => {
    const base = await served(Readable.from(pieces(new Error('The disk is gone'))));
    await expect(call(base, '/pdf')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('whose reader goes away before its first byte is closed, and is no trouble of ours', async () => {
    const logged: string[] = [];
    const content = new Readable({ read: () => asking.destroy() });
    const app = express();
    app.get('/pdf', (request, response) => {
      response.once('close', () => content.push('%PDF-1.7\n'));
      return sendPdf(request, response, { fileName: 'late.pdf', content });
    });
    app.use(problemAnswers(createLogger('info', {}, { write: (line) => logged.push(line) })));
    listener = await listen(app, { host: '127.0.0.1', port: 0 });
    const asking = get(`http://127.0.0.1:${listener.port}/pdf`).on('error', () => undefined);
    await expect.poll(() => content.destroyed).toBe(true);
    await listener.stop();
    expect(logged).toEqual([]);
  });

  it('that cannot be read at all is a refusal, of which nothing looks like a PDF', async () => {
    const content = new Readable({
      read() {
        this.destroy(unavailable('The file store'));
      },
    });
    const { status, json, headers } = await call(await served(content), '/pdf');
    expect(status).toBe(503);
    expect(json.code).toBe('unavailable');
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(headers).not.toHaveProperty('content-disposition');
  });
});
