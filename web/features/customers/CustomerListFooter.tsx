import { Button } from '@blueprintjs/core';
import type { CustomerPages } from './useCustomerPages';

const grouped = new Intl.NumberFormat('en-IN');

/** "1 customer", "12,345 customers", "10,000+ customers". */
export const shownCount = ({ count, exact }: { count: number; exact: boolean }): string =>
  `${grouped.format(count)}${exact ? '' : '+'} ${count === 1 && exact ? 'customer' : 'customers'}`;

export const CustomerListFooter = ({ pages, shown }: { pages: CustomerPages; shown: number }) => (
  <footer className="customer-list-footer">
    <span role="status" className="tabular">
      {pages.isChanging
        ? 'Searching…'
        : shownCount(pages.count ?? { count: shown, exact: !pages.hasMore })}
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
