import type { QuotationEvent } from '@insuremanager/contracts/quotations/quotationEvents';
import { endOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Customers } from '../customers/index.js';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { notFound } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { Policies } from '../policies/index.js';
import { sweepPapers } from './paperSweep.js';
import type { Letterhead, PdfPrinter } from './pdf/sheets.js';
import { quotationCommands } from './quotationCommands.js';
import { quotationConversion } from './quotationConversion.js';
import { quotationEmails } from './quotationEmails.js';
import { quotationHistory } from './quotationHistory.js';
import { quotationMending } from './quotationMending.js';
import { quotationPdfs } from './quotationPdfs.js';
import { quotationQueries } from './quotationQueries.js';
import { quotationRuns } from './quotationRuns.js';
import { folded, quotationStreams } from './quotationStreams.js';
import type { Quotations } from './quotations.js';
import { quotationView } from './quotationView.js';

type Parts = Pick<
  Platform,
  | 'commands'
  | 'ids'
  | 'clock'
  | 'vault'
  | 'eventLog'
  | 'logger'
  | 'withLock'
  | 'files'
  | 'sweepReports'
  | 'mailer'
>;
type Tables = Pick<ReadModels, 'knex' | 'schema' | 'from' | 'waitFor'>;

/** What quotations ask of others, and how their papers look. */
export interface QuotationTies {
  readonly customers: Pick<Customers, 'standing' | 'current'>;
  readonly policies: Pick<Policies, 'issue' | 'issuedFor' | 'standing'>;
  readonly printer: PdfPrinter;
  readonly letterhead: Letterhead;
}

/** The capability "quotations" over a platform, the read models that it serves, and its neighbours. */
export function createQuotations(platform: Parts, tables: Tables, ties: QuotationTies): Quotations {
  const { commands, vault, clock, withLock } = platform;
  const { customers } = ties;
  const queries = quotationQueries(tables, createListCursors(vault), clock);
  const streams = quotationStreams(commands);
  const runs = quotationRuns({ commands, streams });
  const conversion = quotationConversion({ ...ties, runs, streams, queries, withLock, clock });
  const { storePdf, ...pdfs } = quotationPdfs({ ...platform, ...ties, streams });
  const emails = quotationEmails({ ...platform, ...ties, runs, streams, storePdf });

  const eventsOf = async (id: number): Promise<RecordedEvent<QuotationEvent>[]> => {
    const events = await streams.historyOf(id);
    if (events.length === 0) throw notFound('quotation', id);
    return events;
  };

  return {
    ...queries,
    ...quotationCommands({ ...platform, runs, streams, conversion, customers }),
    ...quotationMending({ ...platform, conversion, emails, queries }),
    ...pdfs,
    sweep: (signal) => sweepPapers({ ...platform, readModels: tables, streams, queries }, signal),

    convert: conversion.convert,
    quotedKind: conversion.quotedKind,
    email: emails.email,

    history: async (id) => quotationHistory(await eventsOf(id)),

    async asOf(id, day) {
      const end = endOfKolkataDay(day);
      const events = (await streams.historyOf(id)).filter((event) => event.at < end);
      const quotation = folded(events);
      const last = events.at(-1);
      return quotation.phase === 'kept' && last
        ? quotationView(quotation.record, Number(last.revision), day)
        : null;
    },
  };
}
