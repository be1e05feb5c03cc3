import { randomUUID } from 'node:crypto';
import { isId } from '@insuremanager/contracts/rules/ids';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import { notFound } from '@insuremanager/services/platform/errors';
import type { LogPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import type { Request, Response } from 'express';
import { batchIdOf, commandContext } from '../commandContexts.js';
import { HttpRefusal } from '../problems.js';
import { isStale, type ReadModelGate } from '../readYourWrites.js';
import { signedInUser } from '../sessions/signedInUser.js';

const KEY_LIMIT = 200;

/** A version as an entity tag. */
const entityTag = (version: number): string => `"${version}"`;

/** The id in the path. @throws Refusal `not-found`: what is no number names nothing that exists. */
export function idInPath(request: Request, thing: string): number {
  const text = String(request.params.id);
  const id = parseId(text);
  if (id === null) throw notFound(thing, text.slice(0, 20));
  return id;
}

/** The id that a text says; null when it can be none. */
export function parseId(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  return isId(id) ? id : null;
}

/** What accompanies a command that came by REST: `Idempotency-Key`, `If-Match`, `X-Batch-Id`. */
export function restCommandContext(request: Request, response: Response): CommandContext {
  return commandContext({
    user: signedInUser(response),
    correlationId: response.locals.correlationId,
    key: idempotencyKey(request) ?? randomUUID(),
    expectedVersion: expectedVersion(request),
    batchId: batchIdOf(request),
  });
}

function idempotencyKey(request: Request): string | undefined {
  const key = request.get('idempotency-key');
  if (key !== undefined && (key.length === 0 || key.length > KEY_LIMIT)) {
    throw new HttpRefusal(
      400,
      'invalid-idempotency-key',
      `Idempotency-Key must have 1 to ${KEY_LIMIT} characters.`,
    );
  }
  return key;
}

/** `*` asks for no more than that there is one, which every change asks anyway. */
function expectedVersion(request: Request): number | undefined {
  const tag = request.get('if-match')?.trim();
  if (tag === undefined || tag === '*') return undefined;
  // -1 is the version of what nobody has written to yet, such as settings.
  const match = /^"(-1|\d{1,15})"$/.exec(tag);
  if (!match) {
    throw new HttpRefusal(
      400,
      'invalid-if-match',
      'If-Match must be one ETag as it was answered, such as "3".',
    );
  }
  return Number(match[1]);
}

interface Versioned {
  readonly version: number;
}
interface Result {
  readonly warnings: readonly Warning[];
  readonly position: LogPosition | null;
}

/** Answers a change: what there is now, its version, and what looks wrong about it. */
export async function saved<Record extends Versioned>(
  response: Response,
  readModels: ReadModelGate,
  { warnings, position }: Result,
  record: Record,
): Promise<void> {
  await waitForProjection(response, readModels, position);
  answerRecord(response, { ...record, warnings });
}

/** Answers one record with its version. */
export function answerRecord<Record extends Versioned>(response: Response, record: Record): void {
  response.setHeader('ETag', entityTag(record.version)).json(record);
}

/**
 * As `answerRecord`, of a record that depends on the day as well, such as how many are left: who
 * knows its version does not know that, and so is never answered 304.
 */
export function answerRecordOfDay<Record extends Versioned>(
  request: Request,
  response: Response,
  record: Record,
): void {
  delete request.headers['if-none-match'];
  answerRecord(response, record);
}

/** Waits until lists show the change, or says by a header that they do not yet. */
export async function waitForProjection(
  response: Response,
  readModels: ReadModelGate,
  position: LogPosition | null,
): Promise<void> {
  if (await isStale(readModels, position)) response.setHeader('X-Read-Model-Stale', '1');
}
