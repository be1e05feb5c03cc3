import { HTMLSelect } from '@blueprintjs/core';
import { ArrowRight } from '@blueprintjs/icons';
import { importTarget, type SheetKind } from '@insuremanager/contracts/imports/importTargets';
import type { SheetMapping } from '@insuremanager/contracts/imports/importViews';
import { useId } from 'react';
import { labelOf } from '../../../ui/labels';
import { rowsOf } from '../importTexts';
import type { ColumnOf } from '../useImports';
import { labelOfField, letterOf, TARGET_GROUPS, withColumn, withMeaning } from './mapping';

interface ColumnRowProps {
  column: ColumnOf;
  kind: SheetKind;
  mapping: SheetMapping;
  save: (mapping: SheetMapping) => void;
}

const EXAMPLES = 3;

/** A column of the sheet, and what it becomes. */
export function ColumnRow({ column, kind, mapping, save }: ColumnRowProps) {
  const { index, header, examples } = column;
  const id = useId();
  const field = mapping.columns[index] ?? null;
  // What stands there was chosen a moment ago, where it is not what was guessed.
  const isGuessed = column.isGuessed && field === (column.field ?? null);
  const name = header || `Column ${letterOf(index)}`;
  const taken = new Map(mapping.columns.map((one, nth) => [one, nth]));
  return (
    <tr data-imported={field !== null}>
      <th scope="row" id={`${id}-name`}>
        <span className="import-letter" aria-hidden="true">
          {letterOf(index)}
        </span>
        <span className="import-header" dir="auto" title={name}>
          {name}
        </span>
      </th>
      <td className="import-examples">
        {examples.length === 0 ? (
          <span className="muted">Empty</span>
        ) : (
          examples.slice(0, EXAMPLES).map((example) => (
            <bdi key={example} title={example}>
              {example}
            </bdi>
          ))
        )}
      </td>
      <td className="import-becomes">
        <ArrowRight size={14} aria-hidden="true" />
        <div className="import-choice">
          <HTMLSelect
            fill
            aria-labelledby={`${id}-name`}
            aria-describedby={`${id}-says`}
            value={field ?? ''}
            onChange={({ currentTarget: { value } }) =>
              save(withColumn(mapping, index, value || null))
            }
          >
            <option value="">Not imported</option>
            {TARGET_GROUPS[kind].map(({ heading, targets }) => (
              <optgroup key={heading} label={heading}>
                {targets.map((target) => {
                  const other = taken.get(target.field);
                  const isElsewhere = other !== undefined && other !== index;
                  return (
                    <option key={target.field} value={target.field}>
                      {target.label}
                      {target.isRequired && ' (required)'}
                      {isElsewhere && ` – now column ${letterOf(other)}`}
                    </option>
                  );
                })}
              </optgroup>
            ))}
          </HTMLSelect>
          <span id={`${id}-says`} className="import-column-says" data-guessed={isGuessed}>
            {field === null ? '' : isGuessed ? 'Guessed' : 'Chosen'}
          </span>
        </div>
        {field !== null && <Values {...{ column, kind, field, mapping, save }} />}
      </td>
    </tr>
  );
}

/** Texts of a choice that are not understood, or of which was said what they mean. */
function Values({ column, kind, field, mapping, save }: ColumnRowProps & { field: string }) {
  const options = importTarget(kind, field)?.options ?? [];
  // Those of another field are on their way out.
  if (field !== column.field || column.values.length === 0) return null;
  const optionLabels = importTarget(kind, field)?.optionLabels ?? {};
  const meaningOf = (text: string, known: string | null | undefined) => {
    const said = mapping.values.find((one) => one.column === column.index && one.text === text);
    return said ? said.meaning : (known ?? null);
  };
  return (
    <ul className="import-values" aria-label={`Words for ${labelOfField(kind, field)}`}>
      {column.values.map(({ text, meaning: known, count }) => {
        const meaning = meaningOf(text, known);
        return (
          <li key={text} data-understood={meaning !== null}>
            <span className="import-value">
              “<bdi>{text}</bdi>” <small className="muted tabular">{rowsOf(count)}</small>
            </span>
            <HTMLSelect
              aria-label={`What “${text}” means`}
              value={meaning ?? ''}
              onChange={({ currentTarget: { value } }) =>
                save(withMeaning(mapping, column.index, text, value || null))
              }
            >
              <option value="">Not understood</option>
              {options.map((option) => (
                <option key={option} value={option}>
                  {optionLabels[option] ?? labelOf(option)}
                </option>
              ))}
            </HTMLSelect>
          </li>
        );
      })}
    </ul>
  );
}
