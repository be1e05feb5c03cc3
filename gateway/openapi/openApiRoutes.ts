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

  route(router, '/api/openapi.json', {
    get: [
      compression(),
      (_request, response) => {
        response.json(document);
      },
    ],
  });
  route(router, '/api/asyncapi.json', {
    get: [
      compression(),
      (_request, response) => {
        response.json(messages);
      },
    ],
  });
  route(router, '/api/docs', {
    get: [
      compression(),
      (_request, response) => {
        response.type('html').send(page);
      },
    ],
  });
  route(router, '/api/docs/style.css', {
    get: (_request, response) => {
      response.type('css').send(docsStyle);
    },
  });
}
