import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';

/**
 * What a file may do on our origin: nothing runs and nothing is fetched; the browser's viewer
 * brings styles. `sandbox` besides is for what is no PDF: Safari is known to show none that is
 * sandboxed (Chromium 156 does), and its scripts run in the viewer, if at all.
 */
export const NOTHING_ELSE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * How long a client may take nothing of what it asked for, in milliseconds; at most twice that, as
 * Node waits once more when something was taken since it last looked.
 */
const TIMEOUT_MS = 120_000;

/**
 * Sends a file's content with the headers that describe it. What fails before its first bytes is
 * answered as any refusal; later, the connection is cut, so that nobody takes half for whole.
 * Whoever goes away, or takes nothing more of it, ends the reading, too.
 */
export async function sendContent(
  request: Request,
  response: Response,
  content: Readable,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  // Before anything is said of it: what cannot be read at all is a refusal like any other.
  await once(content, 'readable');
  // Nobody asks any more. From Node 23 on, `pipeline` would refuse and leave the content open.
  if (response.destroyed) {
    content.destroy();
    return;
  }
  response.set({ ...headers, 'Cache-Control': 'private, no-store', 'Accept-Ranges': 'none' });
  if (request.method === 'HEAD') {
    content.destroy();
    response.end();
    return;
  }
  response.setTimeout(TIMEOUT_MS, () => response.destroy());
  try {
    await pipeline(content, response);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Whoever asked did not wait for all of it. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
