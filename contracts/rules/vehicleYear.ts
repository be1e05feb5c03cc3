import type { Day } from './kolkataDay.js';
import type { Warning } from './warning.js';

/** A year of four digits, as text or number; null when it is none. */
export function parseVehicleYear(raw: string | number): number | null {
  const text = String(raw).trim();
  return /^[1-9]\d{3}$/.test(text) ? Number(text) : null;
}

/** Makers sell next year's models; cars older than 1900 are in museums. `today` is in Kolkata. */
export function vehicleYearWarning(year: number, today: Day): Warning | null {
  const nextYear = Number(today.slice(0, 4)) + 1;
  if (year >= 1900 && year <= nextYear) return null;
  return {
    field: 'vehicleYear',
    code: 'vehicle-year-unlikely',
    message:
      year < 1900
        ? 'This year is before 1900. Please check it.'
        : `This year is after ${nextYear}. Please check it.`,
  };
}
