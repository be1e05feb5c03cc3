import type { Express } from 'express';

/** What of Express's router is read: its types keep it to themselves. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: readonly Layer[] };
}

/** Every route of an application, as `GET /api/customers`. */
export const routesOf = ({ router }: Express): string[] =>
  routesIn((router as unknown as { stack: readonly Layer[] }).stack);

const routesIn = (layers: readonly Layer[]): string[] =>
  layers.flatMap(({ route, handle }) =>
    route
      ? Object.keys(route.methods)
          .filter((method) => METHODS.has(method))
          .map((method) => `${method.toUpperCase()} ${route.path}`)
      : routesIn(handle.stack ?? []),
  );

/** Not what answers 405 to all others. */
const METHODS = new Set(['get', 'post', 'put', 'delete', 'patch']);
