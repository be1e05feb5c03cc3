import {
  type CustomerEvent,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import { digitsOf } from '@insuremanager/contracts/rules/text';
import type { Platform } from '../platform/platform.js';
import { inTransaction, query } from '../platform/postgres/postgres.js';
import { type ImportSeal, importSeal } from './importParts.js';
import type { ImportedRowHeld } from './imports.js';
import type { ImportTableRow, RowTableRow, SheetTableRow } from './importTables.js';
import { shownCell } from './shownCells.js';

const ROWS_AT_ONCE = 1_000;
/** Digits of an Indian number behind the country's. */
const PHONE_DIGITS = 10;

/** Whether a text says something by which a person is known. */
type IsAbout = (text: string) => boolean;

/** A row that was made a record of the person, or one that says what they are known by. */
interface Trace extends Pick<RowTableRow, 'sheet' | 'row' | 'content' | 'result' | 'customer_id'> {
  readonly importId: number;
}

type Parts = Pick<Platform, 'pool' | 'vault' | 'commands'>;

/**
 * What imports hold about a person: rows that became a record of theirs, and rows of nobody that
 * have their phone, Aadhaar number, PAN or email, now or earlier.
 */
export function createPersonTraces({ pool, vault, commands }: Parts) {
  const identityOf = async (customerId: number) => {
    const events = await commands.readHistory<CustomerEvent>(customerStream(customerId));
    const said = events.flatMap(({ type, data }) =>
      type === 'CustomerRegistered' || type === 'CustomerDetailsChanged'
        ? [data.personal ?? {}]
        : [],
    );
    const values = <Name extends 'name' | 'phone' | 'email' | 'panNumber' | 'aadhaarNumber'>(
      name: Name,
    ) => [...new Set(said.flatMap((one) => one[name] || []))];
    return {
      isAbout: matcher(
        [
          ...values('phone').map((phone) => digitsOf(phone).slice(-PHONE_DIGITS)),
          ...values('panNumber'),
          ...values('aadhaarNumber'),
        ],
        values('email'),
      ),
      names: values('name'),
    };
  };

  const kept = () =>
    query<Pick<ImportTableRow, 'id' | 'file_name' | 'uploaded_at'>>(
      pool,
      `SELECT id, file_name, uploaded_at FROM imports.imports
       WHERE rows_removed_at IS NULL ORDER BY id`,
    );

  /** Rows of an import that belong to nobody yet and are about the person. */
  async function* alike(
    importId: number,
    seal: ImportSeal,
    isAbout: IsAbout,
  ): AsyncIterable<Trace> {
    let [sheet, row] = [-1, 0];
    for (;;) {
      const rows = await query<Omit<Trace, 'importId'>>(
        pool,
        `SELECT sheet, "row", content, result, customer_id FROM imports.rows
         WHERE import_id = $1 AND (sheet, "row") > ($2, $3) AND customer_id IS NULL
           AND content IS NOT NULL
         ORDER BY sheet, "row" LIMIT ${ROWS_AT_ONCE}`,
        [importId, sheet, row],
      );
      for (const one of rows) {
        const content = seal.content(one.content);
        const texts = content ? [...content.cells, ...Object.values(content.repairs)] : [];
        if (texts.some(isAbout)) yield { ...one, importId };
      }
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_AT_ONCE) return;
      ({ sheet, row } = last);
    }
  }

  return {
    /**
     * Removes rows of nobody, and examples of sheets, that are about the person. To be called while
     * it can be read what they are known by.
     */
    async forgetAlike(customerId: number): Promise<void> {
      const { isAbout, names } = await identityOf(customerId);
      for (const { id, file_name } of await kept()) {
        const seal = importSeal(vault, id);
        await seal.ready();
        const found: Trace[] = [];
        for await (const one of alike(id, seal, isAbout)) found.push(one);
        const at = [found.map(({ sheet }) => sheet), found.map(({ row }) => row)];
        const fileName = seal.text(file_name).toLowerCase();
        const isNamed = names.some((name) => fileName.includes(name.toLowerCase()));
        await inTransaction(pool, async (client) => {
          await query(
            client,
            `UPDATE imports.imports SET file_name = CASE WHEN $2 THEN NULL ELSE file_name END
             WHERE id = $1`,
            [id, isNamed],
          );
          const sheets = await query<SheetTableRow>(
            client,
            'SELECT * FROM imports.sheets WHERE import_id = $1',
            [id],
          );
          const shown = sheets.filter(
            ({ sheet, examples, found: values }) =>
              found.some((one) => one.sheet === sheet) ||
              seal.examples(examples).flat().some(isAbout) ||
              seal.found(values).some(([, of]) => of.some(({ text }) => isAbout(text))),
          );
          await query(
            client,
            `UPDATE imports.sheets SET examples = NULL, found = NULL
             WHERE import_id = $1 AND sheet = ANY ($2)`,
            [id, shown.map(({ sheet }) => sheet)],
          );
          await query(
            client,
            `DELETE FROM imports.keys USING unnest($2::int[], $3::int[]) AS gone(sheet, n)
             WHERE import_id = $1 AND keys.sheet = gone.sheet AND "row" = gone.n`,
            [id, ...at],
          );
          await query(
            client,
            `DELETE FROM imports.rows USING unnest($2::int[], $3::int[]) AS gone(sheet, n)
             WHERE import_id = $1 AND rows.sheet = gone.sheet AND "row" = gone.n`,
            [id, ...at],
          );
        });
      }
    },

    /** In words, for who asks what is held about them. */
    async rowsAbout(customerId: number): Promise<ImportedRowHeld[]> {
      const { isAbout } = await identityOf(customerId);
      const rows: ImportedRowHeld[] = [];
      for (const { id, uploaded_at } of await kept()) {
        const seal = importSeal(vault, id);
        await seal.ready();
        const found = await query<Omit<Trace, 'importId'>>(
          pool,
          `SELECT sheet, "row", content, result, customer_id FROM imports.rows
           WHERE customer_id = $2 AND import_id = $1 AND content IS NOT NULL
           ORDER BY sheet, "row"`,
          [id, customerId],
        );
        const traces: Omit<Trace, 'importId'>[] = found;
        for await (const one of alike(id, seal, isAbout)) traces.push(one);
        if (traces.length === 0) continue;
        const sheets = await query<SheetTableRow>(
          pool,
          'SELECT * FROM imports.sheets WHERE import_id = $1',
          [id],
        );
        for (const { sheet: at, row, content, customer_id } of traces) {
          const sheet = sheets.find((one) => one.sheet === at);
          const cells = seal.content(content)?.cells ?? [];
          rows.push({
            ...{ importId: id, row, uploadedAt: uploaded_at, isLinked: customer_id !== null },
            cells: cells.flatMap((text, column) =>
              text.trim() === ''
                ? []
                : [
                    {
                      name: sheet?.header[column] || `Column ${column + 1}`,
                      text: shownCell(sheet?.columns[column] ?? null, text),
                    },
                  ],
            ),
          });
        }
      }
      return rows;
    },
  };
}

/** However it is written: without blanks, hyphens and brackets, in any letter case. */
const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** Addresses in a text, each whole: `joann@` is not `ann@`. */
const addressesIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}._%+@-]+/u)
    .map((word) => word.replace(/^[.-]+|[.-]+$/g, ''));

function matcher(numbers: readonly string[], emails: readonly string[]): IsAbout {
  const wanted = numbers.map(plain).filter((value) => value !== '');
  const addresses = emails.map((email) => email.toLowerCase());
  return (text) => {
    const said = plain(text);
    if (wanted.some((value) => said.includes(value))) return true;
    return addresses.length > 0 && addressesIn(text).some((one) => addresses.includes(one));
  };
}
