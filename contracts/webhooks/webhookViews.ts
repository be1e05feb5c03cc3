import { z } from 'zod';
import { instantText } from '../fields/dayFields.js';

/** As many as one brokerage has other systems, and more. */
export const MOST_WEBHOOKS = 10;
/** The newest attempts of each that are shown. */
export const DELIVERIES_SHOWN = 50;
/** For so long a secret is valid beside the one that took its place. */
export const OLD_SECRET_HOURS = 24;
/** After so long without one success nothing more is sent. */
export const FAILING_DAYS = 5;

const ADDRESS =
  /^https?:\/\/(?:[^\s/?#@]*@)?(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?]\S*)?$/i;
const CREDENTIALS = /^https?:\/\/[^/?#]*@/i;

/** Where messages are to be sent. */
export const WebhookInput = z.object({
  url: z
    .string()
    .trim()
    .max(500, 'The address is too long. The most is 500 characters.')
    .regex(ADDRESS, 'Enter an address, such as https://example.in/hook.')
    .refine(
      (text) => !CREDENTIALS.test(text),
      'Leave the username and password out: messages are signed.',
    ),
  description: z.string().trim().max(100, 'The name is too long. The most is 100 characters.'),
});
export type WebhookInput = z.infer<typeof WebhookInput>;

export const WEBHOOK_STATES = [
  'active',
  'failing',
  'disabled',
  'given_up',
  'gone',
  'other_log',
] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** An address that messages are sent to. */
export const WebhookView = z.object({
  id: z.int(),
  url: z.string(),
  description: z.string(),
  state: z
    .enum(WEBHOOK_STATES)
    .describe(
      'failing: the last attempt failed; given_up: for too long; gone: the receiver said that it ' +
        'wants no more; other_log: an older log was restored, without what was sent last',
    ),
  failingSince: instantText().nullable(),
  nextAttemptAt: instantText().nullable().describe('Null: as soon as there is something'),
  oldSecretUntil: instantText().nullable().describe('Until then two secrets sign'),
  addedAt: instantText(),
  addedBy: z.string().describe('A username'),
});
export type WebhookView = z.infer<typeof WebhookView>;

/** Its secret, which is shown at this moment only. */
export const WebhookSecret = z.object({ webhook: WebhookView, secret: z.string() });
export type WebhookSecret = z.infer<typeof WebhookSecret>;

export const WEBHOOK_PROBLEMS = [
  'refused',
  'timed_out',
  'not_found',
  'not_allowed',
  'not_reached',
  'not_trusted',
] as const;
export type WebhookProblem = (typeof WEBHOOK_PROBLEMS)[number];

/** An attempt to deliver a message. */
export const WebhookDelivery = z.object({
  id: z.string(),
  at: instantText(),
  type: z.string().describe('Of the message'),
  key: z.string().describe('Of which record, such as policy-12'),
  messageId: z.string(),
  status: z.int().nullable().describe('Of the answer; null: there was none'),
  problem: z
    .enum(WEBHOOK_PROBLEMS)
    .nullable()
    .describe(
      'Null: it was taken. refused: by its status; not_found: the name has no address; ' +
        'not_allowed: an address within a private network; not_trusted: its certificate',
    ),
  latencyMs: z.int(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
