import { Readable } from 'node:stream';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import { MOST_COMPARED } from '@insuremanager/contracts/quotations/quotationKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { shownPhone } from '@insuremanager/contracts/rules/phone';
import type { Customers } from '../customers/index.js';
import type { Clock } from '../platform/clock.js';
import { canonicalJson } from '../platform/commands/canonicalJson.js';
import { invalid } from '../platform/errors.js';
import type { Files } from '../platform/files/files.js';
import type { Vault } from '../platform/vault/vault.js';
import { deletedCustomer, erasedCustomer } from './lostCustomer.js';
import {
  type Addressee,
  type Letterhead,
  type PdfPrinter,
  printedOf,
  type QuotationSheet,
} from './pdf/sheets.js';
import type { QuotationEmail, QuotationRecord } from './quotationState.js';
import type { KeptQuotation, QuotationStreams } from './quotationStreams.js';
import type { Quotations } from './quotations.js';
import { quotationView } from './quotationView.js';
import { type PdfParts, storedPdf } from './storedPdfs.js';

interface Parts extends PdfParts {
  streams: Pick<QuotationStreams, 'kept'>;
  customers: Pick<Customers, 'current'>;
  files: Pick<Files, 'contentKeyOf' | 'keep' | 'open' | 'remove'>;
  vault: Pick<Vault, 'fingerprint'>;
  printer: Pick<PdfPrinter, 'quotation' | 'comparison'>;
  letterhead: Letterhead;
  clock: Clock;
}

/** How sheets are drawn: another number, and every PDF is made anew when it is next asked for. */
const DRAWING = 2;
/** Hexadecimal digits of a sheet's digest in its key: 128 bits. */
const DIGEST_LENGTH = 32;
/** Below it are the PDFs. */
export const PAPERS = 'quotations/';

/**
 * Quotations on paper. The PDF of what a quotation says is kept under a key that follows from all
 * that it shows, so it is made once and never stale; no event tells of it.
 */
export const quotationPdfs = (parts: Parts) => {
  const { streams, customers, files, vault, printer, letterhead, clock } = parts;

  const today = () => kolkataDay(clock.now());

  /** @throws conflict `customer-erased`, `customer-deleted`. */
  const sheetOf = async ({ record, version }: KeptQuotation): Promise<QuotationSheet> => ({
    letterhead,
    addressee: await addresseeFor(record.customerId, [record]),
    quotation: printedOf(quotationView(record, version, today())),
    day: kolkataDay(record.createdAt),
  });

  const addresseeFor = async (
    customerId: number,
    quotations: readonly QuotationRecord[],
  ): Promise<Addressee> => {
    const isErased = quotations.some(({ particulars }) => !particulars);
    if (isErased) throw erasedCustomer('nothing can be printed for them');
    const customer = await customers.current(customerId);
    if (!customer) throw deletedCustomer();
    return addresseeOf(customer);
  };

  const fileKeyOf = ({ record }: KeptQuotation, sheet: QuotationSheet): string => {
    const shown = canonicalJson({ drawing: DRAWING, ...sheet });
    // Keyed: a plain digest would let who sees the keys try out names and amounts.
    const print = Buffer.from(vault.fingerprint('quotation-pdf', shown), 'base64url');
    const digest = print.toString('hex').slice(0, DIGEST_LENGTH);
    return `${PAPERS}${record.id}/${record.shownVersion}-${digest}`;
  };

  const stored = async (quotation: KeptQuotation) => {
    const { record } = quotation;
    const sheet = await sheetOf(quotation);
    const fileKey = fileKeyOf(quotation, sheet);
    const contentKey = await files.contentKeyOf(customerStream(record.customerId), fileKey);
    const wasSent = record.emails.some((email) => email.fileKey === fileKey && mayBeRead(email));
    const print = () => printer.quotation(sheet);
    return { fileKey, pdf: await storedPdf(parts, { fileKey, contentKey, wasSent, print }) };
  };

  return {
    /**
     * The key under which the PDF of what it says now is stored; made when there is none of it yet.
     * @throws conflict `customer-erased`, `customer-deleted`; unavailable.
     */
    storePdf: async (quotation: KeptQuotation): Promise<string> =>
      (await stored(quotation)).fileKey,

    async pdf(id: number) {
      const quotation = await streams.kept(id);
      const { pdf } = await stored(quotation);
      return {
        fileName: `${quotation.record.quotationNumber}.pdf`,
        content: Readable.from([pdf]),
      };
    },

    async comparisonPdf(ids: readonly number[]) {
      refuseUncomparable(ids);
      const compared = await Promise.all(ids.map((id) => streams.kept(id)));
      const [customerId = 0, ...others] = new Set(compared.map(({ record }) => record.customerId));
      if (others.length > 0) throw invalidIds('Choose quotations of one customer.');
      const records = compared.map(({ record }) => record);
      const addressee = await addresseeFor(customerId, records);
      const day = today();
      const pdf = await printer.comparison({
        letterhead,
        addressee,
        quotations: compared.map(({ record, version }) =>
          printedOf(quotationView(record, version, day)),
        ),
        day,
      });
      return { fileName: `Comparison-${day}.pdf`, content: Readable.from([pdf]) };
    },
  } satisfies Partial<Quotations> & Record<string, unknown>;
};

/** What the key of a stored PDF tells: the quotation, and the revision that last changed the PDF. */
export function paperOf(fileKey: string): { id: number; version: number } | null {
  const [, id, version] = /^quotations\/(\d{1,9})\/(\d{1,9})-/.exec(fileKey) ?? [];
  return id && version ? { id: Number(id), version: Number(version) } : null;
}

/** Whether somebody may have received it: what was not sent shows nobody anything. */
const mayBeRead = ({ outcome }: QuotationEmail): boolean =>
  outcome === 'sent' || outcome === 'open';

/** As the customer is known now. */
export function addresseeOf(customer: CustomerView): Addressee {
  const { name, phone, email, address, city, state, pincode } = customer;
  const place = [city, state].filter(Boolean).join(', ');
  const lines = [address, [place, pincode].filter(Boolean).join(' ')];
  return {
    name,
    phone: shownPhone(phone),
    email,
    address: lines.filter((line): line is string => Boolean(line)),
  };
}

function refuseUncomparable(ids: readonly number[]): void {
  const differ = new Set(ids).size === ids.length;
  if (!differ || ids.length < 2 || ids.length > MOST_COMPARED) {
    throw invalidIds(`Choose 2 to ${MOST_COMPARED} different quotations.`);
  }
}

const invalidIds = (message: string) =>
  invalid([{ field: 'ids', code: 'not-comparable', message }]);
