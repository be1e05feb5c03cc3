import { isAllowed } from '@insuremanager/contracts/identity/permissions';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import type { Book } from '@insuremanager/services/platform/readModels/books';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { AllCapabilities, Capabilities } from './gatewayDeps.js';

declare global {
  namespace Express {
    interface Locals {
      /** Set by `bookOnly`. */
      capabilities?: Capabilities;
    }
  }
}

interface Parts {
  readonly all: AllCapabilities;
  /** Whether agents see their own book only. */
  ownBook(): Promise<boolean>;
  /** Adds what calls capabilities and was made with them. */
  addRoutes(router: Router, capabilities: Capabilities): void;
}

/**
 * Leads each request to routes over the capabilities that its user may call: of all books, or of
 * the user's own. No route sees any others. The setting is asked for each request, so that a change
 * counts at once.
 */
export function bookOnly({ all, ownBook, addRoutes }: Parts): RequestHandler {
  const faceOf = (capabilities: Capabilities) => {
    const router = Router();
    addRoutes(router, capabilities);
    return { capabilities, router };
  };
  const ofAll = faceOf(all);
  /** By user: no more of them than there are agents. */
  const ofBooks = new Map<number, ReturnType<typeof faceOf>>();
  const ofBook = (book: Book) => {
    const face = ofBooks.get(book.ownerId) ?? faceOf(within(all, book));
    ofBooks.set(book.ownerId, face);
    return face;
  };

  const bookOf = async (user: SignedInUser): Promise<Book | null> =>
    isAllowed(user.role, 'books.readAll') || !(await ownBook()) ? null : { ownerId: user.userId };

  return async (request: Request, response: Response, next) => {
    if (!BEHIND.test(request.path)) {
      next();
      return;
    }
    // Who is not signed in is refused by the routes themselves.
    const user = await response.locals.findUser?.();
    const book = user ? await bookOf(user) : null;
    const { capabilities, router } = book === null ? ofAll : ofBook(book);
    response.locals.capabilities = capabilities;
    router(request, response, next);
  };
}

/** Everything else, such as the files of the client, is the same for all. */
const BEHIND = /^\/(api|graphql)(\/|$)/i;

/** Those that `bookOnly` chose. */
export function capabilitiesOf(response: Response): Capabilities {
  const { capabilities } = response.locals;
  if (!capabilities) throw new Error('Asked for capabilities before a book was chosen');
  return capabilities;
}

const within = (all: AllCapabilities, book: Book): Capabilities => ({
  customers: all.customers.within(book),
  policies: all.policies.within(book),
  documents: all.documents.within(book),
  quotations: all.quotations.within(book),
  reminders: all.reminders.within(book),
  renewals: all.renewals.within(book),
  dashboard: all.dashboard.within(book),
  notifications: all.notifications.within(book),
  // Whoever erases or audits reads all books.
  erasures: all.erasures,
  audit: all.audit,
  agency: all.agency,
  exports: all.exports,
});
