import { type Day, isDay } from '../rules/kolkataDay.js';

/** Everything below it is the office of that day: the screens, GraphQL and REST. */
const PAST_PREFIX = '/as-of';

const PAST_ADDRESS = new RegExp(`^${PAST_PREFIX}/([^/?]+)(?=[/?]|$)`);

/** What all addresses of the office of a day begin with. */
export const officeOf = (day: Day): string => `${PAST_PREFIX}/${day}`;

/** The day that an address is of, and the address within it; null: it is of today. */
export function pastAddress(address: string): { readonly day: Day; readonly rest: string } | null {
  const [whole, day] = PAST_ADDRESS.exec(address) ?? [];
  if (whole === undefined || day === undefined || !isDay(day)) return null;
  const rest = address.slice(whole.length);
  return { day, rest: rest.startsWith('/') ? rest : `/${rest}` };
}
