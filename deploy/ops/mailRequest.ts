import { parseArgs } from 'node:util';
import { type Day, isDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { MailDeletion } from './mailDeletion.js';

/** What `npm run ops -- mail …` asks for. */
export type MailRequest =
  | { readonly wanted: 'list'; readonly limit: number }
  | ({ readonly wanted: 'deletion' } & MailDeletion);

const LISTED = 50;

/** @param today in Kolkata. @throws Error saying what is wrong with the arguments. */
export function mailRequest(args: string[], today: Day): MailRequest {
  const { values } = parseArgs({
    args,
    options: {
      limit: { type: 'string' },
      'delete-before': { type: 'string' },
      confirm: { type: 'string' },
    },
  });
  const { limit, confirm, 'delete-before': before } = values;
  if (before === undefined) {
    if (confirm !== undefined) throw new Error('--confirm goes with --delete-before.');
    return { wanted: 'list', limit: limit === undefined ? LISTED : positive('--limit', limit) };
  }
  if (limit !== undefined) throw new Error('--limit does not go with --delete-before.');
  if (!isDay(before) || before > today) {
    throw new Error('--delete-before takes a day that is not in the future, such as 2026-03-31.');
  }
  const confirmed = confirm === undefined ? undefined : positive('--confirm', confirm);
  return { wanted: 'deletion', before, confirmed };
}

function positive(option: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${option} takes a number above 0.`);
  return Number(text);
}
