import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { PublicProfile } from '@insuremanager/contracts/agency/publicProfile';
import type { Request, Response } from 'express';
import { landingValues } from './landingValues.js';
import { fillPage } from './pageTemplate.js';

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** What everybody may know of the brokerage. */
export interface Agency {
  publicProfile(): Promise<PublicProfile>;
}

interface Parts {
  readonly agency: Agency;
  /** The page as the build left it. */
  readonly file: string;
  readonly origin: string;
}

interface FilledPage {
  readonly etag: string;
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

/** Sends what visitors see; filled and compressed once for each build and profile. */
export function createLandingPage({ agency, file, origin }: Parts) {
  let last: Promise<FilledPage> | null = null;
  /** The build and the profile that it was made of. */
  let lastKey = '';

  const filled = async (): Promise<FilledPage> => {
    const [profile, { mtimeMs, size }] = await Promise.all([agency.publicProfile(), stat(file)]);
    const key = JSON.stringify([mtimeMs, size, profile]);
    if (last === null || key !== lastKey) {
      lastKey = key;
      last = make(profile);
      last.catch(() => {
        last = null;
      });
    }
    return last;
  };

  const make = async (profile: PublicProfile): Promise<FilledPage> => {
    const template = await readFile(file, 'utf8');
    const identity = Buffer.from(fillPage(template, landingValues(profile, origin)));
    const [br, gzipped] = await Promise.all([compress.br(identity), compress.gzip(identity)]);
    const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
    return { etag: hash, bodies: { br, gzip: gzipped, identity } };
  };

  return {
    /** @throws Error with code ENOENT when the client has not been built */
    async send(request: Request, response: Response): Promise<void> {
      const { etag, bodies } = await filled();
      const encoding = encodingFor(request);
      response.vary('Accept-Encoding');
      // Each encoding is another body, and a tag names one.
      response.set('ETag', `"${etag}-${encoding}"`);
      if (encoding !== 'identity') response.set('Content-Encoding', encoding);
      response.type('html').send(bodies[encoding]);
    },
  };
}

/** The smallest that is accepted; browsers name gzip first without preferring it. */
const encodingFor = (request: Request): 'br' | 'gzip' | 'identity' => {
  if (request.acceptsEncodings('br')) return 'br';
  return request.acceptsEncodings('gzip') ? 'gzip' : 'identity';
};
