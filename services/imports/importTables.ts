import type { Role } from '@insuremanager/contracts/identity/permissions';
import type { SheetKind } from '@insuremanager/contracts/imports/importTargets';
import type {
  DateOrder,
  ImportCellProblem,
  ImportedRecord,
  ImportFieldChange,
  ImportState,
  ImportValue,
} from '@insuremanager/contracts/imports/importViews';

/**
 * The schema `imports`, step by step. What rows say is sealed (`content`, `details`, `examples`), and
 * removed some time after the import has ended; what is left of a row is which record it became.
 */
export const importSteps = [
  `CREATE TABLE imports.imports (
     id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
     command_id uuid NOT NULL UNIQUE,
     -- Of all changes that it makes: histories find it by this.
     batch_id uuid NOT NULL UNIQUE,
     user_id integer NOT NULL,
     username text NOT NULL,
     role text NOT NULL,
     correlation_id text NOT NULL,
     -- Sealed: it may name a person.
     file_name text,
     file_key text,
     -- Of a ZIP: the documents in it, sealed. It is kept until they are written.
     files text,
     state text NOT NULL DEFAULT 'reading',
     problem text,
     uploaded_at timestamptz NOT NULL,
     started_at timestamptz,
     ended_at timestamptz,
     undone_at timestamptz,
     rows_removed_at timestamptz,
     -- Of the phase under way: rows that it is through with, and a second.
     done integer NOT NULL DEFAULT 0,
     rate integer,
     attempts integer NOT NULL DEFAULT 0,
     -- How often people have changed what its rows say.
     changes integer NOT NULL DEFAULT 0);
   CREATE INDEX ON imports.imports (state, id);

   CREATE TABLE imports.sheets (
     import_id integer NOT NULL REFERENCES imports.imports ON DELETE CASCADE,
     sheet smallint NOT NULL,
     name text NOT NULL,
     header jsonb NOT NULL,
     kind text,
     columns jsonb NOT NULL,
     -- As it was guessed, or remembered, what they are.
     guessed jsonb NOT NULL,
     date_order text NOT NULL,
     is_remembered boolean NOT NULL DEFAULT false,
     row_count integer NOT NULL DEFAULT 0,
     examples text,
     -- What was said of texts, and what a check found: sealed.
     said text,
     found text,
     PRIMARY KEY (import_id, sheet));

   CREATE TABLE imports.rows (
     import_id integer NOT NULL REFERENCES imports.imports ON DELETE CASCADE,
     sheet smallint NOT NULL,
     "row" integer NOT NULL,
     content text,
     details text,
     -- What it would do; null: it was not checked yet.
     plan text,
     -- What became of it.
     result text,
     -- Its problems, each as column:code.
     codes text[] NOT NULL DEFAULT '{}',
     is_taken boolean NOT NULL DEFAULT false,
     record_kind text,
     record_id integer,
     -- The customer whom it concerns.
     customer_id integer,
     -- The earlier row whose record it belongs to, or that it looks like.
     of_sheet smallint,
     of_row integer,
     -- Of the record: as it was seen, and as it was written.
     seen integer,
     written integer,
     PRIMARY KEY (import_id, sheet, "row"))
     -- Rows are taken in their order, by their key; room for what is written to them later.
     WITH (fillfactor = 70);
   CREATE INDEX ON imports.rows (import_id, sheet, "row") WHERE plan IS NULL;
   CREATE INDEX ON imports.rows USING gin (codes) WHERE codes <> '{}';
   CREATE INDEX ON imports.rows (customer_id) WHERE customer_id IS NOT NULL;
   -- Whose lead is erased: its rows are found by it.
   CREATE INDEX ON imports.rows (record_id) WHERE record_kind = 'lead';

   -- What rows of one import are known by, as fingerprints; "holds": the row has it. A row has six,
   -- and who writes them has the lock of the import: so a trigger drops them, not a foreign key.
   CREATE TABLE imports.keys (
     import_id integer NOT NULL,
     key bigint NOT NULL,
     sheet smallint NOT NULL,
     "row" integer NOT NULL,
     holds boolean NOT NULL);
   CREATE INDEX ON imports.keys (import_id, key);
   -- Of an import that statistics do not know yet, each index seems to lead to one row: only one that
   -- begins with the row is never taken for all rows of the import.
   CREATE INDEX ON imports.keys ("row", import_id, sheet);
   CREATE FUNCTION imports.drop_keys() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       DELETE FROM imports.keys USING gone WHERE import_id = gone.id;
       RETURN NULL;
     END $$;
   CREATE TRIGGER drop_keys AFTER DELETE ON imports.imports REFERENCING OLD TABLE AS gone
     FOR EACH STATEMENT EXECUTE FUNCTION imports.drop_keys();

   -- What records are known by that imports have made, as fingerprints.
   CREATE TABLE imports.known (
     key text NOT NULL,
     record_kind text NOT NULL,
     record_id integer NOT NULL,
     import_id integer NOT NULL,
     PRIMARY KEY (key, record_kind));
   CREATE INDEX ON imports.known (import_id);
   CREATE INDEX ON imports.known (record_kind, record_id);

   -- How sheets of a shape were mapped last, by a fingerprint of their header.
   CREATE TABLE imports.shapes (
     shape text PRIMARY KEY,
     mapping text NOT NULL,
     said_at timestamptz NOT NULL);

   -- How many rows are what: kept by each statement that changes rows, so that nobody counts them.
   -- Whoever changes rows of an import has the lock of its row in imports.imports.
   CREATE TABLE imports.counts (
     import_id integer NOT NULL REFERENCES imports.imports ON DELETE CASCADE,
     sheet smallint NOT NULL,
     plan text,
     result text,
     rows integer NOT NULL,
     UNIQUE NULLS NOT DISTINCT (import_id, sheet, plan, result));

   CREATE FUNCTION imports.count_more() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO imports.counts AS counts
         SELECT import_id, sheet, plan, result, count(*) FROM more GROUP BY 1, 2, 3, 4
       ON CONFLICT (import_id, sheet, plan, result)
         DO UPDATE SET rows = counts.rows + EXCLUDED.rows;
       RETURN NULL;
     END $$;
   CREATE FUNCTION imports.count_others() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO imports.counts AS counts
         SELECT import_id, sheet, plan, result, sum(n) FROM (
           SELECT import_id, sheet, plan, result, 1 AS n FROM more
           UNION ALL SELECT import_id, sheet, plan, result, -1 FROM less) AS changed
         GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0
       ON CONFLICT (import_id, sheet, plan, result)
         DO UPDATE SET rows = counts.rows + EXCLUDED.rows;
       RETURN NULL;
     END $$;
   -- Those of an import that is removed may be gone already.
   CREATE FUNCTION imports.count_less() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       UPDATE imports.counts SET rows = counts.rows - gone.n
         FROM (SELECT import_id, sheet, plan, result, count(*) AS n FROM less GROUP BY 1, 2, 3, 4)
           AS gone
         WHERE counts.import_id = gone.import_id AND counts.sheet = gone.sheet
           AND counts.plan IS NOT DISTINCT FROM gone.plan
           AND counts.result IS NOT DISTINCT FROM gone.result;
       RETURN NULL;
     END $$;
   CREATE TRIGGER count_more AFTER INSERT ON imports.rows REFERENCING NEW TABLE AS more
     FOR EACH STATEMENT EXECUTE FUNCTION imports.count_more();
   CREATE TRIGGER count_others AFTER UPDATE ON imports.rows
     REFERENCING NEW TABLE AS more OLD TABLE AS less
     FOR EACH STATEMENT EXECUTE FUNCTION imports.count_others();
   CREATE TRIGGER count_less AFTER DELETE ON imports.rows REFERENCING OLD TABLE AS less
     FOR EACH STATEMENT EXECUTE FUNCTION imports.count_less()`,
];

