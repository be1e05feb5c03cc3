import compression from 'compression';
import type { Router } from 'express';
import { route } from '../routes.js';
import { asyncApiDocument } from './asyncApiDocument.js';
import { docsPage, docsStyle } from './docsPage.js';
import { openApiDocument } from './document.js';

/**
 * The REST API described: for programs at `/api/openapi.json`, for people at `/api/docs`. The
 * messages that other systems get: at `/api/asyncapi.json`.
 */
export function openApiRoutes(router: Router, sessionCookie: string): void {
  const document = openApiDocument(sessionCookie);
  const messages = asyncApiDocument();
  const page = docsPage(document);
  const get = (path: string, type: string, content: string) =>
    route(router, path, {
      get: {
        access: 'public',
        handlers: [
          compression(),
          (_request, response) => {
            response.type(type).send(content);
          },
        ],
      },
    });
  get('/api/openapi.json', 'json', JSON.stringify(document));
  get('/api/asyncapi.json', 'json', JSON.stringify(messages));
  get('/api/docs', 'html', page);
  get('/api/docs/style.css', 'css', docsStyle);
}
