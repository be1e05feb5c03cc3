import type { Router } from 'express';
import { route } from '../routes.js';

/** What search engines ask for first: there is one page for them, at the root. */
export function searchEngineFiles(router: Router, origin: string): void {
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /graphql',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    `  <url><loc>${origin}/</loc></url>`,
    '</urlset>',
    '',
  ].join('\n');

  const file = (path: string, type: string, content: string) =>
    route(router, path, {
      get: {
        access: 'public',
        handlers: (_request, response) => {
          response.set('Cache-Control', 'no-cache').type(type).send(content);
        },
      },
    });
  file('/robots.txt', 'text/plain', robots);
  file('/sitemap.xml', 'application/xml', sitemap);
}