/** Of an import that began to be read, and its phase now. */
export interface ImportTableRow {
  readonly id: number;
  readonly batch_id: string;
  readonly user_id: number;
  readonly username: string;
  readonly role: Role;
  readonly correlation_id: string;
  readonly file_name: string | null;
  readonly file_key: string | null;
  readonly files: string | null;
  readonly state: ImportState;
  readonly problem: string | null;
  readonly uploaded_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly undone_at: Date | null;
  readonly rows_removed_at: Date | null;
  readonly done: number;
  readonly rate: number | null;
  readonly attempts: number;
  readonly changes: number;
}

/** What was said of a text of a choice field. */
export interface SaidValue {
  readonly column: number;
  readonly text: string;
  readonly meaning: string;
}

export interface SheetTableRow {
  readonly import_id: number;
  readonly sheet: number;
  readonly name: string;
  readonly header: readonly string[];
  readonly kind: SheetKind | null;
  readonly columns: readonly (string | null)[];
  readonly guessed: readonly (string | null)[];
  readonly date_order: DateOrder;
  readonly is_remembered: boolean;
  readonly row_count: number;
  readonly examples: string | null;
  readonly said: string | null;
  readonly found: string | null;
}

/** Texts of choice fields that a check did not understand, by column. */
export type FoundValues = readonly (readonly [column: number, values: readonly ImportValue[]])[];

