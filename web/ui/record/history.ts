/** An event in words, as the gateway tells it. */
export interface HistoryEntry {
  /** Of the record after the event. */
  version: number;
  type: string;
  /** An ISO instant. */
  at: string;
  actor: { username: string; role: string };
  summary: string;
  changes: readonly {
    field: string;
    label: string;
    before: string | null;
    after: string | null;
  }[];
}

/** A value of a history, as people read it: a status by its word, say. */
export type ShownInHistory = (field: string, value: string) => string;
