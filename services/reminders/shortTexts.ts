import { LANGUAGES, type Language } from '@insuremanager/contracts/customers/customerFields';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { filled, variablesIn } from '../platform/sms/placeholders.js';
import {
  countPolicies,
  daysLeftOf,
  type LetterInput,
  languageOf,
  sortedEnding,
} from './renewalLetter.js';
import { WORDINGS } from './wording.js';

/** A text that is registered in one language, and under which id. */
export interface ShortText {
  readonly templateId: string;
  /** With variables; nothing but these differs between two messages. */
  readonly text: string;
}

/** English is always there: it is what those get in whose language none is registered. */
export type ShortTexts = { readonly en: ShortText } & {
  readonly [Key in Language]?: ShortText;
};

/** What a text may name. */
export const TEXT_VARIABLES = [
  'name',
  'policy',
  'insurer',
  'date',
  'days',
  'phone',
  'brokerage',
] as const;
type TextVariable = (typeof TEXT_VARIABLES)[number];

/** What the templates of a gateway may name beside what a text may. */
export const MESSAGE_VARIABLES = [...TEXT_VARIABLES, 'id', 'language'] as const;

/** DLT takes no longer value of a variable. */
const LONGEST_VALUE = 30;

/** As the settings name them; what is undefined is not set. */
export interface RegisteredTexts {
  readonly templateIds: Readonly<Partial<Record<Language, string>>>;
  readonly texts: Readonly<Partial<Record<Language, string>>>;
}

/** The texts that can be sent, or what is wrong with them in sentences without an end. */
export function shortTextsOf({ templateIds, texts }: RegisteredTexts): {
  readonly texts: ShortTexts | null;
  readonly problems: string[];
} {
  const registered: Partial<Record<Language, ShortText>> = {};
  const problems: string[] = [];
  for (const language of LANGUAGES) {
    const templateId = templateIds[language];
    if (templateId === undefined) {
      if (language === 'en' || texts[language] !== undefined)
        problems.push(`its text in ${ENGLISH_NAMES[language]} lacks the id of its template`);
      continue;
    }
    const text = texts[language] ?? WORDINGS[language].shortText;
    problems.push(...problemsOf(text, language));
    registered[language] = { templateId, text };
  }
  const { en } = registered;
  return { texts: en && problems.length === 0 ? { ...registered, en } : null, problems };
}

const ENGLISH_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ml: 'Malayalam',
  hi: 'Hindi',
};

function problemsOf(text: string, language: Language): string[] {
  const named = variablesIn(text);
  const known: readonly string[] = TEXT_VARIABLES;
  const unknown = named.filter((name) => !known.includes(name));
  const which = `its text in ${ENGLISH_NAMES[language]}`;
  return unknown.map((name) => `${which} names {{${name}}}, which is none of ${known.join(', ')}`);
}

export interface FilledText {
  readonly language: Language;
  readonly templateId: string;
  readonly text: string;
  readonly values: Readonly<Record<TextVariable, string>>;
  /** It names the agency's telephone number, and none is set. */
  readonly lacksPhone: boolean;
}

/** Of several policies it names the one that ends first, and how many more there are. */
export function filledText(texts: ShortTexts, input: LetterInput): FilledText {
  const wanted = languageOf(input.customer);
  const registered = texts[wanted];
  const language = registered ? wanted : 'en';
  const { templateId, text } = registered ?? texts.en;
  const values = valuesOf(input);
  const lacksPhone = values.phone === '' && variablesIn(text).includes('phone');
  return { language, templateId, text: filled(text, values), values, lacksPhone };
}

function valuesOf({ customer, ending, today, letterhead }: LetterInput) {
  const [first] = sortedEnding(ending);
  if (!first) throw new Error('A message needs something that ends');
  const more = countPolicies(ending) - 1;
  const others = more > 0 ? ` +${more}` : '';
  return {
    name: short(customer.name),
    policy: `${short(first.term.policyNumber, LONGEST_VALUE - others.length)}${others}`,
    insurer: short(first.term.insuranceCompany),
    date: formatDay(first.dueDate),
    days: String(daysLeftOf(first, today)),
    phone: short(letterhead.phone ?? ''),
    brokerage: short(letterhead.name),
  };
}

const short = (value: string, longest = LONGEST_VALUE): string =>
  Array.from(value).slice(0, longest).join('').trim();
