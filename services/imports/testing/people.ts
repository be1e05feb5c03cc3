import { verhoeffHolds } from '@insuremanager/contracts/rules/aadhaar';
import { addDays, addYears } from '@insuremanager/contracts/rules/calendar';

// Made-up people and policies by their number: always the same ones.

const pick = <Of>(many: readonly Of[], nth: number): Of => many[nth % many.length] as Of;
const digits = (seed: number, length: number): string =>
  String((seed * 7_919 + 104_729) * 15_485_863)
    .slice(-length)
    .padStart(length, '3');

const FIRST = [
  'Anitha',
  'Biju',
  'Deepa',
  'Faisal',
  'George',
  'Jayakrishnan',
  'Lakshmi',
  'Manoj',
  'Noushad',
  'Priya',
];
const LAST = [
  'Menon',
  'Varghese',
  'Nair',
  'Rahman',
  'Kurian',
  'Pillai',
  'Iyer',
  'Thomas',
  'Koya',
  'Warrier',
  'Das',
];
const CITIES = ['Kochi', 'Thrissur', 'Kozhikode', 'Kollam', 'Kannur', 'Palakkad'];
const HEALTH = [
  'Star Health',
  'Care Health',
  'Niva Bupa',
  'HDFC ERGO',
  'ManipalCigna',
  'Star Health and Allied Insurance Co Ltd',
];
const MOTOR = [
  'New India Assurance',
  'United India',
  'ICICI Lombard',
  'Bajaj Allianz',
  'Go Digit',
  'Royal Sundaram',
];
const MODELS = [
  ['Maruti', 'Swift'],
  ['Hyundai', 'i20'],
  ['Tata', 'Nexon'],
  ['Honda', 'Activa'],
  ['Mahindra', 'Bolero'],
] as const;

const phone = (n: number): string => `${pick(['9', '8', '7', '6'], n)}${digits(n, 9)}`;

const aadhaar = (n: number): string => {
  const first = `${2 + (n % 8)}${digits(n + 50, 10)}`;
  return Array.from({ length: 10 }, (_, check) => `${first}${check}`).find(verhoeffHolds) ?? first;
};

const letter = (n: number): string => String.fromCharCode(65 + (n % 26));
const pan = (n: number): string =>
  `${letter(n)}${letter(n * 3 + 1)}${letter(n * 5)}P${letter(n * 7)}${1000 + ((n * 37) % 8999)}${letter(n + 9)}`;

const start = (n: number): string => addDays('2024-04-01', (n * 37) % 700);
const birth = (n: number): string => addDays('1955-02-03', (n * 977) % 16_000);

/** What the nth row of a list holds, in plain form. */
export const person = {
  serial: (n: number) => String(n + 1),
  ref: (n: number) => `C${String(n + 101).padStart(5, '0')}`,
  name: (n: number) => `${pick(FIRST, n)} ${pick(LAST, n * 3)}`,
  first: (n: number) => pick(FIRST, n),
  last: (n: number) => pick(LAST, n * 3),
  phone,
  email: (n: number) => `${pick(FIRST, n).toLowerCase()}${n}@example.com`,
  aadhaar,
  pan,
  birth,
  address: (n: number) => `${n + 12}, ${pick(['MG Road', 'Temple Road', 'Church Street'], n)}`,
  city: (n: number) => pick(CITIES, n),
  state: () => 'Kerala',
  pincode: (n: number) => String(670_001 + ((n * 131) % 25_000)),
  occupation: (n: number) => pick(['Teacher', 'Business', 'Farmer', 'Nurse'], n),
  agent: (n: number) => pick(['Ravi K', 'Shabana', 'Office'], n),

  policyNumber: (n: number) => `${pick(['P', 'OG-24'], n)}/${1100 + (n % 90)}/${3_000_000 + n}`,
  healthInsurer: (n: number) => pick(HEALTH, n),
  motorInsurer: (n: number) => pick(MOTOR, n),
  plate: (n: number) =>
    `KL${String(1 + (n % 14)).padStart(2, '0')}${letter(n)}${letter(n * 3)}${1000 + ((n * 53) % 8999)}`,
  make: (n: number) => pick(MODELS, n)[0],
  model: (n: number) => pick(MODELS, n)[1],
  year: (n: number) => String(2010 + (n % 15)),
  engine: (n: number) => `K12MN${digits(n, 7)}`,
  chassis: (n: number) => `MA3E${digits(n + 7, 13)}`,
  sumInsured: (n: number) => String(pick([300_000, 500_000, 1_000_000, 750_000], n)),
  idv: (n: number) => String(182_500 + ((n * 7_310) % 600_000)),
  premium: (n: number) => (4_800.5 + ((n * 731) % 21_000)).toFixed(2),
  start,
  end: (n: number) => addDays(addYears(start(n), 1), -1),
  tpEnd: (n: number) => addDays(addYears(start(n), 3), -1),
} as const;

export const inTurn =
  (...texts: readonly string[]) =>
  (n: number): string =>
    pick(texts, n);

const [YEAR, MONTH, DATE] = [0, 1, 2] as const;
const partsOf = (day: string): readonly [string, string, string] =>
  day.split('-') as unknown as readonly [string, string, string];
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** How days are written. */
export const written = {
  slashes: (day: string) => partsOf(day).toReversed().join('/'),
  dots: (day: string) =>
    `${partsOf(day)[DATE]}.${partsOf(day)[MONTH]}.${partsOf(day)[YEAR].slice(2)}`,
  named: (day: string) =>
    `${partsOf(day)[DATE]}-${MONTHS[Number(partsOf(day)[MONTH]) - 1]}-${partsOf(day)[YEAR].slice(2)}`,
  american: (day: string) =>
    `${Number(partsOf(day)[MONTH])}/${Number(partsOf(day)[DATE])}/${partsOf(day)[YEAR]}`,
  serial: (day: string) => String((Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000),
  withTime: (day: string) => `${day} 00:00:00`,
} as const;

/** 500000 as 5,00,000. */
export const grouped = (amount: string): string => {
  const [rupees = '', fraction] = amount.split('.');
  const whole = rupees.replace(/\B(?=(?:\d{2})*\d{3}$)/g, ',');
  return fraction ? `${whole}.${fraction}` : whole;
};
