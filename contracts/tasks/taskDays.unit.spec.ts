import { describe, expect, it } from 'vitest';
import { proposedTask } from './taskDays.js';
import { hourIn } from './taskHours.js';
import { nextDueOn } from './taskKinds.js';

/** A Friday. */
const TODAY = '2026-11-27';

describe('what a note proposes', () => {
  it.each([
    ['rang 4 pm, call back Friday', '2026-12-04', null],
    ['call back Monday 4 pm', '2026-11-30', '16:00'],
    ['Call back on tuesday at 10.30am', '2026-12-01', '10:30'],
    ['Send papers today', '2026-11-27', null],
    ['ring tomorrow 9:15', '2026-11-28', '09:15'],
    ['visit day after tomorrow', '2026-11-29', null],
    ['call in 3 days', '2026-11-30', null],
    ['again in a week', '2026-12-04', null],
    ['again in 2 weeks, 5pm', '2026-12-11', '17:00'],
    ['decides next week', '2026-12-04', null],
    ['pays on 5 Dec', '2026-12-05', null],
    ['pays on 5th December 2027', '2027-12-05', null],
    ['pays Dec 5', '2026-12-05', null],
    ['birthday on 3 Jan', '2027-01-03', null],
    ['premium due 15/12', '2026-12-15', null],
    ['premium due 15-12-2026 at 12 am', '2026-12-15', '00:00'],
    ['next wed, 12 pm', '2026-12-02', '12:00'],
    ['called today, wants a quote tomorrow', '2026-11-28', null],
    ['will pay on the 5th', '2026-12-05', null],
    ['papers by the 30th, 4 pm', '2026-11-30', '16:00'],
    ['call back on the 27th', '2026-11-27', null],
    ['on the 31st', '2026-12-31', null],
    ['pays on the 5th of next month', '2026-12-05', null],
    ['pays on the 5th of January', '2027-01-05', null],
    ['Monday week, 11 am', '2026-12-07', '11:00'],
    ['spoke last Monday, call on tuesday week', '2026-12-08', null],
    ['നാളെ വിളിക്കണം', '2026-11-28', null],
    ['നാളെത്തന്നെ 4 pm', '2026-11-28', '16:00'],
    ['മറ്റന്നാൾ വരും', '2026-11-29', null],
    ['നാളെ കഴിഞ്ഞ് വരും', '2026-11-29', null],
    ['അടുത്ത ആഴ്ച പണമടയ്ക്കും', '2026-12-04', null],
    ['തിങ്കളാഴ്ച വിളിക്കാം', '2026-11-30', null],
    ['വെള്ളിയാഴ്ചയ്ക്ക് മുമ്പ്', '2026-12-04', null],
    ['naale vilikkanam', '2026-11-28', null],
    ['Nale 9:30', '2026-11-28', '09:30'],
    ['adutha aazhcha', '2026-12-04', null],
    ['thinkalazhcha varum', '2026-11-30', null],
    ['अगले हफ्ते फोन करना', '2026-12-04', null],
    ['अगले हफ\u093c्ते', '2026-12-04', null],
    ['अगले ह\u095e्ते', '2026-12-04', null],
    ['सोमवार को मिलेंगे', '2026-11-30', null],
    ['shukravar ko 5 pm', '2026-12-04', '17:00'],
    ['agle hafte', '2026-12-04', null],
    ['आज भेजना है', '2026-11-27', null],
  ])('%s', (text, dueOn, dueAt) => expect(proposedTask(text, TODAY)).toEqual({ dueOn, dueAt }));

  it.each([
    ['is happy with the insurer'],
    ['rang at 4 pm'],
    ['has 2 cars, pays 4.50'],
    ['called on Monday'],
    ['sum assured 5 lakh'],
    ['since 5 Dec 2020'],
    ['on 31/02'],
    ['monitors the market; second car'],
    ['policy 12/2345/67'],
    ['lives on the 2nd floor'],
    ['the 5th time'],
    ['on the 32nd'],
    ['fell ill last Monday'],
    ['कल फोन करना'],
    ['kal call karo'],
    ['परसों आना'],
    ['सोमवार को फोन किया'],
    ['पिछले सोमवार'],
    ['തിങ്കളാഴ്ച വിളിച്ചു'],
    ['കഴിഞ്ഞ തിങ്കളാഴ്ച'],
    ['ശനി നല്ലതല്ല'],
  ])('nothing of: %s', (text) => expect(proposedTask(text, TODAY)).toBeNull());
});

describe('an hour', () => {
  it.each([
    ['4 pm', '16:00'],
    ['4.30PM', '16:30'],
    ['12am', '00:00'],
    ['16:00', '16:00'],
    ['9:05', '09:05'],
  ])('%s is %s', (typed, hour) => expect(hourIn(typed)).toBe(hour));

  it.each([['16'], ['25:00'], ['13 pm'], ['4 pm 5 pm'], ['at noon'], ['']])('%s is none', (typed) =>
    expect(hourIn(typed)).toBeNull(),
  );
});

describe('a repeated task', () => {
  it.each([
    ['daily', '2026-11-27', '2026-11-27', '2026-11-28'],
    ['daily', '2026-11-20', '2026-11-27', '2026-11-28'],
    ['weekly', '2026-11-20', '2026-11-27', '2026-12-04'],
    ['monthly', '2026-01-31', '2026-01-31', '2026-02-28'],
    ['monthly', '2026-01-31', '2026-02-28', '2026-03-31'],
    ['yearly', '2024-02-29', '2026-11-27', '2027-02-28'],
    ['yearly', '2024-02-29', '2027-02-28', '2028-02-29'],
  ] as const)('%s since %s is due after %s on %s', (repeats, first, after, next) =>
    expect(nextDueOn(repeats, first, after)).toBe(next),
  );

  it('has no next one when it never repeats', () =>
    expect(nextDueOn('never', '2026-01-31', '2026-02-01')).toBeNull());

  it('ends with the calendar', () =>
    expect(nextDueOn('weekly', '9999-12-30', '9999-12-31')).toBeNull());
});
