import type { Warning } from './warning.js';

/** Six digits, the first not 0 (India Post). */
export const isPincode = (pincode: string): boolean => /^[1-9]\d{5}$/.test(pincode);

export const pincodeWarning = (pincode: string): Warning | null =>
  isPincode(pincode)
    ? null
    : {
        field: 'pincode',
        code: 'pincode-invalid',
        message: 'A pincode has 6 digits and does not start with 0.',
      };
