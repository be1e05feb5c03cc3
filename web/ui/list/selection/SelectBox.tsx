interface SelectBoxProps {
  label: string;
  isChecked: boolean;
  /** Some of what it stands for is chosen, and some is not. */
  isMixed?: boolean;
  onToggle: (isRange: boolean) => void;
}

/** A box that is ticked to choose a row, or all of them. The row has the focus, not the box. */
export const SelectBox = ({ label, isChecked, isMixed = false, onToggle }: SelectBoxProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the row is chosen by Space and X
  <label className="select-box" onClick={(event) => event.stopPropagation()}>
    <input
      type="checkbox"
      aria-label={label}
      tabIndex={-1}
      checked={isChecked}
      ref={(box) => {
        if (box) box.indeterminate = isMixed && !isChecked;
      }}
      onChange={({ nativeEvent, currentTarget }) => {
        currentTarget.closest<HTMLElement>('[data-row]')?.focus({ preventScroll: true });
        onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
      }}
    />
  </label>
);
