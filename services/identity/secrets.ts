import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes, as cookies and links carry them. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token: nobody can guess one, so that no key and no salt is needed. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
