/** What a colour means, everywhere in the product. */
export type Tone = 'good' | 'wait' | 'bad' | 'ended';

export const STATUS_TONES: Readonly<Record<string, Tone>> = {
  pending: 'wait',
  verified: 'good',
  accepted: 'good',
  rejected: 'bad',
  active: 'good',
  expired: 'bad',
  cancelled: 'ended',
  renewed: 'ended',
  upcoming: 'ended',
  in_grace: 'wait',
  overdue: 'bad',
  paid: 'good',
  intimated: 'wait',
  documents: 'wait',
  survey: 'wait',
  query: 'wait',
  approved: 'good',
  settled: 'good',
  repudiated: 'bad',
  withdrawn: 'ended',
  new: 'wait',
  contacted: 'wait',
  quoted: 'wait',
  won: 'good',
  lost: 'ended',
  open: 'wait',
  done: 'good',
  noted: 'ended',
  invited: 'wait',
  disabled: 'ended',
};

export const toneOf = (status: string): Tone => STATUS_TONES[status] ?? 'ended';
