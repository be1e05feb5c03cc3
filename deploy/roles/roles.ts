import type { Need } from '@insuremanager/gateway/gatewayDeps';

/** What a process may be; `npm start` runs all of them in one. */
export const PROCESS_ROLES = ['gateway', 'projector', 'relay', 'notifier', 'scheduler'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** The roles that a word asks for: one, or `all`. Undefined: there is none of that name. */
export function rolesOf(word: string | undefined): readonly ProcessRole[] | undefined {
  if (word === 'all') return PROCESS_ROLES;
  const role = PROCESS_ROLES.find((name) => name === word);
  return role && [role];
}

/**
 * What a process with these roles cannot work without. A gateway needs no event store: people read
 * while it is away.
 */
export const needsOf = (roles: readonly ProcessRole[]): readonly Need[] =>
  roles.includes('gateway') ? ['database', 'readModels'] : ['database', 'eventLog'];
