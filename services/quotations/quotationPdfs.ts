import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { refusalToCompare } from '@insuremanager/contracts/quotations/lowestOffers';
import { MOST_COMPARED } from '@insuremanager/contracts/quotations/quotationKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Agency } from '../agency/index.js';
import type { Customers } from '../customers/index.js';
import { canonicalJson } from '../platform/commands/canonicalJson.js';
import { folded } from '../platform/commands/foldedStream.js';
import { invalid } from '../platform/errors.js';
import { FileDamaged } from '../platform/files/contentCipher.js';
import { FileExists, FileMissing } from '../platform/files/fileStore.js';
import { type SweepParts, sweepFiles } from '../platform/files/sweep.js';
import type { Platform } from '../platform/platform.js';
import {
  type Addressee,
  addresseeOf,
  comparedOf,
  type PdfPrinter,
  printedOf,
  type QuotationPdfInput,
} from '../printing/index.js';
import {
  customerDeleted,
  customerErased,
  type QuotationEmail,
  type QuotationRecord,
  quotationDecider,
} from './quotation.js';
import type { LoadedQuotation, QuotationStreams } from './quotationCommands.js';
import type { QuotationQueries } from './quotationQueries.js';
import type { Quotations } from './quotations.js';
import { quotationView } from './quotationTables.js';

interface Parts extends SweepParts, Pick<Platform, 'vault' | 'withLock'> {
  files: Platform['files'];
  streams: Pick<QuotationStreams, 'require' | 'readHistory'>;
  queries: Pick<QuotationQueries, 'emailedFiles' | 'newestEmailedFile' | 'versionsOf'>;
  customers: Pick<Customers, 'current'>;
  printer: Pick<PdfPrinter, 'quotation' | 'comparison'>;
  agency: Pick<Agency, 'stationery'>;
}

/** Of the layout: with another number every PDF is made anew when it is next requested. */
const LAYOUT_VERSION = 2;
/** Hexadecimal digits of the digest in a key: 128 bits. */
const DIGEST_LENGTH = 32;
/** What the keys of the PDFs begin with. */
const PREFIX = 'quotations/';

/**
 * The PDFs of quotations. Each is stored under a key that follows from all that it shows, so it is
 * made once and never stale; no event records it.
 */
