/** What a process may be; `npm start` runs all of them in one. */
export const PROCESS_ROLES = ['gateway', 'projector', 'relay', 'notifier', 'scheduler'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** The roles that a word asks for: one, or `all`. Undefined: there is none of that name. */
export function rolesOf(word: string | undefined): readonly ProcessRole[] | undefined {
  if (word === 'all') return PROCESS_ROLES;
  const role = PROCESS_ROLES.find((name) => name === word);
  return role && [role];
}
