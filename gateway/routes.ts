import type { RequestHandler, Router } from 'express';
import { HttpRefusal } from './problems.js';

type Method = 'get' | 'post' | 'put' | 'delete';

/** Everything that may be asked of one path. Any other method is refused with 405, naming these. */
export function route(
  router: Router,
  path: string,
  handlers: Partial<Record<Method, RequestHandler | RequestHandler[]>>,
): void {
  const at = router.route(path);
  for (const method of Object.keys(handlers) as Method[]) {
    at[method](...[handlers[method] ?? []].flat());
  }
  at.all((request, response) => {
    const allowed = Object.keys(handlers).flatMap((method) =>
      method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
    );
    const Allow = [...allowed, 'OPTIONS'].join(', ');
    if (request.method === 'OPTIONS') {
      response.set({ Allow }).status(204).end();
      return;
    }
    throw new HttpRefusal(405, 'method-not-allowed', `Use ${allowed.join(', ')} here.`, { Allow });
  });
}
