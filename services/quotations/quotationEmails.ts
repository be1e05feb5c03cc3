import { buffer } from 'node:stream/consumers';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { emailWarnings } from '@insuremanager/contracts/quotations/emailWarnings';
import type { QuotationEmailInput } from '@insuremanager/contracts/quotations/quotationFields';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Customers } from '../customers/index.js';
import type { Clock } from '../platform/clock.js';
import type { CommandContext } from '../platform/commands/command.js';
import { conflict, invalid, Refusal } from '../platform/errors.js';
import { later } from '../platform/eventLog/eventLog.js';
import { fileRefusal } from '../platform/files/fileRefusals.js';
import type { Files } from '../platform/files/files.js';
import type { WithLock } from '../platform/locks/localLocks.js';
import type { Logger } from '../platform/logger.js';
import { type Email, type Mailer, MailRefused } from '../platform/mail/mailer.js';
import { namedUuid } from '../platform/namedUuid.js';
import { asRequested, emailIn, isOvertaken } from './emailOrders.js';
import { erasedCustomer } from './lostCustomer.js';
import type { Letterhead } from './pdf/sheets.js';
import { QUOTATION_MOVED } from './quotation.js';
import { quotationLetter } from './quotationLetter.js';
import { type QuotationResult, type QuotationRuns, quotationReceipt } from './quotationRuns.js';
import type { EmailOutcome, QuotationEmail } from './quotationState.js';
import { folded, type KeptQuotation, type QuotationStreams } from './quotationStreams.js';
import type { QuotationReceipt } from './quotations.js';
import { quotationView } from './quotationView.js';

interface Parts {
  runs: QuotationRuns;
  streams: QuotationStreams;
  customers: Pick<Customers, 'current'>;
  files: Pick<Files, 'contentKeyOf' | 'open'>;
  mailer: Pick<Mailer, 'send'>;
  letterhead: Letterhead;
  withLock: WithLock;
  clock: Clock;
  logger: Logger;
  /** The key under which the PDF of what it says now is stored; made when there is none of it yet. */
  storePdf(quotation: KeptQuotation): Promise<string>;
}

type Who = Pick<CommandContext, 'actor' | 'correlationId'>;

/**
 * Asked for just now; asked for once more, as somebody wants it still; or left behind by a process
 * that died, with nobody waiting.
 */
type Way = 'asked' | 'repeated' | 'mended';

export interface EmailOrder {
  /** Of the quotation. */
  readonly id: number;
  readonly emailId: string;
}

export interface Delivered {
  readonly result: QuotationResult;
  readonly outcome: QuotationEmail['outcome'];
  /** False when the outcome was known before. */
  readonly isNew: boolean;
}

/** Several changes of one quotation in the same moment, which is more than ever happens. */
const MAX_TRIES = 5;

/**
 * Emails that carry a quotation. That one is to be sent is written down first, and what became of it
 * afterwards: what breaks off in between is sent once more as the same message, unless it is out of
 * date by then. What the mail server does not take is not sent later by itself.
 */
