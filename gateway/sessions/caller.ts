import { permissionsOf } from '@insuremanager/contracts/identity/permissions';
import type { CurrentUser } from '@insuremanager/contracts/identity/userViews';
import type { Caller, SignedInUser } from '@insuremanager/services/identity/index';
import type { Request, Response } from 'express';
import type { SessionCookie } from './sessionCookie.js';

/** Where a request comes from. */
export const callerOf = (request: Request, response: Response, cookie: SessionCookie): Caller => ({
  address: request.ip ?? '',
  userAgent: request.get('user-agent') ?? '',
  correlationId: response.locals.correlationId,
  token: cookie.read(request),
});

export const currentUser = ({ userId, ...user }: SignedInUser): CurrentUser => ({
  ...user,
  id: userId,
  permissions: permissionsOf(user.role),
});
