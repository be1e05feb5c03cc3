import type { Field } from '@insuremanager/contracts/fields/field';
import { formatMoney, parsePaise } from '@insuremanager/contracts/rules/money';
import type { ReactNode } from 'react';
import { formatInstant } from '../format';
import { type FieldGroup, isAmount, optionLabel } from './fieldsForm';
import type { RecordType } from './recordType';
import './details.css';

export interface DetailGroup {
  heading: string;
  /** An empty value is shown as a dash. */
  rows: { label: string; value: ReactNode }[];
}

/** What a record holds in a field, as people read it. */
function formatHeld(field: Field, value: unknown): ReactNode {
  if (value === null || value === '') {
    return field.none && <span className="muted">{field.none}</span>;
  }
  if (isAmount(field)) return formatMoney(parsePaise(String(value)) ?? 0);
  return field.options ? optionLabel(field, String(value)) : field.format(value as never);
}

/** Fields of a record under headings; `ownLook`, of those that look otherwise than any such field. */
export const fieldGroups = <Name extends string>(
  { fields }: Pick<RecordType<never>, 'fields'>,
  groups: readonly FieldGroup<Name>[],
  record: Readonly<Record<Name, unknown>>,
  ownLook: (name: Name) => ReactNode = () => undefined,
): DetailGroup[] =>
  groups.map((group) => ({
    heading: group.heading,
    rows: group.fields.map((name) => {
      const field = fields[name] as Field;
      return { label: field.label, value: ownLook(name) ?? formatHeld(field, record[name]) };
    }),
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