export const quotationEmails = (parts: Parts) => {
  const { runs, streams, customers, files, mailer, letterhead } = parts;
  const { withLock, clock, logger, storePdf } = parts;

  const request = async (
    id: number,
    { to, message = null }: QuotationEmailInput,
    context: CommandContext,
  ): Promise<QuotationResult> => {
    for (let tried = 1; ; tried += 1) {
      const { pdf, shownVersion } = await pdfFor(id, context.commandId);
      const email = { id: emailIdOf(id, context), to, message, fileKey: pdf, shownVersion };
      try {
        return await runs.run({ type: 'RequestEmail', id, email }, context);
      } catch (error) {
        const hasMoved = error instanceof Refusal && error.code === QUOTATION_MOVED;
        if (!hasMoved || tried === MAX_TRIES) throw error;
      }
    }
  };

  /** A retry needs none: what was requested stands, also when the quotation was deleted since. */
  const pdfFor = async (id: number, commandId: string) => {
    const history = await streams.historyOf(id);
    if (history.some(({ metadata }) => metadata.commandId === commandId)) return NO_PDF;
    const quotation = await streams.kept(id);
    const { particulars, shownVersion } = quotation.record;
    if (!particulars) throw erasedCustomer('nothing can be sent to them');
    return { pdf: await storePdf(quotation), shownVersion };
  };

  const recordOutcome = (
    { id, emailId }: EmailOrder,
    outcome: EmailOutcome,
    { actor, correlationId }: Who,
  ): Promise<QuotationResult> => {
    const commandId = namedUuid('email-outcome', id, emailId, outcome);
    return runs.run(
      { type: 'RecordEmail', id, emailId, outcome },
      { actor, correlationId, commandId },
    );
  };

  const pdfOf = async (
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

  /** What the mail server, or the folder in its place, makes of it. */
  const handOver = async (email: Email, quotationId: number): Promise<EmailOutcome> => {
    try {
      await mailer.send(email);
      return 'sent';
    } catch (error) {
      if (error instanceof MailRefused) return 'refused';
      if (!(error instanceof Refusal) || error.kind !== 'unavailable') throw error;
      logger.warn({ quotationId }, 'An email of a quotation could not be sent', error);
      return 'unreachable';
    }
  };

  /** Sends what was asked for, unless its outcome stands. @throws when it was not tried at all. */
  const outcomeOf = async ({ id, emailId }: EmailOrder, way: Way): Promise<EmailOutcome> => {
    const history = await streams.historyOf(id);
    const quotation = folded(history);
    const email = emailIn(quotation, emailId);
    const { customerId, letter, outcome } = email;
    const mayBeTried = outcome === 'open' || (outcome === 'unreachable' && way === 'repeated');
    if (!mayBeTried) return outcome;
    const customer = await customers.current(customerId);
    const isTooLate = way !== 'asked' && isOvertaken(quotation, emailId);
    if (!letter || !customer || isTooLate) return 'overtaken';
    const { record, version } = asRequested(history, emailId);
    const shown = quotationView(record, version, kolkataDay(clock.now()));
    const content = await pdfOf(email, shown.quotationNumber);
    const { message, to } = letter;
    return handOver(
      {
        id: emailId,
        to,
        ...quotationLetter({
          quotation: shown,
          customerName: customer.name,
          message,
          letterhead,
        }),
        attachments: [
          { fileName: `${shown.quotationNumber}.pdf`, mimeType: 'application/pdf', content },
        ],
      },
      id,
    );
  };

  const deliver = (order: EmailOrder, way: Way, who: Who): Promise<Delivered> =>
    withLock(`email-${order.emailId}`, async () => {
      const result = await recordOutcome(order, await outcomeOf(order, way), who);
      const { outcome } = emailIn(result.state, order.emailId);
      return { result, outcome, isNew: result.events.length > 0 && !result.repeated };
    });

  return {
    async email(
      id: number,
      input: QuotationEmailInput,
      context: CommandContext,
    ): Promise<QuotationReceipt> {
      const requested = await request(id, input, context);
      const order = { id, emailId: emailIdOf(id, context) };
      const way = requested.repeated ? 'repeated' : 'asked';
      const { result, outcome } = await deliver(order, way, context);
      refuseUnsent(outcome);
      const today = kolkataDay(clock.now());
      const receipt = quotationReceipt(result, today);
      return {
        ...receipt,
        warnings: [...receipt.warnings, ...emailWarnings(receipt.quotation, today)],
        position: later(requested.position, result.position),
        repeated: requested.repeated,
      };
    },

    /** Finishes an email that broke off before it had an outcome. @throws when it was not tried. */
    finish: (order: EmailOrder, who: Who): Promise<Delivered> => deliver(order, 'mended', who),

    /** What cannot be finished is written down as not sent. */
    giveUp: (order: EmailOrder, who: Who): Promise<QuotationResult> =>
      withLock(`email-${order.emailId}`, () => recordOutcome(order, 'unreachable', who)),
  };
};

export type QuotationEmails = ReturnType<typeof quotationEmails>;

const emailIdOf = (id: number, { commandId }: CommandContext): string =>
  namedUuid('quotation-email', id, commandId);

/** Of a retry, which is answered from the stream. */
const NO_PDF = { pdf: '', shownVersion: -1 } as const;

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
      'The quotation or its customer has changed since this email was asked for, or another one was. Look at it, then send it anew.';
    throw conflict('email-overtaken', message);
  }
};
