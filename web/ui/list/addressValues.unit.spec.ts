import { describe, expect, it } from 'vitest';
import { dayIn, idIn } from './addressValues';

describe('an id in the address', () => {
  it.each([
    ['customer=12', 12],
    ['customer=0', null],
    ['customer=1e3', null],
    ['customer=99999999999', null],
    ['', null],
  ])('%j is %j', (search, id) => {
    expect(idIn(new URLSearchParams(search), 'customer')).toBe(id);
  });
});

describe('a day in the address', () => {
  it.each([
    ['from=2026-02-28', '2026-02-28'],
    ['from=2026-02-30', null],
    ['', null],
  ])('%j is %j', (search, day) => {
    expect(dayIn(new URLSearchParams(search), 'from')).toBe(day);
  });
});
