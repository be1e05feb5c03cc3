import { Checkbox } from '@blueprintjs/core';

interface ChoicesProps<Option extends string> {
  legend: string;
  options: readonly Option[];
  chosen: readonly Option[];
  wordOf: (option: Option) => string;
  onChange: (chosen: Option[]) => void;
}

/** Any of a few options, side by side; part of an Advanced Search. */
export function Choices<Option extends string>(props: ChoicesProps<Option>) {
  const { legend, options, chosen, wordOf, onChange } = props;
  const isChosen = (option: Option) => chosen.includes(option);
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          inline
          label={wordOf(option)}
          checked={isChosen(option)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(options.filter((one) => (one === option ? checked : isChosen(one))))
          }
        />
      ))}
    </fieldset>
  );
}
