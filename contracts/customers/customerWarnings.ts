import { aadhaarWarning } from '../rules/aadhaar.js';
import { birthDateWarning } from '../rules/birthDate.js';
import type { Day } from '../rules/kolkataDay.js';
import { panWarning } from '../rules/pan.js';
import { phoneWarning } from '../rules/phone.js';
import { pincodeWarning } from '../rules/pincode.js';
import type { Warning } from '../rules/warning.js';

interface Checked {
  name?: string | null;
  phone?: string | null;
  aadhaarNumber?: string | null;
  panNumber?: string | null;
  dateOfBirth?: Day | null;
  pincode?: string | null;
}

/**
 * What is accepted of a customer and yet looks wrong, for values in normal form. The form, the API
 * and the import all ask here. `today` is the Kolkata day.
 */
export function customerWarnings(customer: Checked, today: Day): Warning[] {
  const { name, phone, aadhaarNumber, panNumber, dateOfBirth, pincode } = customer;
  return [
    phone ? phoneWarning(phone) : null,
    aadhaarNumber ? aadhaarWarning(aadhaarNumber) : null,
    panNumber ? panWarning(panNumber, name ?? '') : null,
    dateOfBirth ? birthDateWarning(dateOfBirth, today) : null,
    pincode ? pincodeWarning(pincode) : null,
  ].filter((warning) => warning !== null);
}
