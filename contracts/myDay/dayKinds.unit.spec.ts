import { describe, expect, it } from 'vitest';
import { type DayKind, inDayOrder } from './dayKinds.js';

const TODAY = '2026-11-27';
const item = (key: string, kind: DayKind, rest: object = {}) => ({
  ...{ key, kind, day: TODAY as string | null, hour: null as string | null },
  ...{ amount: null as string | null, ...rest },
});
const ordered = (...items: ReturnType<typeof item>[]) =>
  inDayOrder(items, TODAY).map(({ key }) => key);

describe('the order of a day', () => {
  it('begins with promises, then what ends, and closes with birthdays', () =>
    expect(
      ordered(
        item('birthday', 'birthday'),
        item('task', 'task'),
        item('offer', 'quotation'),
        item('renewal', 'renewal'),
        item('promise', 'follow_up'),
      ),
    ).toEqual(['promise', 'renewal', 'task', 'offer', 'birthday']));

  it('puts the largest premium first among renewals of the last days, then among the others', () =>
    expect(
      ordered(
        item('later, much', 'renewal', { day: '2026-12-08', amount: '90000.00' }),
        item('later, little', 'renewal', { day: '2026-12-05', amount: '5000.00' }),
        item('soon, little', 'renewal', { day: '2026-11-27', amount: '4000.00' }),
        item('soon, much', 'renewal', { day: '2026-11-30', amount: '40000.00' }),
      ),
    ).toEqual(['soon, much', 'soon, little', 'later, much', 'later, little']));

  it('puts what was promised for one day by its premium', () =>
    expect(
      ordered(
        item('today, little', 'follow_up', { amount: '5000.00' }),
        item('today, much', 'follow_up', { amount: '90000.00' }),
        item('overdue', 'follow_up', { day: '2026-11-20', amount: '1000.00' }),
      ),
    ).toEqual(['overdue', 'today, much', 'today, little']));

  it('puts tasks by their day and hour; one without a day comes last', () =>
    expect(
      ordered(
        item('some day', 'task', { day: null }),
        item('at four', 'task', { hour: '16:00' }),
        item('at nine', 'task', { hour: '09:00' }),
        item('today', 'task'),
        item('overdue', 'task', { day: '2026-11-20' }),
      ),
    ).toEqual(['overdue', 'at nine', 'at four', 'today', 'some day']));

  it('is the same whatever the order was before', () => {
    const items = ['c', 'a', 'b'].map((key) => item(key, 'task'));
    expect(ordered(...items)).toEqual(['a', 'b', 'c']);
    expect(ordered(...items.reverse())).toEqual(['a', 'b', 'c']);
  });
});
