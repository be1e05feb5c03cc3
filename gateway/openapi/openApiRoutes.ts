import compression from 'compression';
import type { Router } from 'express';
import { route } from '../routes.js';
import { asyncApiDocument } from './asyncApiDocument.js';
import { docsPage, docsStyle } from './docsPage.js';
import { openApiDocument } from './document.js';

/**
 * The REST API described: for programs at `/api/openapi.json`, for people at `/api/docs`. The
 * messages that other systems get: at `/api/asyncapi.json`. Each is made when it is first asked for,
 * which most gateways never are: together they would take a third of a second of a start.
 */
export function openApiRoutes(router: Router, sessionCookie: string): void {
  const get = (path: string, type: string, content: () => string) => {
    let made: string | undefined;
    route(router, path, {
      get: {
        access: 'public',
        handlers: [
          compression(),
          (_request, response) => {
            made ??= content();
            response.type(type).send(made);
          },
        ],
      },
    });
  };
  get('/api/openapi.json', 'json', () => JSON.stringify(openApiDocument(sessionCookie)));
  get('/api/asyncapi.json', 'json', () => JSON.stringify(asyncApiDocument()));
  get('/api/docs', 'html', () => docsPage(openApiDocument(sessionCookie)));
  get('/api/docs/style.css', 'css', () => docsStyle);
}
