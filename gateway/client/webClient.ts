import { join } from 'node:path';
import compression from 'compression';
import express, { type Response, type Router } from 'express';
import { HttpRefusal } from '../problems.js';
import { route } from '../routes.js';

/** The built client: its hashed assets never change, everything else is asked for anew. */
export function webClient(router: Router, webRoot: string): void {
  const page = join(webRoot, 'index.html');
  router.use(compression());
  router.use(
    express.static(webRoot, {
      index: false,
      redirect: false,
      setHeaders: (response, path) => cache(response, path.startsWith(join(webRoot, 'assets'))),
    }),
  );

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

function cache(response: Response, isHashed: boolean): void {
  const forEver = 'public, max-age=31536000, immutable';
  response.setHeader('Cache-Control', isHashed ? forEver : 'no-cache');
}

/** Whoever asked did not wait for the answer. */
const isGone = (error: Error): boolean => 'code' in error && error.code === 'ECONNABORTED';

const clientMissing = (error: Error): Error =>
  'code' in error && error.code === 'ENOENT'
    ? new HttpRefusal(503, 'client-missing', 'The web client has not been built on this server.')
    : error;
