import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';

/**
 * Behind TLS the prefix makes browsers refuse a cookie that is not Secure, not for every path, or
 * set by another host of the domain: nobody can give a browser a session of theirs.
 */
export const sessionCookieName = (isBehindTls: boolean): string =>
  isBehindTls ? '__Host-insuremanager_session' : 'insuremanager_session';

/** The cookie that carries a session's token: unreadable to scripts, never sent by other sites. */
export interface SessionCookie {
  read(request: Request): string | null;
  write(response: Response, token: string, expiresAt: Date): void;
  clear(response: Response): void;
}

export function createSessionCookie(isBehindTls: boolean): SessionCookie {
  const name = sessionCookieName(isBehindTls);
  const options: CookieOptions = {
    httpOnly: true,
    sameSite: 'lax',
    secure: isBehindTls,
    path: '/',
  };
  return {
    read: (request) => parseCookie(request.headers.cookie ?? '')[name] ?? null,
    write: (response, token, expires) => {
      response.cookie(name, token, { ...options, expires });
    },
    clear: (response) => {
      response.clearCookie(name, options);
    },
  };
}
