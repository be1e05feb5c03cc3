import { describe, expect, it } from 'vitest';
import { mayBeSamePerson } from './personNames.js';

describe('two spellings of a name', () => {
  it.each([
    ['Meenakshi Pillai', 'Mrs. MEENAKSHI  PILLAI'],
    ['Thomas Kurian Vadakkel', 'Thomas K'],
    ['K. R. Nair', 'Krishnan Raman Nair'],
    ['Sunita Devi Yadav', 'Yadav Sunita'],
    ['മീനാക്ഷി', 'Meenakshi'],
  ])('%s may be %s', (one, other) => {
    expect(mayBeSamePerson(one, other)).toBe(true);
    expect(mayBeSamePerson(other, one)).toBe(true);
  });

  it.each([
    ['Meenakshi Pillai', 'Meena Menon'],
    ['Joseph Antony', 'Joseph Mathew'],
    ['Rahim Kareem', 'Karthik Iyer'],
  ])('%s is not %s', (one, other) => expect(mayBeSamePerson(one, other)).toBe(false));
});
