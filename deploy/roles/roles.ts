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
 * while it is away. A projector is not there for good before it has built its release's read models:
 * an update that waits for it leaves the one before at work for gateways that are still in use.
 */
export function needsOf(roles: readonly ProcessRole[]): readonly Need[] {
  if (roles.includes('gateway')) return ['database', 'readModels'];
  if (roles.includes('projector')) return ['database', 'eventLog', 'readModels'];
  return ['database', 'eventLog'];
}
