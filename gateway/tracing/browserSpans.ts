import type { RateLimits } from '@insuremanager/services/platform/limits/rateLimits';
import type { RequestHandler, Router } from 'express';
import { z } from 'zod';
import { HttpRefusal } from '../problems.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { validated } from '../validated.js';

/** Zeros alone are no id: a collector may refuse all that comes with it. */
const hex = (digits: number) => z.string().regex(new RegExp(`^(?!0+$)[\\da-f]{${digits}}$`));
/** 2100 in milliseconds since 1970. In nanoseconds, collectors count in 64 bits. */
const LATEST = 4_102_444_800_000;

const BrowserSpan = z.strictObject({
  traceId: hex(32),
  spanId: hex(16),
  /** Of the operation, as the client's documents name it. */
  name: z.string().regex(/^[A-Za-z]\w{0,79}$/),
  /** Milliseconds since 1970, by the browser's clock. */
  startedAt: z.number().min(0).max(LATEST),
  /** Milliseconds. */
  lasted: z.number().min(0).max(3_600_000),
  failed: z.boolean(),
});

const Report = z.strictObject({ spans: z.array(BrowserSpan).max(50) });

/** What a browser did until it had its answer: the span that those of the request lie under. */
export type BrowserSpan = z.output<typeof BrowserSpan>;
export type TakeBrowserSpans = (spans: readonly BrowserSpan[]) => void;

/** Reports of one user: a client sends one every five seconds at most. */
const LIMIT = { name: 'traces', things: 'reports of traces', most: 60, seconds: 60 };

/**
 * `POST /traces`: clients of those who are signed in report their spans, fifty at a time.
 * @param take undefined: nobody traces, and there is nothing here.
 */
export function browserSpansRoute(
  router: Router,
  take: TakeBrowserSpans | undefined,
  limits: RateLimits,
): void {
  const spendOne = limits.limit(LIMIT);
  const report: RequestHandler = async (request, response) => {
    if (!take) throw new HttpRefusal(404, 'path-not-found', 'There is nothing at this address.');
    const { spans } = validated(Report, request.body);
    await spendOne(signedInUser(response).userId);
    take(spans);
    response.status(204).end();
  };
  route(router, '/traces', { post: { access: 'account', handlers: [jsonBody, report] } });
}
