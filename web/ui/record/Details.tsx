import type { ReactNode } from 'react';
import { formatInstant } from '../format';
import './details.css';

export interface DetailGroup {
  heading: string;
  /** An empty value is shown as a dash. */
  rows: { label: string; value: ReactNode }[];
}

/** Fields under headings, each by its label and value. */
export const fieldGroups = <Field extends string>(
  groups: readonly { heading: string; fields: readonly Field[] }[],
  labelOf: (field: Field) => string,
  contentOf: (field: Field) => ReactNode,
): DetailGroup[] =>
  groups.map(({ heading, fields }) => ({
    heading,
    rows: fields.map((field) => ({ label: labelOf(field), value: contentOf(field) })),
  }));

/** When a record was added and last changed. */
export const recordRows = (record: { createdAt: string; updatedAt: string }) => [
  { label: 'Added', value: formatInstant(record.createdAt) },
  { label: 'Last changed', value: formatInstant(record.updatedAt) },
];

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
