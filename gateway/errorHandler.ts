import type { Logger } from '@insuremanager/services/platform/logger';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { answerTo, HttpRefusal } from './problems.js';
import { drainBody, isBodyComing } from './security/unreadBody.js';

export const nothingHere: RequestHandler = () => {
  throw new HttpRefusal(404, 'path-not-found', 'There is nothing at this address.');
};

/** Logs why we could not do what was asked, under the id that the answer names. */
export function logFailure(logger: Logger, error: unknown, correlationId: string): void {
  const { problem, isDefect } = answerTo(error);
  if (isDefect) logger.error({ correlationId }, 'A request failed for an unforeseen reason', error);
  else if (problem.code === 'unavailable') {
    const { code } = problem;
    logger.warn({ correlationId, code }, 'A request failed: something is away', error);
  }
}

/** Ends every failed request with problem details. */
export function problemAnswers(logger: Logger): ErrorRequestHandler {
  return async (error, request, response, _next) => {
    const { correlationId } = response.locals;
    const { problem, headers } = answerTo(error, correlationId);
    logFailure(logger, error, correlationId);
    // Too late for an answer: the connection is cut, so that nobody takes half for whole. Not by
    // Express, which would print the error with all that it quotes.
    if (response.headersSent) {
      request.socket.destroy();
      return;
    }
    response
      .status(problem.status)
      .set({ 'Cache-Control': 'no-store', ...headers })
      .type('application/problem+json; charset=utf-8');
    await answerAndRead(request, response, JSON.stringify(problem));
  };
}

/** Answers at once; keeps the connection for a client that is still sending, as long as it may. */
async function answerAndRead(request: Request, response: Response, text: string): Promise<void> {
  if (!isBodyComing(request)) {
    response.send(text);
    return;
  }
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.write(text);
  const isOver = await drainBody(request);
  response.end(() => {
    if (!isOver) request.socket.destroy();
  });
}
