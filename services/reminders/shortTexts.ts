import { LANGUAGES, type Language } from '@insuremanager/contracts/customers/customerFields';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatMoney } from '@insuremanager/contracts/rules/money';
import { filled, variablesIn } from '../platform/sms/placeholders.js';
import {
  amountDue,
  countPolicies,
  daysLeftOf,
  type LetterInput,
  languageOf,
  nextInstalment,
  payLink,
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
/** What a text of a premium may name. */
export const PREMIUM_TEXT_VARIABLES = [...TEXT_VARIABLES, 'amount', 'instalment', 'pay'] as const;
type TextVariable = (typeof PREMIUM_TEXT_VARIABLES)[number];

/** What the templates of a gateway may name beside what a text may. */
export const MESSAGE_VARIABLES = [...PREMIUM_TEXT_VARIABLES, 'id', 'language'] as const;

/** DLT takes no longer value of a variable. */
const LONGEST_VALUE = 30;

/** As the settings name them; what is undefined is not set. */
export interface RegisteredTexts {
  readonly templateIds: Readonly<Partial<Record<Language, string>>>;
  readonly texts: Readonly<Partial<Record<Language, string>>>;
}

/** What a text is about: that cover ends, or that a premium is due. */
export type TextSubject = 'renewal' | 'premium';
const SUBJECTS = {
  renewal: { named: 'text', variables: TEXT_VARIABLES, usual: 'shortText' },
  premium: { named: 'text of premiums', variables: PREMIUM_TEXT_VARIABLES, usual: 'premiumText' },
} as const;

/** The texts that can be sent, or what is wrong with them in sentences without an end. */
export function shortTextsOf(
  { templateIds, texts }: RegisteredTexts,
  subject: TextSubject = 'renewal',
): {
  readonly texts: ShortTexts | null;
  readonly problems: string[];
} {
  const { usual } = SUBJECTS[subject];
  const registered: Partial<Record<Language, ShortText>> = {};
  const problems: string[] = [];
  for (const language of LANGUAGES) {
    const templateId = templateIds[language];
    if (templateId === undefined) {
      if (language === 'en' || texts[language] !== undefined)
        problems.push(`${whichText(subject, language)} lacks the id of its template`);
      continue;
    }
    const text = texts[language] ?? WORDINGS[language][usual];
    problems.push(...problemsOf(text, subject, language));
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

const whichText = (subject: TextSubject, language: Language): string =>
  `its ${SUBJECTS[subject].named} in ${ENGLISH_NAMES[language]}`;

function problemsOf(text: string, subject: TextSubject, language: Language): string[] {
  const named = variablesIn(text);
  const known: readonly string[] = SUBJECTS[subject].variables;
  const unknown = named.filter((name) => !known.includes(name));
  const which = whichText(subject, language);
  return unknown.map((name) => `${which} names {{${name}}}, which is none of ${known.join(', ')}`);
}

export interface FilledText {
  readonly language: Language;
  readonly templateId: string;
  readonly text: string;
  readonly values: Readonly<Record<TextVariable, string>>;
  /** It names the agency's telephone number, or by what to pay, and that is not set. */
  readonly lacksPhone: boolean;
}

/**
 * Of several policies it names the one that ends first, and how many more there are; of several
 * premiums what all of them come to.
 */
export function filledText(texts: ShortTexts, input: LetterInput): FilledText {
  const wanted = languageOf(input.customer);
  const registered = texts[wanted];
  const language = registered ? wanted : 'en';
  const { templateId, text } = registered ?? texts.en;
  const values = valuesOf(input);
  const named = variablesIn(text);
  const lacksPhone = (['phone', 'pay'] as const).some(
    (name) => values[name] === '' && named.includes(name),
  );
  return { language, templateId, text: filled(text, values), values, lacksPhone };
}

/** Whether a message is about premiums: they are never in one with what ends. */
export const isOfPremiums = ({ ending }: Pick<LetterInput, 'ending'>): boolean =>
  ending[0]?.cover === 'instalment';

function valuesOf({ customer, ending, today, letterhead }: LetterInput) {
  const sorted = sortedEnding(ending);
  const [first] = sorted;
  if (!first) throw new Error('A message needs something that ends');
  const more = countPolicies(ending) - 1;
  const others = more > 0 ? ` +${more}` : '';
  const isPremium = first.cover === 'instalment';
  return {
    name: short(customer.name),
    policy: `${short(first.term.policyNumber, LONGEST_VALUE - others.length)}${others}`,
    insurer: short(first.term.insuranceCompany),
    date: formatDay(first.dueDate),
    days: String(daysLeftOf(first, today)),
    phone: short(letterhead.phone ?? ''),
    brokerage: short(letterhead.name),
    amount: isPremium ? formatMoney(amountDue(sorted)) : '',
    instalment: isPremium ? nextInstalment(first.term) : '',
    // A link that is cut pays nobody.
    pay: isPremium ? (payLink(sorted, letterhead) ?? short(letterhead.phone ?? '')) : '',
  };
}

const short = (value: string, longest = LONGEST_VALUE): string =>
  Array.from(value).slice(0, longest).join('').trim();