export const quotationPdfs = (parts: Parts) => {
  const { streams, queries, customers, files, vault } = parts;
  const { printer, agency, withLock, clock, logger } = parts;
  const today = () => kolkataDay(clock.now());

  const requireAddressee = async (
    customerId: number,
    quotations: readonly QuotationRecord[],
  ): Promise<Addressee> => {
    const isErased = quotations.some(({ particulars }) => !particulars);
    if (isErased) throw customerErased('nothing can be printed for them');
    const customer = await customers.current(customerId);
    if (!customer) throw customerDeleted();
    return addresseeOf(customer);
  };

  const pdfInputOf = async ({ record, version }: LoadedQuotation): Promise<QuotationPdfInput> => ({
    ...(await agency.stationery()),
    addressee: await requireAddressee(record.customerId, [record]),
    quotation: printedOf(quotationView(record, version, today())),
    day: kolkataDay(record.createdAt),
  });

  const fileKeyOf = ({ id, pdfVersion }: QuotationRecord, input: QuotationPdfInput): string => {
    const logo = input.logo?.sha256 ?? null;
    const content = canonicalJson({ drawing: LAYOUT_VERSION, ...input, logo });
    // Keyed: a plain digest would let who sees the keys try out names and amounts.
    const print = Buffer.from(vault.fingerprint('quotation-pdf', content), 'base64url');
    return `${PREFIX}${id}/${pdfVersion}-${print.toString('hex').slice(0, DIGEST_LENGTH)}`;
  };

  /** It is read to its end to know that it can be read: it has some 30 kB. */
  const readStored = async (
    fileKey: string,
    contentKey: Buffer,
  ): Promise<Buffer | 'missing' | 'damaged'> => {
    try {
      return await buffer(await files.open(fileKey, contentKey));
    } catch (error) {
      if (error instanceof FileMissing) return 'missing';
      if (error instanceof FileDamaged) return 'damaged';
      throw error;
    }
  };

  /**
   * The PDF of what a quotation says now; printed, and stored, where there is none that can be
   * read. One that an email may have carried is never replaced.
   * @throws conflict `customer-erased`, `customer-deleted`; unavailable.
   */
  const findOrPrint = async (
    quotation: LoadedQuotation,
  ): Promise<{ fileKey: string; pdf: Buffer }> => {
    const { record } = quotation;
    const input = await pdfInputOf(quotation);
    const fileKey = fileKeyOf(record, input);
    const contentKey = await files.contentKeyOf(customerStream(record.customerId), fileKey);
    return withLock(`pdf-${fileKey}`, async () => {
      const stored = await readStored(fileKey, contentKey);
      if (typeof stored !== 'string') return { fileKey, pdf: stored };
      const pdf = await printer.quotation(input);
      const wasSent = record.emails.some((email) => email.fileKey === fileKey && mayBeRead(email));
      if (stored === 'damaged') logger.warn({ fileKey, wasSent }, 'A stored PDF is damaged');
      if (wasSent) return { fileKey, pdf };
      if (stored === 'damaged') await files.remove(fileKey);
      try {
        await files.keep(fileKey, contentKey, Readable.from([pdf]));
      } catch (error) {
        // Another process was faster, for one of us has lost the lock; it stored the same bytes.
        if (!(error instanceof FileExists)) throw error;
      }
      return { fileKey, pdf };
    });
  };

  /** The revision whose PDFs must stay; null for a deleted quotation, 0 for an unknown one. */
  const neededVersion = async (id: number): Promise<number | null> => {
    const quotation = folded(quotationDecider, await streams.readHistory(id));
    // No PDF is older than its quotation: the log has lost something, which may come back.
    if (quotation.phase === 'unknown') return 0;
    return quotation.phase === 'existing' ? quotation.record.pdfVersion : null;
  };

  /**
   * Of PDFs that no email carried: those that quotations show now, and those that cannot be placed.
   * Streams are read only where the tables do not say enough: of quotations that were changed
   * since, or deleted.
   */
  const needed = async (fileKeys: readonly string[]): Promise<Set<string>> => {
    const pdfs = fileKeys.map((key) => ({ key, of: parseKey(key) }));
    const current = await queries.versionsOf(pdfs.flatMap(({ of }) => of?.id ?? []));
    const oldest = new Map<number, number | null>();
    const stay = new Set<string>();
    for (const { key, of } of pdfs) {
      if (!of || of.version >= (current.get(of.id) ?? Number.POSITIVE_INFINITY)) {
        stay.add(key);
        continue;
      }
      if (!oldest.has(of.id)) oldest.set(of.id, await neededVersion(of.id));
      const version = oldest.get(of.id) ?? null;
      // Another day's or another name's may be among them; whoever is about to send it has just
      // looked for it. A later one is of a time that the log has lost.
      if (version !== null && of.version >= version) stay.add(key);
    }
    return stay;
  };

  return {
    /** The key under which the PDF of what it says now is stored. @throws as `findOrPrint`. */
    storePdf: async (quotation: LoadedQuotation): Promise<string> =>
      (await findOrPrint(quotation)).fileKey,

    async pdf(id: number) {
      const quotation = await streams.require(id);
      const { pdf } = await findOrPrint(quotation);
      return {
        fileName: `${quotation.record.quotationNumber}.pdf`,
        content: Readable.from([pdf]),
      };
    },

    async comparisonPdf(ids: readonly number[]) {
      requireSeveral(ids);
      const compared = await Promise.all(ids.map((id) => streams.require(id)));
      const records = compared.map(({ record }) => record);
      const refusal = refusalToCompare(
        records.map(({ offer, customerId }) => ({ ...offer, customerId })),
      );
      if (refusal !== null) throw invalidIds(refusal);
      const addressee = await requireAddressee(records[0]?.customerId ?? 0, records);
      const day = today();
      const quotations = compared.map(({ record, version }) =>
        comparedOf(quotationView(record, version, day)),
      );
      const stationery = await agency.stationery();
      const pdf = await printer.comparison({ ...stationery, addressee, quotations, day });
      return { fileName: `Comparison-${day}.pdf`, content: Readable.from([pdf]) };
    },

    /** What emails carried stays for ever, and so does what cannot be placed. */
    sweep: (signal?: AbortSignal): Promise<number> =>
      sweepFiles(
        parts,
        {
          prefix: PREFIX,
          oftenOutdated: true,
          referredTo: queries.emailedFiles,
          newest: queries.newestEmailedFile,
          needed,
        },
        signal,
      ),
  } satisfies Partial<Quotations> & Record<string, unknown>;
};

/** What the key of a stored PDF says: the quotation, and the revision that last changed the PDF. */
function parseKey(fileKey: string): { id: number; version: number } | null {
  const [, id, version] = /^quotations\/(\d{1,9})\/(\d{1,9})-/.exec(fileKey) ?? [];
  return id && version ? { id: Number(id), version: Number(version) } : null;
}

/** Whether somebody may have received it: what was not sent shows nobody anything. */
const mayBeRead = ({ outcome }: QuotationEmail): boolean =>
  outcome === 'sent' || outcome === 'open';

function requireSeveral(ids: readonly number[]): void {
  const differ = new Set(ids).size === ids.length;
  if (!differ || ids.length < 2 || ids.length > MOST_COMPARED) {
    throw invalidIds(`Choose 2 to ${MOST_COMPARED} different quotations.`);
  }
}

const invalidIds = (message: string) =>
  invalid([{ field: 'ids', code: 'not-comparable', message }]);
