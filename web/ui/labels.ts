/** Words of choices that do not read as they are spelt. */
const LABELS: Readonly<Record<string, string>> = {
  kyc: 'KYC',
  pdf: 'PDF',
  jpg: 'JPG',
  png: 'PNG',
  doc: 'DOC',
  docx: 'DOCX',
  sms: 'SMS',
  upi: 'UPI',
  card_at_insurer: 'Card at the insurer',
  whatsapp: 'WhatsApp',
  schedule: 'Automatic',
  suppressed: 'Not sent',
  // A name in GraphQL has no hyphen.
  half_yearly: 'Half-yearly',
  customer_request: 'Customer’s request',
  unpaid_premium: 'Premium not paid',
  sold_vehicle: 'Vehicle sold',
  duplicate: 'Entered twice',
  insurer: 'By the insurer',
  in_law: 'In-law',
};

/** How a word of a choice reads, everywhere in the product: `third_party` is "Third party". */
export const labelOf = (word: string): string =>
  LABELS[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');

/** The words of a choice, for a select. */
export const optionsOf = (words: readonly string[]) =>
  words.map((value) => ({ value, label: labelOf(value) }));

/** Users, for a select. */
export const usersToChoose = (users: readonly { id: number; username: string }[]) =>
  users.map(({ id, username }) => ({ value: String(id), label: username }));
