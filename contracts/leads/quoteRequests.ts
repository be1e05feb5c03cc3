import { z } from 'zod';
import { LANGUAGES } from '../customers/customerFields.js';
import { requiredChoice } from '../fields/choiceFields.js';
import { inputOf } from '../fields/fields.js';
import { optionalText } from '../fields/textFields.js';
import { leadFields } from './leadFields.js';
import { LEAD_INTERESTS } from './leadKinds.js';

// The form that everybody may fill in: a challenge is asked for, answered by some work, and counts once.

/** A challenge counts for so long, in seconds. */
export const CHALLENGE_SECONDS = 30 * 60;

const { name, phone, email, pincode } = leadFields;
const quoteRequestFields = {
  ...{ name, phone, email, pincode },
  interest: requiredChoice({ label: 'Interest', options: LEAD_INTERESTS }),
  details: optionalText({ label: 'Details', limit: 1000, hasLines: true, mask: 'hidden' }),
} as const;

export const QuoteRequest = inputOf(quoteRequestFields).extend({
  /** The notice that was shown, in which language. */
  noticeVersion: z.int('Name the notice that was shown').positive(),
  noticeLanguage: z.enum(LANGUAGES),
  consent: z.literal(true, 'Agree to be contacted, so that we may answer').meta({ enum: [true] }),
  challenge: z.string('Ask for a challenge first').max(200),
  answer: z.int('Answer the challenge').nonnegative(),
});
export type QuoteRequest = z.output<typeof QuoteRequest>;

export const QuoteChallenge = z.object({
  challenge: z.string().describe('Counts once, for half an hour'),
  bits: z.int().describe('How many leading zero bits the hash is to have'),
  notice: z.object({
    version: z.int(),
    text: z.array(z.object({ heading: z.string(), body: z.string() })),
  }),
});
export type QuoteChallenge = z.infer<typeof QuoteChallenge>;
