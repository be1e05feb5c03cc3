import './states.css';

const ROWS = ['1', '2', '3', '4', '5'];

interface SkeletonRowsProps {
  /** Of one row, in CSS pixels: that of the rows to come. */
  height: number;
  /** What is on its way, such as "customers". */
  what: string;
}

export const SkeletonRows = ({ height, what }: SkeletonRowsProps) => (
  <div role="status" aria-label={`Loading ${what}`} data-testid="skeleton">
    {ROWS.map((row) => (
      <div key={row} className="skeleton-row" style={{ height }} data-testid="skeleton-row">
        <span className="skeleton-dot" />
        <span className="skeleton-bar" />
        <span className="skeleton-bar skeleton-bar-short" />
        <span className="skeleton-bar" />
        <span className="skeleton-bar skeleton-bar-short" />
      </div>
    ))}
  </div>
);
