import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Something that was acknowledged, and by which it is recognised afterwards. */
export interface Acknowledged {
  readonly kind: 'customer' | 'edit' | 'policy' | 'quotation' | 'document' | 'reminder';
  readonly id: number;
  readonly mark?: string;
  readonly version?: number;
  readonly size?: number;
}

interface Asked {
  readonly share: 'lists' | 'records' | 'changes' | 'watching';
  readonly what: string;
  readonly millis: number;
  /** Why it was not answered with data. */
  readonly failure?: string;
}

export interface LoadLog {
  readonly asked: readonly Asked[];
  readonly acknowledged: readonly Acknowledged[];
  /** What else was written, such as an error in the script. */
  readonly others: readonly string[];
}

/** What `day.js` has written: a JSON object a line. */
export async function readLog(file: string): Promise<LoadLog> {
  const asked: Asked[] = [];
  const acknowledged: Acknowledged[] = [];
  const others: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.startsWith('{"type":"asked"')) asked.push(JSON.parse(line) as Asked);
    else if (line.startsWith('{"type":"acknowledged"')) {
      acknowledged.push(JSON.parse(line) as Acknowledged);
    } else if (line.trim() !== '') others.push(line);
  }
  return { asked, acknowledged, others };
}

/**
 * What the product rightly answers when two agents want the same, or when one reminds somebody who
 * cannot be reached or was reminded just now.
 */
const REFUSALS = /^((CONFLICT|STALE_VERSION)\b|BAD_USER_INPUT .*\breminder-)/;

export const isRefusal = (failure: string): boolean => REFUSALS.test(failure);
