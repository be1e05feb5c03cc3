import { officeOf, pastAddress } from '@insuremanager/contracts/pastOffices/pastAddress';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';

/** In tests without a page there is no address. */
const pathname = (): string => globalThis.location?.pathname ?? '/';

/** The past day whose office this page shows; null: today. Another one is another page. */
export const PAST_DAY: Day | null = pastAddress(pathname())?.day ?? null;

/** What all addresses of this office begin with: those of screens, and of what is asked for them. */
export const OFFICE_BASE = PAST_DAY === null ? '' : officeOf(PAST_DAY);

/** The path of the screen that is open. */
export const screenPath = (): string => pathname().slice(OFFICE_BASE.length) || '/';

/** The day of the office that is shown. */
export const today = (): Day => PAST_DAY ?? kolkataDay(new Date());
