/** What a colour means, everywhere in the product. */
export type Tone = 'good' | 'wait' | 'bad' | 'ended';

interface StatusLook {
  label: string;
  tone: Tone;
}

/** The one map from a status to its word and its tone. */
const STATUS_LOOKS: Readonly<Record<string, StatusLook>> = {
  pending: { label: 'Pending', tone: 'wait' },
  verified: { label: 'Verified', tone: 'good' },
  accepted: { label: 'Accepted', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
  active: { label: 'Active', tone: 'good' },
  expired: { label: 'Expired', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'ended' },
  renewed: { label: 'Renewed', tone: 'ended' },
};

export const statusLook = (status: string): StatusLook =>
  STATUS_LOOKS[status] ?? { label: status, tone: 'ended' };
