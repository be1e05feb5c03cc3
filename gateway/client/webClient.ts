import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Router } from 'express';
import sirv from 'sirv';
import { HttpRefusal } from '../problems.js';
import { route } from '../routes.js';

/**
 * The built client: its hashed assets never change, everything else is asked for anew. Files go out
 * as the build has compressed them (`web/compressedFiles.ts`).
 */
export function webClient(router: Router, webRoot: string): void {
  const page = join(webRoot, 'index.html');
  if (existsSync(webRoot)) {
    router.use(
      sirv(webRoot, {
        // Looks for each file when it is asked for: a list made at the start would go on naming
        // those that a later build has removed, and one that cannot be opened ends the process.
        dev: true,
        extensions: [],
        etag: true,
        gzip: true,
        brotli: true,
        setHeaders: (response, path) => cache(response, path.startsWith('/assets/')),
      }),
    );
  }

  // Every other address is a screen of the client, unless it is named like a file.
  route(router, '/{*path}', {
    get: (request, response, next) => {
      if (/\.\w+$/.test(request.path) || !request.accepts('html')) {
        throw new HttpRefusal(404, 'path-not-found', 'There is nothing at this address.');
      }
      cache(response, false);
      response.sendFile(page, { cacheControl: false }, (error?: Error) => {
        if (error && !isGone(error)) next(clientMissing(error));
      });
    },
  });
}

function cache(response: ServerResponse, isHashed: boolean): void {
  const forEver = 'public, max-age=31536000, immutable';
  response.setHeader('Cache-Control', isHashed ? forEver : 'no-cache');
}

/** Whoever asked did not wait for the answer. */
const isGone = (error: Error): boolean => 'code' in error && error.code === 'ECONNABORTED';

const clientMissing = (error: Error): Error =>
  'code' in error && error.code === 'ENOENT'
    ? new HttpRefusal(503, 'client-missing', 'The web client has not been built on this server.')
    : error;
