import { formatMonth, monthOf } from '@insuremanager/contracts/rules/calendar';
import { formatMoney } from '@insuremanager/contracts/rules/money';

const paiseOf = (decimal: string): bigint => BigInt(decimal.replace('.', ''));

/** `₹1,234.50` of `1234.50`: what ties out is shown to the paisa. */
export const moneyOf = (decimal: string): string => formatMoney(paiseOf(decimal));

export const sumOf = (decimals: readonly string[]): string =>
  formatMoney(decimals.reduce((sum, one) => sum + paiseOf(one), 0n));

export const isZero = (decimal: string): boolean => paiseOf(decimal) === 0n;

/** `Oct 2026` of a day of it. */
export const monthNamed = (day: string): string => formatMonth(monthOf(day));
