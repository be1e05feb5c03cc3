import { buffer } from 'node:stream/consumers';
import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import { emailWarnings } from '@insuremanager/contracts/quotations/emailWarnings';
import type { QuotationEvent } from '@insuremanager/contracts/quotations/quotationEvents';
import type { QuotationEmailInput } from '@insuremanager/contracts/quotations/quotationFields';
import type { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatMoney, parsePaise } from '@insuremanager/contracts/rules/money';
import type { Agency } from '../agency/index.js';
import type { Customers } from '../customers/index.js';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { CommandContext, Initiator, SavedRecord } from '../platform/commands/command.js';
import { folded } from '../platform/commands/foldedStream.js';
import { answerTo, emailLock, recordedEmails } from '../platform/commands/unfinished.js';
import { conflict, invalid, Refusal } from '../platform/errors.js';
import { later } from '../platform/eventLog/eventLog.js';
import { fileRefusal } from '../platform/files/fileRefusals.js';
import type { Email } from '../platform/mail/mailer.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Platform } from '../platform/platform.js';
import {
  customerErased,
  type EmailOutcome,
  QUOTATION_CHANGED,
  type Quotation,
  type QuotationEmail,
  quotationDecider,
} from './quotation.js';
import {
  type LoadedQuotation,
  type QuotationStreams,
  type StreamResult,
  SYSTEM,
  savedQuotation,
} from './quotationCommands.js';
import type { OpenEmail, QuotationQueries } from './quotationQueries.js';
import { quotationView } from './quotationTables.js';

interface Parts
  extends Pick<Platform, 'files' | 'mailer' | 'withLock' | 'clock' | 'logger' | 'limits'> {
  streams: QuotationStreams;
  queries: Pick<QuotationQueries, 'openEmails'>;
  customers: Pick<Customers, 'current'>;
  agency: Pick<Agency, 'letterhead'>;
  /** The key under which its present PDF is stored; printed when there is none yet. */
  storePdf(quotation: LoadedQuotation): Promise<string>;
}

const DAY = 24 * 3600;
/** Of one user: more than anybody writes by hand. */
const MOST_EMAILS_A_DAY = 200;

type EmailRef = Pick<OpenEmail, 'quotationId' | 'emailId'>;

/**
 * Requested just now; by a retry, as somebody wants it still; or left unfinished by a process that
 * died, with nobody waiting.
 */
type Attempt = 'first' | 'retry' | 'recovery';

interface Delivered {
  readonly result: StreamResult;
  readonly outcome: QuotationEmail['outcome'];
  /** False when the outcome was known before. */
  readonly isNew: boolean;
}

/** Several changes of one quotation in the same moment, which is more than ever happens. */
const MAX_TRIES = 5;
/**
 * Emails that carry a quotation. The request is recorded first, and the outcome after sending: what
 * breaks off in between is sent once more as the same message, unless it is out of date by then.
 * What the mail server does not take is not sent later by itself.
 */
