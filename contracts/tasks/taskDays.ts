import { addDays, addMonths } from '../rules/calendar.js';
import { type Day, isDay } from '../rules/kolkataDay.js';
import { HOUR, hourOf } from './taskHours.js';

/** That somebody called, came, sent or met: verbs come last there. */
const PAST_VERBS = `[^,;.।]*(?:വിളിച്ചു|കണ്ടു|വന്നു|അയച്ചു|(?:किया|मिला|मिले|मिली|आया|आए|आई|भेजा|हुई)(?![\\p{L}\\p{M}]))`;

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAY = new RegExp(
  `(?<!\\blast\\s+)\\b(?:next\\s+)?(${WEEKDAYS.map((day) => `${day.slice(0, 3)}(?:${day.slice(3)})?`).join('|')})(\\s+week)?\\b`,
  'gi',
);
const IN_DAYS = /\bin\s+(?:a|an|one|(\d{1,3}))\s+(day|week)s?\b/gi;
const RELATIVE = /\b(today|tonight|tomorrow|day after tomorrow)\b/gi;
const MONTH = `(?:${MONTHS.join('|')})[a-z]*`;
const DATED = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTH})(?:\\s+(\\d{4}))?\\b`,
  'gi',
);
const DATED_AFTER = new RegExp(
  `\\b(${MONTH})\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\s*[:.]\\d)`,
  'gi',
);
/** `on the 5th`, where nothing follows of which it is the fifth: `on the 2nd floor` is no day. */
const OF_MONTH =
  /\b(?:on|by|before|till|until)\s+the\s+(\d{1,2})(?:st|nd|rd|th)(\s+of\s+next\s+month)?(?=\s*(?:$|[,;.!?)\n]|\d|(?:at|and|or|to|for|with|morning|evening)\b))/gi;
const WRITTEN = /\b(\d{1,2})[/-](\d{1,2})(?:[/-](\d{4}))?\b/g;

/** No letter and no sign of one stands there: `\b` knows Latin letters only. */
const BEFORE = '(?<![\\p{L}\\p{M}])';
const AFTER = '(?![\\p{L}\\p{M}])';
/** Words of Malayalam go on with an ending, and are written in either script. */
const ending = (script: string, latin: string): RegExp =>
  new RegExp(`${BEFORE}(?:${script}|(?:${latin})${AFTER})`, 'giu');
/** Those of Hindi stand alone. */
const word = (words: string): RegExp => new RegExp(`${BEFORE}(?:${words})${AFTER}`, 'giu');

/**
 * Days that are so many days ahead. What may be either side of today (कल, परसों) is none of them.
 */
const AHEAD: readonly (readonly [RegExp, number])[] = [
  [ending('ഇന്ന്', 'innu'), 0],
  [ending('നാളെ(?!\\s*(?:ക്ക)?കഴിഞ്ഞ)', 'naa?le|naaley|naley'), 1],
  [ending('മറ്റന്നാ|നാളെ\\s*(?:ക്ക)?കഴിഞ്ഞ', 'mat?tann?a+l'), 2],
  [ending('അടുത്ത\\s*ആഴ്ച', 'adutha\\s+a+zhcha'), 7],
  [word('आज|aaj'), 0],
  [word('अगले\\s+(?:हफ\\u093c?्ते|सप्ताह)|agle\\s+(?:hafte|saptah)'), 7],
];

/** From Sunday on. What is behind us (`കഴിഞ്ഞ`, `पिछले`, a verb of the past that follows) is left out. */
const WEEKDAYS_THERE: readonly RegExp[] = [
  ['ഞായറാഴ്ച', 'njaa?yaraa?zhcha', 'रविवार|इतवार|ravi[vw]aa?r|it[vw]aar'],
  ['തിങ്കളാഴ്ച', 'thinkalaa?zhcha', 'सोमवार|som[vw]aa?r'],
  ['ചൊവ്വാഴ്ച', 'cho[vw]{1,2}aa?zhcha', 'मंगलवार|mangal[vw]aa?r'],
  ['ബുധനാഴ്ച', 'budhanaa?zhcha', 'बुधवार|budh[vw]aa?r'],
  ['വ്യാഴാഴ്ച', 'vyaa?zhaa?zhcha', 'गुरुवार|बृहस्पतिवार|वीरवार|guru[vw]aa?r'],
  ['വെള്ളിയാഴ്ച', 'velliyaa?zhcha', 'शुक्रवार|shukra?[vw]aa?r'],
  ['ശനിയാഴ്ച', 'shaniyaa?zhcha', 'शनिवार|shani[vw]aa?r'],
].map(
  ([malayalam, latin, hindi]) =>
    new RegExp(
      `(?<!(?:കഴിഞ്ഞ|पिछले|kazhinja|pichhl?le|pichle)\\s+)${BEFORE}(?:${malayalam}|(?:${latin}|${hindi})${AFTER})(?!${PAST_VERBS})`,
      'giu',
    ),
);

interface Found {
  readonly at: number;
  readonly end: number;
  readonly day: Day;
}

const all = (
  text: string,
  pattern: RegExp,
  dayOf: (match: RegExpMatchArray) => Day | null,
): Found[] =>
  [...text.matchAll(pattern)].flatMap((match) => {
    const day = dayOf(match);
    return day === null ? [] : [{ at: match.index, end: match.index + match[0].length, day }];
  });

/** A day of this year or, where that has passed, of the next one. */
function dateOf(date: number, month: number, year: string | undefined, today: Day): Day | null {
  const of = (one: number): Day =>
    `${one}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  const thisYear = Number(today.slice(0, 4));
  if (year) return isDay(of(Number(year))) ? of(Number(year)) : null;
  const years = [thisYear, thisYear + 1, thisYear + 2, thisYear + 3, thisYear + 4];
  return years.map(of).find((day) => isDay(day) && day >= today) ?? null;
}

