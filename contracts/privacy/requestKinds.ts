import { namesOf } from '../rules/objects.js';

/** What a person may ask for by the Digital Personal Data Protection Act, 2023. */
export const RIGHT_LABELS = {
  access: 'Access',
  correction: 'Correction',
  erasure: 'Erasure',
  grievance: 'Grievance',
  nomination: 'Nomination',
  withdrawal: 'Withdrawal of consent',
};
export type RequestedRight = keyof typeof RIGHT_LABELS;
export const REQUESTED_RIGHTS = namesOf(RIGHT_LABELS);

/** Where the Act gives it. */
export const RIGHT_SECTIONS: Readonly<Record<RequestedRight, string>> = {
  access: 's. 11',
  correction: 's. 12',
  erasure: 's. 12',
  grievance: 's. 13',
  nomination: 's. 14',
  withdrawal: 's. 6(4)',
};

/** How a request reached the agency. */
export const REQUEST_CHANNELS = ['in_person', 'phone', 'email', 'letter', 'other'] as const;
export type RequestChannel = (typeof REQUEST_CHANNELS)[number];
export const CHANNEL_LABELS: Readonly<Record<RequestChannel, string>> = {
  in_person: 'In person',
  phone: 'Phone',
  email: 'Email',
  letter: 'Letter',
  other: 'Otherwise',
};

/** `withdrawn`: by the person who had asked. */
export const REQUEST_OUTCOMES = ['done', 'refused', 'withdrawn'] as const;
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];
export const OUTCOME_LABELS: Readonly<Record<RequestOutcome, string>> = {
  done: 'Done',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
};

/**
 * Days for an answer while the agency has set nothing else. Neither the Act nor the Rules name a
 * number for access, correction and erasure: the agency publishes its own.
 */
export const USUAL_REQUEST_DAYS = 30;
/** Grievances are answered within 90 days at most (DPDP Rules, 2025, rule 14). */
export const MOST_REQUEST_DAYS = 90;
