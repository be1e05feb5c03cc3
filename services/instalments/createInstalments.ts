import { Readable } from 'node:stream';
import { PAYMENT_MEANS_LABELS } from '@insuremanager/contracts/policies/paymentKinds';
import { amountInWords } from '@insuremanager/contracts/rules/amountInWords';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatMoney, parsePaise } from '@insuremanager/contracts/rules/money';
import { formatPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import type { Agency } from '../agency/index.js';
import type { Customers } from '../customers/index.js';
import { conflict, notFound } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { AllTables, Book, ReadTables } from '../platform/readModels/readTables.js';
import type { WithinBooks } from '../platform/records/recordService.js';
import type { Policies, TermRef } from '../policies/index.js';
import { addresseeOf, type PdfPrinter } from '../printing/index.js';
import type { OpenedPdf } from '../quotations/index.js';
import { paymentQueries } from './paymentQueries.js';

interface Asked {
  readonly policies: Pick<Policies, 'current' | 'instalments'>;
  readonly customers: Pick<Customers, 'current'>;
}
export interface InstalmentSources {
  readonly policies: Asked['policies'] & Pick<Policies, 'within'>;
  readonly customers: Asked['customers'] & Pick<Customers, 'within'>;
  readonly agency: Pick<Agency, 'stationery'>;
  readonly printer: Pick<PdfPrinter, 'statement'>;
}

/** What was paid of premiums in instalments, of what exists for who asks. */
export interface InstalmentsOfBook extends ReturnType<typeof paymentQueries> {
  /**
   * That an instalment was paid, as a PDF: made whenever it is asked for, of what is recorded then.
   * @throws not-found; conflict `instalment-not-paid`, `customer-erased`.
   */
  receipt(ref: TermRef, number: number): Promise<OpenedPdf>;
}
export interface Instalments extends InstalmentsOfBook, WithinBooks<InstalmentsOfBook> {}

/** The capability "instalments": what follows from policies and is no policy's own. */
export function createInstalments(
  { clock, vault }: Pick<Platform, 'clock' | 'vault'>,
  readModels: AllTables,
  sources: InstalmentSources,
): Instalments {
  const { agency, printer } = sources;
  const cursors = createListCursors(vault);
  const over = (tables: ReadTables, { policies, customers }: Asked): InstalmentsOfBook => ({
    ...paymentQueries(tables, cursors),

    async receipt(ref, number) {
      const [term, instalments] = await Promise.all([
        policies.current(ref.id),
        policies.instalments(ref),
      ]);
      const paid = instalments.find((one) => one.number === number);
      if (!term || !paid) throw notFound('instalment', number);
      if (paid.state !== 'paid' || paid.paidOn === null || paid.means === null) {
        throw conflict('instalment-not-paid', 'This instalment is not marked as paid.');
      }
      const customer = await customers.current(term.customerId);
      if (!customer || customer.phone === '') {
        const message = 'The customer of this policy has been erased: nothing can be printed.';
        throw conflict('customer-erased', message);
      }
      const amount = parsePaise(paid.amount) ?? 0;
      const receiptNumber = `${ref.id}-${number}`;
      const cover = [
        ['Policy number', term.policyNumber],
        ['Insurer', term.insuranceCompany],
        ...(term.vehicleNumber ? [['Vehicle', formatPlate(term.vehicleNumber)] as const] : []),
        ['Cover', `${formatDay(term.startDate)} to ${formatDay(term.endDate)}`],
      ] as const;
      const payment = [
        ['Receipt number', receiptNumber],
        ['Instalment', `${number} of ${instalments.length}`],
        ['Due on', formatDay(paid.dueDate)],
        ['Paid on', formatDay(paid.paidOn)],
        ['Paid by', PAYMENT_MEANS_LABELS[paid.means]],
        ...(paid.reference ? [['Reference', paid.reference] as const] : []),
        ['Amount', formatMoney(amount)],
      ] as const;
      const content = await printer.statement({
        ...(await agency.stationery()),
        title: 'Premium received',
        lines: [amountInWords(amount)],
        addressee: addresseeOf(customer),
        day: kolkataDay(clock.now()),
        parts: [
          { kind: 'heading', text: 'Payment' },
          { kind: 'facts', title: null, facts: [...payment] },
          { kind: 'heading', text: 'Policy' },
          { kind: 'facts', title: null, facts: [...cover] },
          {
            kind: 'text',
            isQuiet: true,
            text: 'This acknowledges what has been recorded as paid to the insurer. The insurer’s own premium receipt is the one that counts.',
          },
        ],
        attachment: null,
      });
      return { fileName: `Receipt ${receiptNumber}.pdf`, content: Readable.from(content) };
    },
  });
  return {
    ...over(readModels, sources),
    within: (book: Book) =>
      over(readModels.within(book), {
        policies: sources.policies.within(book),
        customers: sources.customers.within(book),
      }),
  };
}
