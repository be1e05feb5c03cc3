import type { RequestHandler, Router } from 'express';
import { route } from '../routes.js';

/** What Prometheus may know of this process. Nothing personal. */
export interface Exposition {
  readonly contentType: string;
  text(): Promise<string>;
}

/** `/metrics`, for whom the guard lets pass. */
export function metricsRoute(
  router: Router,
  { contentType, text }: Exposition,
  guard: readonly RequestHandler[],
): void {
  route(router, '/metrics', {
    get: {
      access: 'public',
      handlers: [
        ...guard,
        async (_request, response) => {
          response.type(contentType).send(await text());
        },
      ],
    },
  });
}
