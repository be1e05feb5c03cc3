/** How a premium reached the insurer. */
export const PAYMENT_MEANS = [
  'upi',
  'cheque',
  'card_at_insurer',
  'bank_transfer',
  'auto_debit',
  'cash',
] as const;
export type PaymentMeans = (typeof PAYMENT_MEANS)[number];
export const PAYMENT_MEANS_LABELS: Readonly<Record<PaymentMeans, string>> = {
  upi: 'UPI',
  cheque: 'Cheque',
  card_at_insurer: 'Card at the insurer',
  bank_transfer: 'Bank transfer',
  auto_debit: 'Auto debit',
  cash: 'Cash',
};

export const PAYMENT_STATUSES = ['paid', 'taken_back'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
