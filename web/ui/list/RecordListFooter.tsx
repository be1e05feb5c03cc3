import { Button } from '@blueprintjs/core';
import type { RecordPages } from '../../data/useRecordPages';
import type { ListDesign } from './listDesign';

type Words = ListDesign<never, string>['words'];

interface RecordListFooterProps {
  pages: RecordPages<unknown>;
  /** How many rows are loaded. */
  shown: number;
  words: Words;
}

const grouped = new Intl.NumberFormat('en-IN');

/** "1 customer", "12,345 customers", "10,000+ customers". */
const shownCount = ({ count, exact }: { count: number; exact: boolean }, words: Words): string =>
  `${grouped.format(count)}${exact ? '' : '+'} ${count === 1 && exact ? words.one : words.many}`;

export const RecordListFooter = ({ pages, shown, words }: RecordListFooterProps) => (
  <footer className="record-list-footer">
    <span role="status" className="tabular">
      {pages.isChanging
        ? 'Searching…'
        : shownCount(pages.count ?? { count: shown, exact: !pages.hasMore }, words)}
    </span>
    {pages.isMoreFailed && (
      <span role="alert">
        Failed to load more.{' '}
        <Button size="small" variant="minimal" onClick={pages.loadMore}>
          Retry
        </Button>
      </span>
    )}
  </footer>
);