const monthNamed = (name = ''): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The one to come: on a Friday, Friday is in a week. */
const nextWeekday = (wanted: number, today: Day): Day =>
  addDays(today, ((wanted - weekdayOf(today) + 6) % 7) + 1);

/** The first day with that number from a day on: of February there is no 30th. */
function dateOfMonth(date: number, from: Day): Day | null {
  const days = [0, 1, 2].map(
    (months) =>
      `${addMonths(`${from.slice(0, 7)}-01`, months).slice(0, 7)}-${`${date}`.padStart(2, '0')}`,
  );
  return days.find((day) => isDay(day) && day >= from) ?? null;
}

function daysIn(text: string, today: Day): Found[] {
  const relative = (word = ''): number =>
    /after/i.test(word) ? 2 : /tomorrow/i.test(word) ? 1 : 0;
  const found = [
    ...all(text, /\bday\s+after\s+tomorrow\b/gi, () => addDays(today, 2)),
    ...all(text, RELATIVE, ([, word]) => addDays(today, relative(word))),
    ...all(text, IN_DAYS, ([, count = '1', unit = '']) =>
      addDays(today, Number(count) * (/week/i.test(unit) ? 7 : 1)),
    ),
    ...all(text, /\bnext\s+week\b/gi, () => addDays(today, 7)),
    ...all(text, WEEKDAY, ([, name = '', week]) => {
      const wanted = WEEKDAYS.findIndex((day) => day.startsWith(name.slice(0, 3).toLowerCase()));
      return addDays(nextWeekday(wanted, today), week ? 7 : 0);
    }),
    ...WEEKDAYS_THERE.flatMap((name, wanted) => all(text, name, () => nextWeekday(wanted, today))),
    ...AHEAD.flatMap(([words, days]) => all(text, words, () => addDays(today, days))),
    ...all(text, OF_MONTH, ([, date, ofNextMonth]) =>
      dateOfMonth(Number(date), ofNextMonth ? `${addMonths(today, 1).slice(0, 7)}-01` : today),
    ),
    ...all(text, DATED, ([, date, month, year]) =>
      dateOf(Number(date), monthNamed(month), year, today),
    ),
    ...all(text, DATED_AFTER, ([, month, date]) =>
      dateOf(Number(date), monthNamed(month), undefined, today),
    ),
    ...all(text, WRITTEN, ([, date, month, year]) =>
      dateOf(Number(date), Number(month), year, today),
    ),
  ];
  return found
    .filter((one) => !found.some((other) => other !== one && contains(other, one)))
    .sort((a, b) => a.at - b.at);
}

const contains = (outer: Found, inner: Found): boolean =>
  outer.at <= inner.at && outer.end >= inner.end && outer.end - outer.at > inner.end - inner.at;

/** Before an hour in words that say when something was. */
const PAST_WORDS = /\b(?:rang|called|spoke|met|visited|came|was|wrote|texted|missed)\b[^,;.]*$/i;

export interface ProposedTask {
  readonly dueOn: Day;
  /** HH:MM; null: none is named. */
  readonly dueAt: string | null;
}

/**
 * What a note says is still to be done, and when: `rang 4 pm, call back Friday` is Friday. It only
 * proposes: the person who typed it decides. Null where no day to come is named.
 */
export function proposedTask(typed: string, today: Day): ProposedTask | null {
  // A letter with its dot is one sign, or two.
  const text = typed.normalize('NFC');
  const days = daysIn(text, today);
  // Hours that are part of a date are none.
  const hours = [...text.matchAll(HOUR)].flatMap((match) => {
    if (!match[2] && !match[3]) return [];
    const hour = hourOf(match);
    return hour === null ? [] : [{ at: match.index, hour }];
  });
  const isPast = ({ at }: { at: number }): boolean => PAST_WORDS.test(text.slice(0, at));
  const day = days.find((one) => !isPast(one) && one.day >= today);
  const hour = hours.find((one) => !isPast(one))?.hour ?? null;
  if (day) return { dueOn: day.day, dueAt: hour };
  return null;
}
