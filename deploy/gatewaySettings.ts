import { LANGUAGES, type Language } from '@insuremanager/contracts/customers/customerFields';
import {
  CONTENT_TYPES,
  type GatewayOptions,
  gatewayProblems,
} from '@insuremanager/services/platform/sms/gatewayOptions';
import {
  MESSAGE_VARIABLES,
  type RegisteredTexts,
  type ShortTexts,
  shortTextsOf,
  type TextSubject,
} from '@insuremanager/services/reminders/index';
import { z } from 'zod';

/** An HTTP gateway for short messages, and the texts that are registered for it. Plain data. */
export interface GatewaySettings {
  readonly options: GatewayOptions;
  readonly texts: ShortTexts;
  /** Of premiums; null where none is registered: then they are reminded of by other channels. */
  readonly premiumTexts: ShortTexts | null;
}

/** Names and values of headers, as JSON; a name of RFC 9110, a value of one line in Latin-1. */
const headers = z.string().transform((text, context): Record<string, string> => {
  const schema = z.record(
    z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/),
    z.string().regex(/^[\t\x20-\x7e\xa0-\xff]*$/),
  );
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    context.addIssue('no headers');
    return z.NEVER;
  }
});

const address = [
  z.string(),
  'the address of an HTTP gateway, such as https://sms.example.in/v1',
] as const;
const texts = [z.string(), 'a text, in which variables stand as {{name}}'] as const;
const id = [z.string().trim().max(200), 'the id of a registered template'] as const;
const common = {
  URL: address,
  HEADERS: [headers, 'headers as JSON, such as {"authkey":"…"}'],
  CONTENT_TYPE: [z.enum(CONTENT_TYPES), `one of ${CONTENT_TYPES.join(', ')}`],
  BODY: texts,
  SUCCESS: [z.string(), 'a text of the answer, or a field of it such as $.type=success'],
  TEXT: texts,
  TEXT_ML: texts,
  TEXT_HI: texts,
  PREMIUM_TEXT: texts,
  PREMIUM_TEXT_ML: texts,
  PREMIUM_TEXT_HI: texts,
} as const;

type Common = typeof common;

const commonOf = <Channel extends 'SMS' | 'WHATSAPP'>(channel: Channel) =>
  Object.fromEntries(
    Object.entries(common).map(([name, variable]) => [`${channel}_${name}`, variable]),
  ) as { [Name in keyof Common as `${Channel}_${Name}`]: Common[Name] };

/** What each variable of a gateway may hold, in words. */
export const gatewayVariables = {
  ...commonOf('SMS'),
  SMS_DLT_TEMPLATE_ID: id,
  SMS_DLT_TEMPLATE_ID_ML: id,
  SMS_DLT_TEMPLATE_ID_HI: id,
  SMS_PREMIUM_DLT_TEMPLATE_ID: id,
  SMS_PREMIUM_DLT_TEMPLATE_ID_ML: id,
  SMS_PREMIUM_DLT_TEMPLATE_ID_HI: id,
  ...commonOf('WHATSAPP'),
  WHATSAPP_TEMPLATE_ID: id,
  WHATSAPP_TEMPLATE_ID_ML: id,
  WHATSAPP_TEMPLATE_ID_HI: id,
  WHATSAPP_PREMIUM_TEMPLATE_ID: id,
  WHATSAPP_PREMIUM_TEMPLATE_ID_ML: id,
  WHATSAPP_PREMIUM_TEMPLATE_ID_HI: id,
} as const;

type Variables = typeof gatewayVariables;
export type GatewayValues = { [Key in keyof Variables]?: z.output<Variables[Key][0]> };

const SUFFIXES: Readonly<Record<Language, '' | '_ML' | '_HI'>> = { en: '', ml: '_ML', hi: '_HI' };
const TEMPLATE_IDS = {
  SMS: { renewal: 'SMS_DLT_TEMPLATE_ID', premium: 'SMS_PREMIUM_DLT_TEMPLATE_ID' },
  WHATSAPP: { renewal: 'WHATSAPP_TEMPLATE_ID', premium: 'WHATSAPP_PREMIUM_TEMPLATE_ID' },
} as const;
const TEXTS = { renewal: 'TEXT', premium: 'PREMIUM_TEXT' } as const;

/**
 * The gateway of a channel, undefined where none is named.
 * @param wrong gets a sentence for each thing that is wrong; values, which may be secret, are not
 *   in it.
 */
export function gatewayOf(
  channel: 'SMS' | 'WHATSAPP',
  values: GatewayValues,
  wrong: string[],
): GatewaySettings | undefined {
  const url = values[`${channel}_URL`];
  if (url === undefined) {
    const names = Object.keys(values).filter((name) => name.startsWith(`${channel}_`));
    if (names[0]) wrong.push(`${channel}_URL is missing. Needed with ${names[0]}.`);
    return undefined;
  }
  const options: GatewayOptions = {
    url,
    headers: values[`${channel}_HEADERS`] ?? {},
    contentType: values[`${channel}_CONTENT_TYPE`] ?? 'application/json',
    body: values[`${channel}_BODY`] ?? null,
    success: values[`${channel}_SUCCESS`] ?? null,
  };
  const ofLanguages = <Value>(valueFor: (suffix: '' | '_ML' | '_HI') => Value | undefined) =>
    Object.fromEntries(
      LANGUAGES.map((language) => [language, valueFor(SUFFIXES[language])] as const),
    );
  const registered = (subject: TextSubject): RegisteredTexts => ({
    templateIds: ofLanguages((suffix) => values[`${TEMPLATE_IDS[channel][subject]}${suffix}`]),
    texts: ofLanguages((suffix) => values[`${channel}_${TEXTS[subject]}${suffix}`]),
  });
  const { texts, problems } = shortTextsOf(registered('renewal'));
  const named = registered('premium');
  const isNamed = Object.values(named)
    .flatMap((values) => Object.values(values))
    .some(Boolean);
  const ofPremiums = isNamed ? shortTextsOf(named, 'premium') : { texts: null, problems: [] };
  const all = [...gatewayProblems(options, MESSAGE_VARIABLES), ...problems, ...ofPremiums.problems];
  for (const problem of all) wrong.push(`${channel}_URL cannot be used: ${problem}.`);
  return texts ? { options, texts, premiumTexts: ofPremiums.texts } : undefined;
}
