import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';

const NAME = 'insuremanager_session';

/** The cookie that carries a session's token: unreadable to scripts, never sent by other sites. */
export interface SessionCookie {
  read(request: Request): string | null;
  write(response: Response, token: string, expiresAt: Date): void;
  clear(response: Response): void;
}

export function createSessionCookie(isBehindTls: boolean): SessionCookie {
  const options: CookieOptions = {
    httpOnly: true,
    sameSite: 'lax',
    secure: isBehindTls,
    path: '/',
  };
  return {
    read: (request) => parseCookie(request.headers.cookie ?? '')[NAME] ?? null,
    write: (response, token, expires) => {
      response.cookie(NAME, token, { ...options, expires });
    },
    clear: (response) => {
      response.clearCookie(NAME, options);
    },
  };
}
