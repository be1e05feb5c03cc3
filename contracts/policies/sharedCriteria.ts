import type { Criteria } from '../fields/list.js';

/** What lists of policies and quotations, and reports of both, are filtered by alike. */
export const sharedCriteria = {
  insurer: {
    kind: 'text',
    label: 'Insurer',
    description: 'A whole insurer’s name, in any letter case',
  },
  ownerId: {
    kind: 'reference',
    thing: 'user',
    label: 'Owner',
    description: 'In whose book the customer is',
  },
  withoutOwner: {
    kind: 'flag',
    label: 'Without owner',
    description: 'Only those whose customer is in nobody’s book',
  },
} as const satisfies Criteria;
