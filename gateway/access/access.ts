import { isAllowed, type Permission } from '@insuremanager/contracts/identity/permissions';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import { forbidden } from '@insuremanager/services/platform/errors';

/**
 * Who may ask for something: `public` everybody, `account` every signed-in user for what is their
 * own, else whoever has the permission.
 */
export type Access = 'public' | 'account' | Permission;

/** @throws Refusal `forbidden` */
export function requireAccess({ role }: SignedInUser, access: Exclude<Access, 'public'>): void {
  if (access !== 'account' && !isAllowed(role, access)) {
    throw forbidden('Your role does not allow this. Ask an administrator.');
  }
}
