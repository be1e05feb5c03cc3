/** One event of a record's history, in words. */
export interface HistoryEntry {
  /** The version that the record had after it. */
  version: number;
  type: string;
  /** ISO instant. */
  at: string;
  actor: { userId: number; username: string; role: string };
  /** One sentence, such as "Phone and city changed". */
  summary: string;
  changes: FieldChange[];
}

export interface FieldChange {
  field: string;
  label: string;
  /** As shown to people; Aadhaar masked; null when there was nothing. */
  before: string | null;
  after: string | null;
}
