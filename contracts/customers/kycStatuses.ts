export const KYC_STATUSES = ['pending', 'verified', 'rejected'] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];
export const DEFAULT_KYC_STATUS: KycStatus = 'pending';
