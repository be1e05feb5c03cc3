import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A Python that has DuckDB. */
export const DUCKDB_PYTHON = process.env.DUCKDB_PYTHON;

export interface DuckDbAnswer {
  readonly columns: readonly (readonly [name: string, type: string])[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Runs the notebook on a folder of Parquet files, and then asks these questions as well. */
export async function askDuckDb(folder: string, questions: readonly string[]) {
  const script = join(import.meta.dirname, 'answers.py');
  const target = `${folder}.answers.json`;
  const said = await new Promise<string>((resolve, reject) => {
    const options = { maxBuffer: 1e9, env: { ...process.env, PYTHONIOENCODING: 'utf-8' } };
    const args = [script, folder, target];
    const child = execFile(DUCKDB_PYTHON ?? '', args, options, (error, stdout, stderr) =>
      error ? reject(new Error(`${stderr}\n${stdout}`)) : resolve(`${stdout}`),
    );
    child.stdin?.end(JSON.stringify(questions));
  });
  const answers = JSON.parse(await readFile(target, 'utf8')) as DuckDbAnswer[];
  await rm(target);
  return { said, answers };
}
