import { type SweepParts, sweepFiles } from '../platform/files/sweep.js';
import type { quotationLookups } from './quotationLookups.js';
import { PAPERS, paperOf } from './quotationPdfs.js';
import { folded, type QuotationStreams } from './quotationStreams.js';

interface Parts extends SweepParts {
  readonly streams: Pick<QuotationStreams, 'historyOf'>;
  readonly queries: Pick<
    ReturnType<typeof quotationLookups>,
    'emailedFiles' | 'newestEmailedFile' | 'versionsOf'
  >;
}

/**
 * Removes the PDFs of what quotations said once and do not say any more. What emails carried stays
 * for ever, and so does what cannot be placed. Streams are read only of quotations of which the
 * tables do not tell enough: changed since, or deleted.
 */
export function sweepPapers(parts: Parts, signal?: AbortSignal): Promise<number> {
  const { streams, queries } = parts;

  /** The revision whose PDFs must stay; null for a deleted quotation, 0 for an unknown one. */
  const shownBy = async (id: number): Promise<number | null> => {
    const quotation = folded(await streams.historyOf(id));
    // No PDF is older than its quotation: the log has lost something, which may come back.
    if (quotation.phase === 'unknown') return 0;
    return quotation.phase === 'kept' ? quotation.record.shownVersion : null;
  };

  const needed = async (fileKeys: readonly string[]): Promise<Set<string>> => {
    const papers = fileKeys.map((key) => ({ key, paper: paperOf(key) }));
    const versions = await queries.versionsOf(papers.flatMap(({ paper }) => paper?.id ?? []));
    const shown = new Map<number, number | null>();
    const stay = new Set<string>();
    for (const { key, paper } of papers) {
      const version = paper ? versions.get(paper.id) : undefined;
      if (!paper || (version !== undefined && paper.version >= version)) {
        stay.add(key);
        continue;
      }
      const { id } = paper;
      if (!shown.has(id)) shown.set(id, await shownBy(id));
      const kept = shown.get(id) ?? null;
      // Another day's or another name's may be among them; whoever is about to send it has just
      // looked for it. A later one is of a time that the log has lost.
      if (kept !== null && paper.version >= kept) stay.add(key);
    }
    return stay;
  };

  const papers = {
    prefix: PAPERS,
    oftenOutdated: true,
    referredTo: queries.emailedFiles,
    newest: queries.newestEmailedFile,
    needed,
  };
  return sweepFiles(parts, papers, signal);
}
