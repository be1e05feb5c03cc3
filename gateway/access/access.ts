import {
  isAllowed,
  type Permission,
  type Role,
} from '@insuremanager/contracts/identity/permissions';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import { forbidden } from '@insuremanager/services/platform/errors';

/**
 * Who may ask for something: `public` everybody, `account` every signed-in user for what is their
 * own, else whoever has the permission, or all of several.
 */
export type Access = 'public' | 'account' | Permission | readonly Permission[];

export const mayAsk = (role: Role, access: Access): boolean =>
  access === 'public' ||
  access === 'account' ||
  [access].flat().every((permission) => isAllowed(role, permission));

/** @throws Refusal `forbidden` */
export function requireAccess(
  { role }: Pick<SignedInUser, 'role'>,
  access: Exclude<Access, 'public'>,
): void {
  if (!mayAsk(role, access)) {
    throw forbidden('Your role does not allow this. Ask an administrator.');
  }
}
