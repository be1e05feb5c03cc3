import { useEffect, useId, useRef } from 'react';
import type { OptionGroup, SearchOption } from './searchOptions';

interface SearchOptionsProps {
  id: string;
  groups: readonly OptionGroup[];
  active: SearchOption | undefined;
  /** Found for a text that is no longer there. */
  isOld: boolean;
  onPoint: (option: SearchOption) => void;
  onChoose: (option: SearchOption) => void;
}

export function SearchOptions({ id, groups, active, isOld, ...acts }: SearchOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) document.getElementById(active.id)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      aria-busy={isOld}
      className="search-options"
      data-old={isOld}
      // Scrolls by its options; by itself it is no place to stop at.
      tabIndex={-1}
    >
      {groups.map((group) => (
        <Group key={group.heading} group={group} active={active} {...acts} />
      ))}
    </div>
  );
}

interface GroupProps extends Pick<SearchOptionsProps, 'active' | 'onPoint' | 'onChoose'> {
  group: OptionGroup;
}

function Group({ group, active, onPoint, onChoose }: GroupProps) {
  const headingId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: options of a listbox stand in no fieldset
    <div role="group" aria-labelledby={headingId}>
      <div id={headingId} className="search-heading">
        {group.heading}
      </div>
      {group.options.map((option) => (
        <Option
          key={option.id}
          option={option}
          isActive={option === active}
          onPoint={onPoint}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

interface OptionProps extends Pick<SearchOptionsProps, 'onPoint' | 'onChoose'> {
  option: SearchOption;
  isActive: boolean;
}

function Option({ option, isActive, onPoint, onChoose }: OptionProps) {
  const { id, target, title, detail, icon: Icon } = option;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the box, which keeps the focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className="search-option"
      data-more={target.to === 'list'}
      onMouseMove={() => onPoint(option)}
      onClick={() => onChoose(option)}
    >
      <Icon />
      <span className="search-option-title ellipsis" title={title} dir="auto">
        {title}
      </span>
      {detail !== null && <span className="search-option-detail ellipsis tabular">{detail}</span>}
    </div>
  );
}
