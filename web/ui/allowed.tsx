import type { Permission } from '@insuremanager/contracts/identity/permissions';
import { createContext, type ReactNode, use, useCallback } from 'react';

const Allowed = createContext<readonly Permission[]>([]);

interface AllowedProviderProps {
  /** Of the signed-in user. */
  permissions: readonly Permission[];
  children: ReactNode;
}

/** Lets every part of the screens ask what the user may do: what would be refused is not offered. */
export const AllowedProvider = ({ permissions, children }: AllowedProviderProps) => (
  <Allowed value={permissions}>{children}</Allowed>
);

export const useAllowed = (permission: Permission): boolean => use(Allowed).includes(permission);

/** The permission that each action needs; none: everybody who sees the record may. */
export type Needs<Action extends string> = Readonly<Partial<Record<Action, Permission>>>;

/** Which of several actions are allowed; `needs` is made once. */
export function useAllowedOf<Action extends string>(needs: Needs<Action>) {
  const permissions = use(Allowed);
  return useCallback(
    (action: Action): boolean => {
      const needed = needs[action];
      return needed === undefined || permissions.includes(needed);
    },
    [permissions, needs],
  );
}
