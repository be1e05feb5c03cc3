import type { Plugin } from 'vite';

const SIGN_IN = /^\/(login|forgot-password|reset-password|invitation)$/;

/** The page of an address, as the gateway chooses; whether the session is open, it cannot know. */
function pageOf(path: string, cookie: string): string {
  if (path === '/ui') return '/development/index.html';
  if (SIGN_IN.test(path)) return '/login.html';
  if (path === '/get-quote') return '/quote.html';
  if (path === '/accept') return '/accept.html';
  return cookie.includes('insuremanager_session=') ? '/index.html' : '/landing.html';
}

/**
 * The three pages under the addresses that they have in the product, while Vite serves them; and
 * that of all shared parts, which the product does not have.
 */
export function devPages(): Plugin {
  return {
    name: 'dev-pages',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const isPage = request.headers.accept?.includes('text/html') && !/\.\w+$/.test(pathname);
        const isOurs = !/^\/(graphql|api|health)(\/|$)/.test(pathname);
        if (isPage && isOurs) request.url = pageOf(pathname, request.headers.cookie ?? '');
        next();
      });
    },
  };
}
