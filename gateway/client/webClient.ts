import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Request, RequestHandler, Response, Router } from 'express';
import sirv from 'sirv';
import { HttpRefusal } from '../problems.js';
import { route } from '../routes.js';
import type { Sessions } from '../sessions/signedInUser.js';
import { type Agency, createLandingPage } from './landingPage.js';
import { searchEngineFiles } from './searchEngineFiles.js';

interface Parts {
  readonly webRoot: string;
  /** Where people reach the site, without a path. */
  readonly origin: string;
  readonly sessions: Sessions;
  readonly agency: Agency;
}

/** Addresses of the sign-in page; each is a screen of it. */
const LOGIN = '/login';
const SIGN_IN_PATHS: readonly string[] = [
  LOGIN,
  '/forgot-password',
  '/reset-password',
  '/invitation',
];

/** Forms that everybody may fill in, signed in or not. */
const VISITOR_PAGES = { '/get-quote': 'quote.html', '/accept': 'accept.html' } as const;

/** Named like a file. Pages are under other addresses than their files. */
const FILE = /\.\w+$/;
const PAGE_FILE = /\.html$/i;

/**
 * The built client: its hashed assets never change, everything else is asked for anew. Files go out
 * as the build has compressed them (`web/compressedFiles.ts`). Of its three pages, an address gets
 * the sign-in, the signed-in client or what visitors see, by who asks.
 */
export function webClient(router: Router, { webRoot, origin, sessions, agency }: Parts): void {
  searchEngineFiles(router, origin);
  if (existsSync(webRoot)) router.use(unlessPage(builtFiles(webRoot)));

  const filled = (file: string) => createLandingPage({ agency, file: join(webRoot, file), origin });
  const landing = filled('landing.html');
  const forms = new Map(
    Object.entries(VISITOR_PAGES).map(([path, file]) => [path, filled(file)] as const),
  );
  const sendFile = (response: Response, page: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const done = (error?: Error) => (error && !isGone(error) ? reject(error) : resolve());
      response.sendFile(join(webRoot, page), { cacheControl: false }, done);
    });
  const send = async (request: Request, response: Response): Promise<void> => {
    const path = request.path.replace(/(?<=.)\/$/, '');
    const form = forms.get(path);
    if (form) return form.send(request, response);
    const signedIn = await mayBeSignedIn(sessions, request);
    if (path === LOGIN && signedIn) return response.redirect(303, '/');
    if (SIGN_IN_PATHS.includes(path)) return sendFile(response, 'login.html');
    return signedIn ? sendFile(response, 'index.html') : landing.send(request, response);
  };

  const page: RequestHandler = async (request, response) => {
    if (FILE.test(request.path) || !request.accepts('html')) {
      throw new HttpRefusal(404, 'path-not-found', 'There is nothing at this address.');
    }
    response.vary('Cookie').set('Cache-Control', 'private, no-cache');
    try {
      await send(request, response);
    } catch (error) {
      throw isMissing(error) ? clientMissing() : error;
    }
  };
  route(router, '/{*path}', { get: { access: 'public', handlers: page } });
}

/**
 * Asks for no use of the session: a page says nothing of anybody. Where it cannot be known, the
 * signed-in client is sent, which says that the server does not answer.
 */
async function mayBeSignedIn({ identity, cookie }: Sessions, request: Request): Promise<boolean> {
  const token = cookie.read(request);
  return token !== null && identity.isSessionOpen(token).catch(() => true);
}

const unlessPage =
  (files: RequestHandler): RequestHandler =>
  (request, response, next) =>
    PAGE_FILE.test(request.path) ? next() : files(request, response, next);

const builtFiles = (webRoot: string): RequestHandler =>
  sirv(webRoot, {
    // Looks for each file when it is asked for: a list made at the start would go on naming
    // those that a later build has removed, and one that cannot be opened ends the process.
    dev: true,
    extensions: [],
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders: (response, path) => cache(response, path.startsWith('/assets/')),
  });

function cache(response: ServerResponse, isHashed: boolean): void {
  const forEver = 'public, max-age=31536000, immutable';
  response.setHeader('Cache-Control', isHashed ? forEver : 'no-cache');
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : null;

/** Whoever asked did not wait for the answer. */
const isGone = (error: Error): boolean => codeOf(error) === 'ECONNABORTED';
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

const clientMissing = (): Error =>
  new HttpRefusal(503, 'client-missing', 'The web client has not been built on this server.');
