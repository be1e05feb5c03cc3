import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Language,
} from '@insuremanager/contracts/customers/customerFields';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import type { DataKind } from '@insuremanager/contracts/privacy/breachKinds';
import type { BreachLetter, LetterTexts } from '@insuremanager/contracts/privacy/breachViews';
import { type EmailContent, escaped, htmlEmail, paragraph } from '../platform/mail/htmlEmail.js';
import type { LetterPdfInput } from '../printing/index.js';
import { LETTER_WORDINGS } from './letterWording.js';

/** A letter to one person, before it is laid out. */
export interface PersonLetter {
  readonly language: Language;
  readonly subject: string;
  readonly greeting: string;
  readonly intro: string;
  readonly parts: readonly { readonly heading: string; readonly text: string }[];
  readonly regards: string;
}

/**
 * What a person is told of a breach (DPDP Rules, 2025, rule 7(1)): what happened, which of their data
 * it concerns, what may follow, what is done about it, what they can do, and whom they can ask. In
 * their language; what the agency has not written in it stands there in English.
 */
export function personLetter(
  { language: chosen, name }: Pick<CustomerView, 'language' | 'name'>,
  { contact, texts }: BreachLetter,
  data: readonly DataKind[],
): PersonLetter {
  const language = chosen ?? DEFAULT_LANGUAGE;
  const { headings, ...wording } = LETTER_WORDINGS[language];
  const text = textsIn(texts, language);
  const concerned = data.includes('everything') ? (['everything'] as const) : data;
  const seen = concerned.map((kind) => `– ${wording.data[kind]}`).join('\n');
  const parts = { ...text, data: seen, contact };
  const order = ['happened', 'data', 'consequences', 'measures', 'advice', 'contact'] as const;
  return {
    language,
    subject: wording.subject,
    greeting: wording.greeting(name),
    intro: wording.intro,
    parts: order.map((part) => ({ heading: headings[part], text: parts[part] })),
    regards: wording.regards,
  };
}

const textsIn = (texts: BreachLetter['texts'], language: Language): LetterTexts => {
  const text =
    texts.find((one) => one.language === language) ??
    texts.find((one) => one.language === DEFAULT_LANGUAGE);
  if (!text) throw new Error('A letter has a text in English at least');
  return text;
};

/** What a letter may begin with, in each language; what happened is left to be written. */
export const proposedTexts = () =>
  LANGUAGES.map((language) => ({
    ...{ language, happened: '' },
    ...LETTER_WORDINGS[language].proposed,
  }));

export const letterEmail = (letter: PersonLetter, { name }: Letterhead): EmailContent => {
  const { subject, greeting, intro, parts, regards, language } = letter;
  const heading = 'margin: 20px 0 4px; font-size: 16px;';
  return {
    subject,
    text: [
      greeting,
      intro,
      ...parts.map((part) => `${part.heading}\n${part.text}`),
      `${regards}\n${name}`,
    ].join('\n\n'),
    html: htmlEmail({
      ...{ language, subject, brand: name, underBrand: [] },
      body: [
        paragraph(greeting),
        paragraph(intro),
        ...parts.map(
          (part) =>
            `<h2 dir="auto" style="${heading}">${escaped(part.heading)}</h2>\n${part.text
              .split('\n')
              .map(paragraph)
              .join('\n')}`,
        ),
        `<p dir="auto" style="margin: 20px 0 0;">${escaped(regards)}<br>${escaped(name)}</p>`,
      ].join('\n'),
    }),
  };
};

/** The same on paper. */
export const printedLetter = (
  { subject, greeting, intro, parts, regards }: PersonLetter,
  { name, address, city, state, pincode }: CustomerView,
  agencyName: string,
): LetterPdfInput['letters'][number] => {
  const place = [[city, state].filter(Boolean).join(', '), pincode].filter(Boolean).join(' ');
  return {
    to: [name, ...(address?.split('\n') ?? []), place].filter((line) => line !== ''),
    subject,
    parts: [{ heading: null, text: `${greeting}\n\n${intro}` }, ...parts],
    closing: [regards, agencyName],
  };
};
