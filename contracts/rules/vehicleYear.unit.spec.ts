import { describe, expect, it } from 'vitest';
import { parseVehicleYear, vehicleYearWarning } from './vehicleYear.js';

describe('the year of a vehicle', () => {
  it.each([
    ['2021', 2021],
    [' 2021 ', 2021],
    [2021, 2021],
    ['1234', 1234],
  ])('%s is read', (raw, year) => expect(parseVehicleYear(raw)).toBe(year));

  it.each(['', '21', '0', '02021', '2021.5', 'new', '20211', 2021.5, -2021, Number.NaN, 1e21])(
    '%s is none',
    (raw) => expect(parseVehicleYear(raw)).toBeNull(),
  );

  it('may be that of next year’s models, and is warned about after it or before 1900', () => {
    expect(vehicleYearWarning(2027, '2026-04-01')).toBeNull();
    expect(vehicleYearWarning(1900, '2026-04-01')).toBeNull();
    expect(vehicleYearWarning(2028, '2026-04-01')?.message).toContain('2027');
    expect(vehicleYearWarning(1899, '2026-04-01')?.code).toBe('vehicle-year-unlikely');
  });
});
