import { formatMoney } from '@insuremanager/contracts/rules/money';

/** `₹32k`, `₹4.5L` (lakh), `₹1.2Cr` (crore). */
export function shortAmount(rupees: number): string {
  if (rupees < 1e3) return `₹${short(rupees)}`;
  if (rupees < 1e5) return `₹${short(rupees / 1e3)}k`;
  if (rupees < 1e7) return `₹${short(rupees / 1e5)}L`;
  return `₹${short(rupees / 1e7)}Cr`;
}

const short = (amount: number): string => Number(amount.toFixed(amount < 10 ? 1 : 0)).toString();

export const formatAmount = (rupees: number): string => formatMoney(Math.round(rupees * 100));
