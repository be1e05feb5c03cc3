import type { Listed } from '../listDesign';
import { SelectBox } from './SelectBox';
import type { RowSelection } from './useSelection';
import './selection.css';

interface SelectLoadedProps<Item extends Listed> {
  selection: RowSelection<Item>;
  names: { many: string };
  /** Whether rows have a box; cards have none until somebody is about to choose. */
  hasBox: boolean;
}

/** In the head of a list: chooses all rows that are loaded, or lets cards be chosen. */
export function SelectLoaded<Item extends Listed>(props: SelectLoadedProps<Item>) {
  const { selection, names, hasBox } = props;
  if (!hasBox) {
    return (
      <button type="button" onClick={selection.turnOn}>
        Select
      </button>
    );
  }
  const { isEachLoadedChosen, count } = selection;
  return (
    <SelectBox
      label={`Select all ${names.many} that are shown`}
      isChecked={isEachLoadedChosen}
      isMixed={count > 0}
      onToggle={isEachLoadedChosen ? selection.clear : selection.addLoaded}
    />
  );
}
