/** Where a lead came from. `website` is the form that everybody may fill in. */
export const LEAD_SOURCES = [
  'website',
  'call',
  'email',
  'walk_in',
  'referral',
  'spreadsheet',
  'other',
] as const;
export type LeadSource = (typeof LEAD_SOURCES)[number];

/** What somebody wants to insure. */
export const LEAD_INTERESTS = ['health', 'vehicle', 'other'] as const;
export type LeadInterest = (typeof LEAD_INTERESTS)[number];

export const LEAD_STATUSES = ['new', 'contacted', 'quoted', 'won', 'lost'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];
const CLOSED_LEAD_STATUSES: readonly LeadStatus[] = ['won', 'lost'];
export const isClosedLead = (status: LeadStatus): boolean => CLOSED_LEAD_STATUSES.includes(status);

/** Why a lead was lost. */
export const LEAD_LOSS_REASONS = [
  'price',
  'bought_elsewhere',
  'no_answer',
  'not_insurable',
  'duplicate',
  'other',
] as const;
export type LeadLossReason = (typeof LEAD_LOSS_REASONS)[number];

/** What is known of somebody who never became a customer is erased so long after the last change. */
export const LEAD_RETENTION_DAYS = 180;

/** More requests than this in a day are no requests of persons. */
export const MOST_QUOTE_REQUESTS_A_DAY = 200;
/** From one address, or from one /64 of IPv6: in an hour, and in a day of which others have the rest. */
export const MOST_QUOTE_REQUESTS_AN_HOUR = 10;
export const MOST_QUOTE_REQUESTS_OF_AN_ADDRESS_A_DAY = 20;
