import type { ReactNode } from 'react';
import './details.css';

export interface DetailGroup {
  heading: string;
  /** An empty value is shown as a dash. */
  rows: { label: string; value: ReactNode }[];
}

/** What a record holds, under headings. */
export const Details = ({ groups }: { groups: DetailGroup[] }) => (
  <div className="details">
    {groups.map(({ heading, rows }) => (
      <section key={heading}>
        <h3>{heading}</h3>
        <dl>
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="tabular">{value || <span className="muted">–</span>}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </div>
);
