import { isAllowed } from '@insuremanager/contracts/identity/permissions';
import { ALL_RECORDS } from '@insuremanager/contracts/records/records';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import { kindsOf } from '@insuremanager/services/platform/readModels/changes';
import type { ReadModels } from '@insuremanager/services/platform/readModels/readModels';
import type { Book } from '@insuremanager/services/platform/readModels/readTables';
import type { RequestHandler, Response } from 'express';
import { requireAccess } from './access/access.js';
import type { AllCapabilities, PastCapabilities, RecordCapabilities } from './gatewayDeps.js';
import type { ReadModelGate } from './readYourWrites.js';
import type { SessionCookie } from './sessions/sessionCookie.js';

declare global {
  namespace Express {
    interface Locals {
      /** The only book that exists for the user; null: all do. Set by `bookOnly`. */
      book?: Book | null;
      /** Set by `bookOnly`. */
      capabilities?: Capabilities;
    }
  }
}

type Reader = Pick<SignedInUser, 'userId' | 'role'>;

/** The only book that exists for a user; null: all do. The setting is asked for each time. */
export const bookOf = async (
  { userId, role }: Reader,
  ownBook: () => Promise<boolean>,
): Promise<Book | null> =>
  isAllowed(role, 'books.readAll') || !(await ownBook()) ? null : { ownerId: userId };

/** What users may call of today's office, who are asked for by no request. */
export function capabilitiesFor(all: AllCapabilities, ownBook: () => Promise<boolean>) {
  const today = booksOf(all);
  return async (user: Reader): Promise<Capabilities> => today(await bookOf(user, ownBook));
}

/** So many sessions of agents are remembered. */
const MOST_SESSIONS = 10_000;

/**
 * Chooses, for each request, the capabilities that its user may call: of all books, or of the user's
 * own. No route sees any others. The setting is asked for each request, so that a change counts at
 * once; of a session that needed it before, beside who its user is.
 * @param ownBook whether agents see their own book only
 */
export function bookOnly(
  all: AllCapabilities,
  ownBook: () => Promise<boolean>,
  cookie: Pick<SessionCookie, 'read'>,
): RequestHandler {
  const { pastOffices } = all;
  const today = booksOf(all);
  /** Those of past offices, for as long as these are kept. */
  const past = new WeakMap<PastCapabilities, CapabilitiesOf>();
  const ofDay = async (day: Day, userId: number): Promise<CapabilitiesOf> => {
    const then = await pastOffices.of(day, userId);
    const books = past.get(then) ?? booksOf({ ...then, pastOffices });
    past.set(then, books);
    return books;
  };

  /** By their tokens. */
  const ofAgents = new Set<string>();

  return async (request, response, next) => {
    const token = cookie.read(request) ?? '';
    const asked = ofAgents.has(token) ? ownBook() : null;
    asked?.catch(() => undefined);
    // Who is not signed in is refused by the routes themselves.
    const user = await response.locals.findUser?.();
    ofAgents.delete(token);
    const ask = () => {
      if (ofAgents.size >= MOST_SESSIONS) ofAgents.clear();
      ofAgents.add(token);
      return asked ?? ownBook();
    };
    const book = user ? await bookOf(user, ask) : null;
    const { asOf } = response.locals;
    if (asOf && user) requireAccess(user, 'office.readPast');
    response.locals.book = book;
    response.locals.capabilities = (asOf && user ? await ofDay(asOf, user.userId) : today)(book);
    next();
  };
}

/** What may be called of a book; null: of all. */
type CapabilitiesOf = (book: Book | null) => Capabilities;

function booksOf(all: AllCapabilities): CapabilitiesOf {
  const ofAllBooks = capabilitiesWithin(null, all);
  /** By user: no more of them than there are agents. */
  const books = new Map<number, Capabilities>();
  return (book) => {
    if (!book) return ofAllBooks;
    const capabilities = books.get(book.ownerId) ?? capabilitiesWithin(book, all);
    books.set(book.ownerId, capabilities);
    return capabilities;
  };
}

/** Those that `bookOnly` chose. */
export function capabilitiesOf(response: Response): Capabilities {
  const { capabilities } = response.locals;
  if (!capabilities) throw new Error('Asked for capabilities before a book was chosen');
  return capabilities;
}

type Reported = ReadModelGate & Pick<ReadModels, 'onChanges'>;

/**
 * To the reader of a book, changes do not say of which records they are: most exist in others. That is
 * so whosever book it is, so that their streams share what they are told.
 */
export const changesOfBook = ({ locals: { book } }: Response, readModels: Reported): Reported =>
  book
    ? {
        ...readModels,
        onChanges: (listener) => readModels.onChanges((changes) => listener(kindsOf(changes))),
      }
    : readModels;

type RecordsOfBook = {
  readonly [Many in keyof RecordCapabilities]: ReturnType<AllCapabilities[Many]['within']>;
};

/** What the faces of the gateway call: of one book; null: of all. */
function capabilitiesWithin(book: Book | null, all: AllCapabilities) {
  const own = <OfBook>(service: { within(book: Book): OfBook } & NoInfer<OfBook>): OfBook =>
    book ? service.within(book) : service;
  const records = ALL_RECORDS.map(({ many }) => [
    many,
    own<object>(all[many as keyof RecordsOfBook]),
  ]);
  return {
    ...(Object.fromEntries(records) as RecordsOfBook),
    renewals: own(all.renewals),
    instalments: own(all.instalments),
    households: own(all.households),
    myDay: own(all.myDay),
    dashboard: own(all.dashboard),
    reports: own(all.reports),
    notifications: own(all.notifications),
    schedules: own(all.schedules),
    // A view is an address, which shows to each what is in their book.
    savedViews: all.savedViews,
    // Each user has their own.
    reportMails: all.reportMails,
    // Whoever may ask for the rest reads all books; the agency's settings are no one's.
    erasures: all.erasures,
    retention: all.retention,
    exports: all.exports,
    imports: all.imports,
    personRequests: all.personRequests,
    breaches: all.breaches,
    audit: all.audit,
    integrity: all.integrity,
    pastOffices: all.pastOffices,
    webhooks: all.webhooks,
    replay: all.replay,
    personalData: all.personalData,
    agency: all.agency,
    privacyNotices: all.privacyNotices,
  };
}
export type Capabilities = Readonly<ReturnType<typeof capabilitiesWithin>>;
