import type { ReactNode } from 'react';
import '../../ui/plainTable.css';

export interface CommissionColumn {
  label: string;
  isAmount?: boolean;
  /** It holds buttons, and stays in sight where the table scrolls. */
  isActions?: boolean;
}

interface CommissionTableProps {
  /** What the table is, for who does not see it. */
  label: string;
  columns: readonly CommissionColumn[];
  /** Rows of the body, and of the foot. */
  children: ReactNode;
  foot?: ReactNode;
}

/** A table that scrolls to the side where it is too wide. */
export const CommissionTable = ({ label, columns, children, foot }: CommissionTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
  <section className="commission-frame" aria-label={label} tabIndex={0}>
    <table className="plain-table commission-table">
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {columns.map(({ label: heading, isAmount, isActions }) => (
            <th key={heading} scope="col" data-amount={isAmount} data-actions={isActions}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  </section>
);

/** A cell with an amount. */
export const AmountCell = ({ children, tone }: { children: ReactNode; tone?: 'bad' }) => (
  <td className="tabular" data-amount="true" data-tone={tone}>
    {children}
  </td>
);
