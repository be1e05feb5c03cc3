import type { Day } from './kolkataDay.js';
import type { Warning } from './warning.js';

/** `today` is the Kolkata day on which the question is asked. */
export function birthDateWarning(birth: Day, today: Day): Warning | null {
  if (birth <= today && birth >= '1900-01-01') return null;
  return {
    field: 'dateOfBirth',
    code: 'birth-date-unlikely',
    message:
      birth > today
        ? 'This date of birth is in the future.'
        : 'This date of birth is before 1900. Please check the year.',
  };
}
