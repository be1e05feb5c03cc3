import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { SchemaElement } from 'hyparquet';
import type { ByteWriter, Writer } from 'hyparquet-writer';
import { onDisk, syncFolderOf } from '../files/disk.js';

/** What a column holds; its values are, in this order, a text, a day as days since 1970, … */
export type ParquetType =
  | 'text'
  | 'day'
  /** An instant, a Date. */
  | 'instant'
  /** Paise, a bigint, which readers see as rupees with two decimals. */
  | 'rupees'
  | 'integer'
  /** 64 bits, a bigint. */
  | 'long'
  | 'boolean';

export interface ParquetColumn {
  readonly name: string;
  readonly type: ParquetType;
}

const ELEMENTS: Readonly<Record<ParquetType, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  day: { type: 'INT32', converted_type: 'DATE' },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  rupees: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 2 },
  integer: { type: 'INT32' },
  long: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
};

/** So many rows lie in memory, and are encoded without a pause for others. */
export const ROWS_OF_GROUP = 10_000;

/** Whoever may enter the folder may read: its group, too. */
const FILE_MODE = 0o640;

export interface ParquetFile {
  /** Every column's values of these rows, in the order of the columns. */
  append(columns: readonly unknown[][]): Promise<void>;
  /** Gives the file its name, durably: it was not there before, or is another one from then on. */
  finish(about: Readonly<Record<string, string>>): Promise<Written>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

export interface Written {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Writes rows into a file that has its name once it is whole; until then it has one that no pattern
 * for Parquet files finds.
 * @throws Refusal `storage-full`, `unavailable`
 */
export async function createParquetFile(
  path: string,
  columns: readonly ParquetColumn[],
): Promise<ParquetFile> {
  const draft = `${path}.unfinished`;
  // Once a night, if ever: no start waits for it.
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  await onDisk(() => rm(draft, { force: true }));
  const file = await onDisk(() => open(draft, 'wx', FILE_MODE));
  const kvMetadata: { key: string; value: string }[] = [];
  const parquet = new ParquetWriter({
    writer: writerTo(file, new ByteWriter(1 << 20)),
    schema: [
      { name: 'row', num_children: columns.length },
      ...columns.map(({ name, type }) => ({
        ...{ name, repetition_type: 'OPTIONAL' as const },
        ...ELEMENTS[type],
      })),
    ],
    kvMetadata,
    createdBy: 'InsureManager',
  });
  const abandon = async () => {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
  };
  return {
    abandon,
    async append(values) {
      const columnData = columns.map(({ name }, nth) => ({ name, data: values[nth] ?? [] }));
      await onDisk(async () => parquet.write({ columnData, rowGroupSize: ROWS_OF_GROUP }));
    },
    async finish(about) {
      for (const [key, value] of Object.entries(about)) kvMetadata.push({ key, value });
      return onDisk(async () => {
        await parquet.finish();
        await file.sync();
        const { size: bytes } = await file.stat();
        await file.close();
        await rename(draft, path);
        await syncFolderOf(path);
        return { rows: Number(parquet.num_rows), bytes };
      });
    },
  };
}

/** Keeps a group of rows in memory, and takes it to the disk before the next one is encoded. */
function writerTo(file: FileHandle, bytes: ByteWriter): Writer {
  const flush = async () => {
    // All of it: `write` may take a part.
    await file.writeFile(bytes.getBytes());
    bytes.index = 0;
  };
  return Object.assign(bytes, { flush, finish: flush });
}

export interface KnownParquetFile extends Written {
  /** What its writer says of it. */
  readonly about: Readonly<Record<string, string>>;
}

/** How many rows a file holds, and what is said of it, by its last bytes alone. */
export async function readAboutParquet(path: string): Promise<KnownParquetFile> {
  const { asyncBufferFromFile, parquetMetadataAsync } = await import('hyparquet');
  const file = await asyncBufferFromFile(path);
  const { num_rows, key_value_metadata = [] } = await parquetMetadataAsync(file);
  return {
    rows: Number(num_rows),
    bytes: file.byteLength,
    about: Object.fromEntries(key_value_metadata.map(({ key, value }) => [key, value ?? ''])),
  };
}
