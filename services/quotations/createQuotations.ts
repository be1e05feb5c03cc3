import { quotationStream } from '@insuremanager/contracts/quotations/quotationEvents';
import type { Agency } from '../agency/index.js';
import type { Customers } from '../customers/index.js';
import { recordReader } from '../platform/history.js';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { Policies } from '../policies/index.js';
import type { PdfPrinter } from './pdf/pdfPrinter.js';
import { quotationDecider } from './quotation.js';
import { quotationCommands, quotationStreams } from './quotationCommands.js';
import { quotationConversion } from './quotationConversion.js';
import { quotationEmails } from './quotationEmails.js';
import { quotationHistory } from './quotationHistory.js';
import { quotationPdfs } from './quotationPdfs.js';
import { quotationQueries } from './quotationQueries.js';
import type { Quotations } from './quotations.js';
import { quotationView } from './quotationView.js';

type Tables = Pick<ReadModels, 'knex' | 'schema' | 'from' | 'waitFor'>;

/** What quotations need of others, and how their PDFs look. */
export interface QuotationTies {
  readonly customers: Pick<Customers, 'findStatus' | 'current'>;
  readonly policies: Pick<Policies, 'issue' | 'issuedFor' | 'findReference'>;
  readonly printer: PdfPrinter;
  readonly agency: Pick<Agency, 'letterhead' | 'stationery' | 'gstRates'>;
}

/** The capability "quotations" over a platform, its read models, and its neighbours. */
export function createQuotations(
  platform: Platform,
  readModels: Tables,
  ties: QuotationTies,
): Quotations {
  const { commands, vault, clock } = platform;
  const queries = quotationQueries(readModels, createListCursors(vault), clock);
  const streams = quotationStreams(commands);
  const parts = { ...platform, ...ties, readModels, queries, streams };
  const { finish: finishConversion, ...conversion } = quotationConversion(parts);
  const { storePdf, ...pdfs } = quotationPdfs(parts);
  const emails = quotationEmails({ ...parts, storePdf });

  const reader = recordReader(platform, {
    thing: 'quotation',
    decider: quotationDecider,
    streamOf: quotationStream,
    viewOf: (quotation, version, _id: number, today) =>
      quotation.phase === 'existing' ? quotationView(quotation.record, version, today) : null,
    historyOf: quotationHistory,
  });

  return {
    ...queries,
    ...quotationCommands({ ...parts, finishConversion }),
    ...pdfs,
    convert: conversion.convert,
    quotedKind: conversion.quotedKind,
    email: emails.email,
    recover: (signal) => finishAll([conversion, emails], signal),

    history: reader.history,
    asOf: reader.asOf,
  };
}

/** What writes in several steps, between which a process may die. */
interface ProcessManager {
  /** How to finish each of those that were left unfinished; the oldest, at most `limit`. */
  unfinished(limit: number): Promise<readonly (() => Promise<Finished>)[]>;
}

interface Finished {
  /** False when it waits, or somebody else finished it. */
  readonly isFinished: boolean;
  /** A server that the others need, too, is away: they would only wait for it. */
  readonly isServerAway: boolean;
}

/** At most so many of each kind in one go. */
const MOST_FINISHED = 200;

/** Finishes what was broken off between two steps; how many. */
async function finishAll(
  managers: readonly ProcessManager[],
  signal?: AbortSignal,
): Promise<number> {
  const unfinished = await Promise.all(managers.map((one) => one.unfinished(MOST_FINISHED)));
  let count = 0;
  const errors: unknown[] = [];
  for (const finish of unfinished.flat()) {
    if (signal?.aborted) break;
    try {
      const { isFinished, isServerAway } = await finish();
      if (isFinished) count += 1;
      if (isServerAway) break;
    } catch (error) {
      // One that cannot be finished keeps no other one waiting, and is reported in the end.
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return count;
}