/** What a sheet says in a row, and what was repaired of it: by column. */
export interface RowContent {
  readonly cells: readonly string[];
  readonly repairs: Readonly<Record<string, string>>;
}

/** What is known of a row beyond its columns. */
export interface RowDetails {
  readonly problems: readonly ImportCellProblem[];
  readonly changes: readonly ImportFieldChange[];
  readonly label: string;
  /** Null where nothing is to be written. */
  readonly writes: RowWrites | null;
}

/** What a row says, as the command of its record takes it: it is read once, when it is checked. */
export interface RowWrites {
  readonly kind: ImportedRecord;
  /** Of a record that changes, only the fields that do. */
  readonly input: Readonly<Record<string, unknown>>;
  /** By what a later import knows the record. */
  readonly known: readonly string[];
}

export const RESULTS = ['done', 'rejected', 'undone', 'kept'] as const;
export type RowResult = (typeof RESULTS)[number];
export type RowPlan = 'new' | 'changes' | 'same' | 'duplicate' | 'problem';

export interface RowTableRow {
  readonly sheet: number;
  readonly row: number;
  readonly content: string | null;
  readonly details: string | null;
  readonly plan: RowPlan | null;
  readonly result: RowResult | null;
  readonly codes: readonly string[];
  readonly is_taken: boolean;
  readonly record_kind: ImportedRecord | null;
  readonly record_id: number | null;
  readonly customer_id: number | null;
  readonly of_sheet: number | null;
  readonly of_row: number | null;
  readonly seen: number | null;
  readonly written: number | null;
}

/** The cells as they stand now. */
export const cellsNow = ({ cells, repairs }: RowContent): string[] =>
  cells.map((cell, column) => repairs[column] ?? cell);

/** Whose key opens files whose rows are not read yet. */
export const RECEIVED = 'received-sheets';
/** Whose key seals what an import holds. */
export const importSubject = (id: number): string => `import-${id}`;

/** In the order in which they are written: what belongs to a customer comes after them. */
const RANK: Readonly<Record<SheetKind, number>> = {
  customers: 0,
  health: 1,
  vehicle: 1,
  policies: 1,
  quotations: 2,
  documents: 3,
  claims: 3,
  leads: 4,
};

export const inOrderOfWriting = <Of extends Pick<SheetTableRow, 'kind' | 'sheet'>>(
  sheets: readonly Of[],
): (Of & { readonly kind: SheetKind })[] =>
  sheets
    .filter((sheet): sheet is Of & { readonly kind: SheetKind } => sheet.kind !== null)
    .sort((a, b) => RANK[a.kind] - RANK[b.kind] || a.sheet - b.sheet);
