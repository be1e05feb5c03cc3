import { isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { paiseFrom } from '@insuremanager/contracts/rules/money';
import { cleanText } from '@insuremanager/contracts/rules/text';
import { LONGEST_SEARCH } from '@insuremanager/contracts/search/searchViews';
import { z } from 'zod';

/** A text to look for. */
export const searched = (name: string) =>
  z
    .string(`${name} must be one text`)
    .max(LONGEST_SEARCH, `${name} can have at most ${LONGEST_SEARCH} characters`)
    .transform(cleanText)
    .nullish();

/** A Kolkata day. */
export const dayBound = (name: string) =>
  z
    .string(`${name} must be one day`)
    .refine(isDay, `${name} must be a day that exists, as YYYY-MM-DD`)
    .nullish();

/** Rupees as a person types them; an empty text bounds nothing. */
export const amountBound = (name: string) =>
  z
    .string(`${name} must be one amount`)
    .transform((raw, context) => {
      if (raw.trim() === '') return null;
      const paise = paiseFrom(raw);
      if (paise !== null) return paise;
      const message = `${name} must be an amount in rupees, such as 12500.50`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .nullish();

/** Some of the words that a field may hold. */
export const someOf = <Word extends string>(name: string, words: readonly Word[]) =>
  z.array(z.enum(words, { error: `${name} is one of: ${words.join(', ')}` })).max(words.length);
