/** How often a premium falls due. */
export const PREMIUM_FREQUENCIES = ['monthly', 'quarterly', 'half-yearly', 'yearly'] as const;
export type PremiumFrequency = (typeof PREMIUM_FREQUENCIES)[number];

const MONTHS: Readonly<Record<PremiumFrequency, number>> = {
  monthly: 1,
  quarterly: 3,
  'half-yearly': 6,
  yearly: 12,
};

/** The months that one premium pays for. */
export const monthsOf = (frequency: PremiumFrequency): number => MONTHS[frequency];

/** Other names in use for the same, letters only. */
const SPELLINGS: Readonly<Record<string, PremiumFrequency>> = {
  monthly: 'monthly',
  quarterly: 'quarterly',
  halfyearly: 'half-yearly',
  yearly: 'yearly',
  annual: 'yearly',
  annually: 'yearly',
};

/** Reads a frequency in any letter case, with spaces, hyphens or underscores; null when unknown. */
export const parseFrequency = (raw: string): PremiumFrequency | null => {
  const letters = raw.toLowerCase().replace(/[\s_-]/g, '');
  return Object.hasOwn(SPELLINGS, letters) ? (SPELLINGS[letters] ?? null) : null;
};
