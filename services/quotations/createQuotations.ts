import { quotationStream } from '@insuremanager/contracts/quotations/quotationEvents';
import type { Agency } from '../agency/index.js';
import type { Customers } from '../customers/index.js';
import { finishAll } from '../platform/commands/unfinished.js';
import { notFound } from '../platform/errors.js';
import { recordReader } from '../platform/history.js';
import { limitedRecords } from '../platform/limitedRecords.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { AllTables, Book, ReadTables } from '../platform/readModels/readTables.js';
import type { Policies } from '../policies/index.js';
import type { PdfPrinter } from '../printing/index.js';
import { quotationDecider } from './quotation.js';
import { quotationCommands, quotationStreams } from './quotationCommands.js';
import { quotationConversion } from './quotationConversion.js';
import { quotationEmails } from './quotationEmails.js';
import { quotationHistory } from './quotationHistory.js';
import { quotationLinks } from './quotationLinks.js';
import { quotationPdfs } from './quotationPdfs.js';
import { quotationQueries } from './quotationQueries.js';
import type { Quotations, QuotationsOfBook } from './quotations.js';
import { quotationView } from './quotationTables.js';

type Tables = AllTables & Pick<ReadModels, 'waitFor'>;

/** What quotations need of others, and how their PDFs look. */
export interface QuotationDependencies {
  readonly customers: Pick<
    Customers,
    'findStatus' | 'remainingOf' | 'current' | 'isWithin' | 'within'
  >;
  readonly policies: Pick<Policies, 'issue' | 'issuedFor' | 'findReference' | 'within'>;
  readonly printer: PdfPrinter;
  readonly agency: Pick<Agency, 'letterhead' | 'stationery' | 'gstRates'>;
}

/** The capability "quotations" over a platform, its read models, and its neighbours. */
export function createQuotations(
  platform: Platform,
  readModels: Tables,
  dependencies: QuotationDependencies,
): Quotations {
  const { commands, vault, clock } = platform;
  const cursors = createListCursors(vault);
  const streams = quotationStreams(commands);

  /** What is asked and changed of those quotations that are in some tables. */
  const over = (tables: ReadTables, { customers, policies }: Neighbours) => {
    const queries = quotationQueries(tables, cursors, clock);
    const parts = {
      ...platform,
      ...dependencies,
      customers,
      policies,
      readModels,
      queries,
      streams,
    };
    const { finish: finishConversion, ...conversion } = quotationConversion(parts);
    const { storePdf, ...pdfs } = quotationPdfs(parts);
    const emails = quotationEmails({ ...parts, storePdf });
    const changes = quotationCommands({ ...parts, finishConversion });
    return { queries, changes, pdfs, conversion, emails };
  };
  const links = quotationLinks({ ...platform, customers: dependencies.customers });
  const { queries, changes, pdfs, conversion, emails } = over(readModels, dependencies);

  const reader = recordReader(platform, {
    thing: 'quotation',
    decider: quotationDecider,
    streamOf: quotationStream,
    viewOf: (quotation, version, _id: number, today) =>
      quotation.phase === 'existing' ? quotationView(quotation.record, version, today) : null,
    historyOf: quotationHistory,
  });

  const within = (book: Book): QuotationsOfBook => {
    const isWithin = async (id: number): Promise<boolean> => {
      const { state } = await commands.load(quotationDecider, quotationStream(id));
      return (
        state.phase !== 'unknown' && dependencies.customers.isWithin(book, state.record.customerId)
      );
    };
    const { found, required } = limitedRecords('quotation', isWithin);
    const ofBook = over(readModels.within(book), {
      customers: dependencies.customers.within(book),
      // What a quotation has become is known whoever it belongs to now.
      policies: { ...dependencies.policies, issue: dependencies.policies.within(book).issue },
    });
    return {
      ...ofBook.queries,
      create: ofBook.changes.create,
      update: required(ofBook.changes.update),
      delete: required(ofBook.changes.delete),
      convert: required(ofBook.conversion.convert),
      quotedKind: required(ofBook.conversion.quotedKind),
      email: required(ofBook.emails.email),
      pdf: required(ofBook.pdfs.pdf),
      async comparisonPdf(ids) {
        const exist = await Promise.all(ids.map(isWithin));
        const missing = ids.find((_id, nth) => !exist[nth]);
        if (missing !== undefined) throw notFound('quotation', missing);
        return ofBook.pdfs.comparisonPdf(ids);
      },
      link: required(links.link),
      // Whoever has a link has no book.
      offered: links.offered,
      acceptByLink: links.acceptByLink,
      history: required(reader.history),
      asOf: found(reader.asOf),
    };
  };

  return {
    ...queries,
    ...changes,
    ...pdfs,
    convert: conversion.convert,
    quotedKind: conversion.quotedKind,
    email: emails.email,
    ...links,
    recover: (signal) => finishAll([conversion, emails], signal),

    history: reader.history,
    asOf: reader.asOf,
    besideNow: reader.besideNow,
    within,
  };
}

/** Whoever exists for who asks. */
interface Neighbours {
  readonly customers: Pick<Customers, 'findStatus' | 'remainingOf' | 'current'>;
  readonly policies: Pick<Policies, 'issue' | 'issuedFor' | 'findReference'>;
}
