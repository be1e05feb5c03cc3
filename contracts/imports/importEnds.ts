import type { ImportCounts, ImportState } from './importViews.js';

/** An import that goes on no more by itself, as its person is told. */
export interface EndedImport {
  readonly id: number;
  readonly state: ImportState;
  readonly problem: string | null;
  readonly counts: ImportCounts;
  readonly endedAt: string;
}

const NUMBER = new Intl.NumberFormat('en-IN');

/** How it ended, and what became of it. */
export function endOfImport({ state, problem, counts }: Omit<EndedImport, 'id' | 'endedAt'>): {
  readonly title: string;
  readonly words: string;
} {
  const { created, changed, rejected, duplicates, undone, kept } = counts;
  const listed = (...said: (readonly [number, string])[]) =>
    said
      .flatMap(([count, word]) => (count > 0 ? `${NUMBER.format(count)} ${word}` : []))
      .join(', ');
  const nothing = 'Nothing was written';
  if (state === 'undone') {
    const words = listed([undone, 'taken back'], [kept, 'kept']);
    return { title: 'Import undone', words: words || nothing };
  }
  if (problem !== null) {
    return { title: state === 'failed' ? 'Import failed' : 'Import stopped', words: problem };
  }
  const words = listed(
    ...([
      [created, 'added'],
      [changed, 'changed'],
      [rejected + duplicates, 'left out'],
    ] as const),
  );
  return { title: 'Import finished', words: words || nothing };
}
