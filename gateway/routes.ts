import type { RequestHandler, Router } from 'express';
import { REST_ACCESS } from './access/restAccess.js';
import { type AnswerView, maskedAnswer, viewAnswered } from './access/restViews.js';
import { HttpRefusal } from './problems.js';
import { allowedOnly, signedInUser } from './sessions/signedInUser.js';

type Method = 'get' | 'post' | 'put' | 'delete';

/**
 * Everything that may be asked of one path, by whom `REST_ACCESS` says. Any other method is refused
 * with 405, naming these.
 * @throws when who may ask is not listed: then nothing starts.
 */
export function route(
  router: Router,
  path: string,
  handlers: Partial<Record<Method, RequestHandler | RequestHandler[]>>,
): void {
  const at = router.route(path);
  for (const method of Object.keys(handlers) as Method[]) {
    at[method](...allowed(method, path), ...[handlers[method] ?? []].flat());
  }
  at.all((request, response) => {
    const methods = Object.keys(handlers).flatMap((method) =>
      method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
    );
    const Allow = [...methods, 'OPTIONS'].join(', ');
    if (request.method === 'OPTIONS') {
      response.set({ Allow }).status(204).end();
      return;
    }
    throw new HttpRefusal(405, 'method-not-allowed', `Use ${methods.join(', ')} here.`, { Allow });
  });
}

/** Lets those pass who may ask, and answers them what they may see of it. */
function allowed(method: Method, path: string): RequestHandler[] {
  const name = `${method.toUpperCase()} ${path}`;
  const access = REST_ACCESS[name];
  if (!access) throw new Error(`Who may ask for ${name}? List it in REST_ACCESS.`);
  const view = viewAnswered(name, access);
  return [...(access === 'public' ? [] : [allowedOnly(access)]), ...(view ? [masking(view)] : [])];
}

/** Whatever a route answers as JSON, the user gets masked. */
const masking =
  (view: AnswerView): RequestHandler =>
  (_request, response, next) => {
    const send = response.json.bind(response);
    const { role } = signedInUser(response);
    response.json = (answer) => send(maskedAnswer(role, view, answer));
    next();
  };
