import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** One part of a form; with a name of a file it is one. */
export interface Part {
  readonly name: string;
  readonly value: string | Buffer;
  readonly fileName?: string;
}

export const BOUNDARY = 'the-boundary';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

const headOf = ({ name, fileName }: Part): string =>
  `Content-Disposition: form-data; name="${name}"` +
  (fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/pdf`);

/** A form as a browser writes one, with names of files exactly as given. */
export const formOf = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap((part) => [
      Buffer.from(`--${BOUNDARY}\r\n${headOf(part)}\r\n\r\n`),
      Buffer.from(part.value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);

export const filePart = (value: Buffer, fileName = 'aadhaar.pdf'): Part => ({
  name: 'file',
  value,
  fileName,
});

/** Fields of a form, in the order in which they are given. */
export const fieldParts = (fields: object): Part[] =>
  Object.entries(fields).map(([name, value]) => ({ name, value: String(value) }));

/** Sends a body as the form of an upload. */
export const sendForm = (
  base: string,
  body: Buffer | ReadableStream | null,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(new URL('/api/documents/upload', base), {
    method: 'POST',
    headers: { 'Content-Type': FORM_TYPE, ...headers },
    ...(body === null ? {} : { body, duplex: 'half' }),
  } as RequestInit);

/** Paths of all that lies in the file store of a data folder, finished or not, but what marks it. */
export async function storedIn(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('/installations/'))
    .map((entry) => join(entry.parentPath, entry.name));
}