export const quotationEmails = (parts: Parts) => {
  const { streams, queries, customers, files, mailer, agency } = parts;
  const { withLock, clock, storePdf } = parts;
  const spendOne = parts.limits.limit({
    name: 'quotation-email',
    things: 'emails of quotations',
    most: MOST_EMAILS_A_DAY,
    seconds: DAY,
  });

  const request = async (
    id: number,
    { to, message = null }: QuotationEmailInput,
    context: CommandContext,
  ): Promise<StreamResult> => {
    for (let tried = 1; ; tried += 1) {
      const email = { id: emailIdOf(id, context), to, message, ...(await pdfFor(id, context)) };
      try {
        return await streams.run({ type: 'RequestEmail', id, email }, context);
      } catch (error) {
        const hasMoved = error instanceof Refusal && error.code === QUOTATION_CHANGED;
        if (!hasMoved || tried === MAX_TRIES) throw error;
      }
    }
  };

  /** A retry needs none: what was requested stands, also when the quotation was deleted since. */
  const pdfFor = async (id: number, context: CommandContext) => {
    if (await streams.isRetry(id, context)) return NO_PDF;
    const quotation = await streams.require(id);
    const { customerId, particulars, pdfVersion } = quotation.record;
    if (!particulars) throw customerErased('nothing can be sent to them');
    if (isUnwanted(await customers.current(customerId))) throw consentWithdrawn();
    return { fileKey: await storePdf(quotation), pdfVersion };
  };

  const recordOutcome = (
    { quotationId: id, emailId }: EmailRef,
    outcome: EmailOutcome,
    { actor, correlationId }: Initiator,
  ): Promise<StreamResult> =>
    streams.run(
      { type: 'RecordEmail', id, emailId, outcome, isKept: mailer.isFolder },
      { actor, correlationId, commandId: namedUuid('email-outcome', id, emailId, outcome) },
    );

  const loadPdf = async (
    { customerId, fileKey }: QuotationEmail,
    quotationNumber: string,
  ): Promise<Buffer> => {
    const contentKey = await files.contentKeyOf(customerStream(customerId), fileKey);
    try {
      return await buffer(await files.open(fileKey, contentKey));
    } catch (error) {
      throw fileRefusal(error, `The PDF of quotation ${quotationNumber}`);
    }
  };

  /** Sends what was requested, unless its outcome stands. @throws when it was not tried at all. */
  const outcomeOf = async (
    { quotationId, emailId }: EmailRef,
    attempt: Attempt,
  ): Promise<EmailOutcome> => {
    const history = await streams.readHistory(quotationId);
    const quotation = folded(quotationDecider, history);
    const email = requireEmail(quotation, emailId);
    const { customerId, letter, outcome } = email;
    const mayBeSent = outcome === 'open' || (outcome === 'unreachable' && attempt === 'retry');
    if (!mayBeSent) return outcome;
    const customer = await customers.current(customerId);
    const isTooLate = attempt !== 'first' && isSuperseded(quotation, emailId);
    if (!letter || !customer || isUnwanted(customer) || isTooLate) return 'overtaken';
    const { record, version } = asRequested(history, emailId);
    const view = quotationView(record, version, kolkataDay(clock.now()));
    const { message, to } = letter;
    const fileName = `${view.quotationNumber}.pdf`;
    const content = await loadPdf(email, view.quotationNumber);
    const said = letterOf(view, customer.name, message, await agency.letterhead());
    const attachments = [{ fileName, mimeType: 'application/pdf', content }];
    const sent = { id: emailId, to, ...said, attachments };
    return answerTo(sent, parts, { of: 'quotation', ref: { quotationId } });
  };

  const deliver = (email: EmailRef, attempt: Attempt, initiator: Initiator): Promise<Delivered> =>
    withLock(emailLock(email.emailId), async () => {
      const result = await recordOutcome(email, await outcomeOf(email, attempt), initiator);
      const { outcome } = requireEmail(result.state, email.emailId);
      return { result, outcome, isNew: result.events.length > 0 && !result.repeated };
    });

  return {
    async email(
      id: number,
      input: QuotationEmailInput,
      context: CommandContext,
    ): Promise<SavedRecord<QuotationView>> {
      // Emails go out in the brokerage's name: a stolen session sends no flood of them.
      if (!(await streams.isRetry(id, context))) await spendOne(context.actor.userId);
      const requested = await request(id, input, context);
      const { repeated } = requested;
      const email = { quotationId: id, emailId: emailIdOf(id, context) };
      const { result, outcome } = await deliver(email, repeated ? 'retry' : 'first', context);
      refuseUnsent(outcome);
      const today = kolkataDay(clock.now());
      const saved = savedQuotation(result, today);
      return {
        ...saved,
        warnings: [...saved.warnings, ...emailWarnings(saved.record, today)],
        position: later(requested.position, result.position),
        repeated,
      };
    },

    ...recordedEmails(parts, {
      of: 'quotation',
      refOf: ({ quotationId }: OpenEmail) => ({ quotationId }),
      open: queries.openEmails,
      deliver: (email) => deliver(email, 'recovery', SYSTEM),
      giveUp: (email) => recordOutcome(email, 'unreachable', SYSTEM),
    }),
  };
};

