interface GoneRecordProps {
  /** What it is called, such as policy. */
  one: string;
  /** Whether there is a history to look at. */
  hasHistory?: boolean;
}

/** Of a record that was deleted, or that there never was. */
export const GoneRecord = ({ one, hasHistory }: GoneRecordProps) => (
  <p className="muted">
    This {one} is in no list now. {hasHistory && 'The history says what became of it.'}
  </p>
);
