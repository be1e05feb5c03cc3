import { LANGUAGE_LABELS, LANGUAGES, type Language } from '../customers/customerFields.js';
import { inputOf } from '../fields/fields.js';
import { requiredText } from '../fields/textFields.js';

/**
 * What a notice has to say before consent is asked for (Digital Personal Data Protection Act 2023,
 * s. 5(1)): which data and for which purpose, how to withdraw (s. 6(4)) and to have a grievance heard
 * (s. 13), and how to complain to the Board.
 */
export const NOTICE_PARTS = ['Data', 'Purposes', 'Withdrawal', 'Complaints'] as const;
export type NoticePart = (typeof NOTICE_PARTS)[number];

/** What a notice is called, and what stands over its parts. */
export const NOTICE_HEADINGS: Readonly<
  Record<Language, Readonly<Record<NoticePart | 'title', string>>>
> = {
  en: {
    title: 'Privacy Notice',
    Data: 'Which data we keep',
    Purposes: 'What we use it for',
    Withdrawal: 'How to withdraw your consent',
    Complaints: 'How to complain',
  },
  ml: {
    title: 'സ്വകാര്യതാ അറിയിപ്പ്',
    Data: 'ഞങ്ങൾ സൂക്ഷിക്കുന്ന വിവരങ്ങൾ',
    Purposes: 'എന്തിന് ഉപയോഗിക്കുന്നു',
    Withdrawal: 'സമ്മതം പിൻവലിക്കാൻ',
    Complaints: 'പരാതിപ്പെടാൻ',
  },
  hi: {
    title: 'गोपनीयता सूचना',
    Data: 'हम कौन-सी जानकारी रखते हैं',
    Purposes: 'हम उसका उपयोग किस लिए करते हैं',
    Withdrawal: 'सहमति वापस कैसे लें',
    Complaints: 'शिकायत कैसे करें',
  },
};

/** Characters: a notice in three languages is sent at once. */
const LONGEST_PART = 2_000;

export type NoticeField = `${Language}${NoticePart}`;
export const noticeFieldOf = (language: Language, part: NoticePart): NoticeField =>
  `${language}${part}`;

const partField = (language: Language, part: NoticePart) =>
  requiredText({
    label: `${NOTICE_HEADINGS.en[part]}${language === 'en' ? '' : ` (${LANGUAGE_LABELS[language]})`}`,
    limit: LONGEST_PART,
    hasLines: true,
    typing: { lines: 5 },
  });

/** Every part in every language. */
export const noticeFields = Object.fromEntries(
  LANGUAGES.flatMap((language) =>
    NOTICE_PARTS.map((part) => [noticeFieldOf(language, part), partField(language, part)]),
  ),
) as Record<NoticeField, ReturnType<typeof partField>>;
export const NOTICE_FIELDS = Object.keys(noticeFields) as NoticeField[];

export const PrivacyNoticeInput = inputOf(noticeFields);
export type NoticeText = Readonly<Record<NoticeField, string>>;