const emailIdOf = (id: number, { commandId }: CommandContext): string =>
  namedUuid('quotation-email', id, commandId);

const isUnwanted = (customer: CustomerView | null): boolean =>
  customer?.quotationEmailConsent === 'withdrawn';

/** s. 6(4) of the Data Protection Act: what consent was withdrawn for is not done any more. */
const consentWithdrawn = () =>
  conflict(
    'consent-withdrawn',
    'This customer has withdrawn consent to quotations by email. Hand over the PDF, or record a new consent with the customer first.',
  );

/** Of a retry, which is answered from the stream. */
const NO_PDF = { fileKey: '', pdfVersion: -1 } as const;

function requireEmail(quotation: Quotation, emailId: string): QuotationEmail {
  const emails = quotation.phase === 'unknown' ? [] : quotation.record.emails;
  const email = emails.find(({ id }) => id === emailId);
  if (!email) throw new Error('A quotation does not have this email');
  return email;
}

/**
 * Whether an email is out of date, so that it is not sent unless somebody requests it anew: the PDF
 * has changed since, the status included, the quotation is deleted, its customer was erased, or
 * another email was requested since, perhaps to correct the address.
 */
export function isSuperseded(quotation: Quotation, emailId: string): boolean {
  const { letter, pdfVersion } = requireEmail(quotation, emailId);
  if (quotation.phase !== 'existing' || !letter) return true;
  const { record } = quotation;
  return record.pdfVersion !== pdfVersion || record.emails.at(-1)?.id !== emailId;
}

/** The quotation as the PDF shows it, whatever was changed since the email was requested. */
function asRequested(
  history: readonly RecordedEvent<QuotationEvent>[],
  emailId: string,
): LoadedQuotation {
  const index = history.findIndex(
    ({ type, data }) => type === 'QuotationEmailRequested' && data.emailId === emailId,
  );
  const quotation = folded(quotationDecider, history.slice(0, index + 1));
  if (quotation.phase === 'unknown') throw new Error('An email without a quotation');
  return { record: quotation.record, version: Number(history[index]?.revision) };
}

/** What the email says: plain text. */
function letterOf(
  { quotationNumber, insuranceCompany, totalAmount, validUntil }: QuotationView,
  customerName: string,
  message: string | null,
  letterhead: Letterhead,
): Pick<Email, 'subject' | 'text'> {
  const facts = [
    `Quotation: ${quotationNumber}`,
    insuranceCompany && `Insurance company: ${insuranceCompany}`,
    `Total amount: ${formatMoney(parsePaise(totalAmount) ?? 0)}`,
    `Valid until: ${formatDay(validUntil)}`,
  ];
  const paragraphs = [
    [`Dear ${customerName},`],
    [message ?? 'Please find our quotation attached.'],
    facts,
    ['Regards', letterhead.name, letterhead.phone],
  ];
  return {
    subject: `Quotation ${quotationNumber}`,
    text: paragraphs.map((lines) => lines.filter(Boolean).join('\n')).join('\n\n'),
  };
}

/** How long to wait before another try, in seconds. */
const RETRY_AFTER = 10;

/** @throws Refusal when the email was not sent; only what could not be sent may be tried again. */
const refuseUnsent = (outcome: QuotationEmail['outcome']): void => {
  if (outcome === 'refused') {
    const message = 'The mail server refused this address. Check it, then send again.';
    throw invalid([{ field: 'to', code: 'email-refused', message }]);
  }
  if (outcome === 'unreachable') {
    throw new Refusal('unavailable', {
      code: 'email-not-sent',
      message:
        'The mail server cannot be reached just now. The email was not sent; please try again in a moment.',
      retryAfterSeconds: RETRY_AFTER,
    });
  }
  if (outcome === 'overtaken') {
    const message =
      'The quotation or its customer has changed, or another email was requested since. Check it, then send it again.';
    throw conflict('email-superseded', message);
  }
};
