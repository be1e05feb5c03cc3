import { isAadhaar, maskedAadhaar, normalizeAadhaar } from '@insuremanager/contracts/rules/aadhaar';

const FIELDS_OF_AADHAAR: readonly (string | null)[] = ['aadhaarNumber', 'customerAadhaar'];

/** A cell as people see it: an Aadhaar number is masked, as everywhere; one to be repaired is not. */
export function shownCell(field: string | null, text: string): string {
  const number = normalizeAadhaar(text);
  if (!/^\d{12}$/.test(number)) return text;
  const isAadhaarNumber =
    FIELDS_OF_AADHAAR.includes(field) || (field === null && isAadhaar(number));
  return isAadhaarNumber ? maskedAadhaar(number) : text;
}
