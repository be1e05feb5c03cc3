/** Why a sweep removes nothing: what is the matter, and what whoever runs this does about it. */
export const SWEEP_REFUSALS = {
  foreign: {
    matter: 'The file store is marked by another installation',
    remedy:
      'Give each installation its own bucket or folder. Only if the other one is gone for good, ' +
      'remove its folder below installations/ in the store.',
  },
  unmarked: {
    matter: 'The file store is not marked as ours',
    remedy: 'Look whether this is the right database, and the right bucket or folder.',
  },
  'log-lost': {
    matter: 'The file store knows of files that the log has lost',
    remedy:
      'Restore the newer backup of the database. If there is none, and what is lost is lost, remove ' +
      'what is below installations/…/known/ in the store.',
  },
  'too-many': {
    matter: 'Too many stored files are unknown',
    remedy: 'Something is wrong with the database or the store: find out before anything else.',
  },
} as const satisfies Record<string, { matter: string; remedy: string }>;

export type SweepRefusal = keyof typeof SWEEP_REFUSALS;
