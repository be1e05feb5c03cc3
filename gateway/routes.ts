import type { RequestHandler, Router } from 'express';
import type { Access } from './access/access.js';
import { type AnswerView, maskedAnswer } from './access/answerViews.js';
import { HttpRefusal } from './problems.js';
import { allowedOnly, signedInUser } from './sessions/signedInUser.js';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** What may be asked of a path by one method, and by whom. */
interface Handled {
  readonly access: Access;
  /** Of which view its JSON is, where somebody sees something of it masked. */
  readonly view?: AnswerView | null;
  readonly handlers: RequestHandler | readonly RequestHandler[];
}

/** Everything that may be asked of one path. Any other method is refused with 405, naming these. */
export function route(
  router: Router,
  path: string,
  methods: Partial<Readonly<Record<Method, Handled>>>,
): void {
  const at = router.route(path);
  const handled = Object.entries(methods) as [Method, Handled][];
  for (const [method, { access, view, handlers }] of handled) {
    at[method](
      ...(access === 'public' ? [] : [allowedOnly(access)]),
      ...(view ? [masking(view)] : []),
      ...[handlers].flat(),
    );
  }
  at.all((request, response) => {
    const names = handled.flatMap(([method]) =>
      method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
    );
    const Allow = [...names, 'OPTIONS'].join(', ');
    if (request.method === 'OPTIONS') {
      response.set({ Allow }).status(204).end();
      return;
    }
    throw new HttpRefusal(405, 'method-not-allowed', `Use ${names.join(', ')} here.`, { Allow });
  });
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
