import { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import { LARGEST_LOGO, LOGO_PATH, LOGO_TYPES } from '@insuremanager/contracts/agency/agencyViews';
import {
  type Agency,
  type ChangedAgencySettings,
  tooLargeLogo,
} from '@insuremanager/services/agency/index';
import express, { type RequestHandler, type Response, type Router } from 'express';
import { HttpRefusal } from '../problems.js';
import { route } from '../routes.js';
import { withBodyTimeout } from '../security/bodyTimeout.js';
import { jsonBody } from '../security/jsonBody.js';
import { validated } from '../validated.js';
import { answerRecord, restCommandContext } from './restCommands.js';
import { NOTHING_ELSE } from './sentContent.js';

interface Parts {
  readonly agency: Agency;
}

/** A year, in seconds: the address of a picture names no other one. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The settings of the agency by REST, and its logo, which everybody may see. */
export function agencyRoutes(router: Router, { agency }: Parts): void {
  route(router, '/api/agency/settings', {
    get: [async (_request, response) => answerRecord(response, await agency.settings())],
    put: [
      jsonBody,
      async (request, response) => {
        const input = validated(AgencySettingsInput, request.body);
        const context = restCommandContext(request, response);
        answerChange(response, await agency.change(input, context));
      },
    ],
  });

  route(router, LOGO_PATH, {
    get: [
      async (request, response) => {
        const logo = await agency.logo();
        if (!logo) throw new HttpRefusal(404, 'logo-not-found', 'The agency has no logo.');
        const { mimeType, bytes, sha256 } = logo;
        const isOfAddress = request.query.v === sha256.slice(0, 16);
        response
          .set({
            ETag: `"${sha256.slice(0, 32)}"`,
            'Cache-Control': isOfAddress ? FOR_EVER : 'public, no-cache',
            'Content-Security-Policy': `${NOTHING_ELSE}; sandbox`,
          })
          .type(mimeType)
          .send(bytes);
      },
    ],
    put: [
      pictureBody,
      async (request, response) => {
        const context = restCommandContext(request, response);
        answerChange(response, await agency.changeLogo(request.body, context));
      },
    ],
    delete: [
      async (request, response) => {
        answerChange(response, await agency.removeLogo(restCommandContext(request, response)));
      },
    ],
  });
}

const answerChange = (response: Response, { settings, warnings }: ChangedAgencySettings): void =>
  answerRecord(response, { ...settings, warnings });

const parsePicture = withBodyTimeout(express.raw({ limit: LARGEST_LOGO, type: [...LOGO_TYPES] }));

/** Reads a picture of at most 1 MB. */
function pictureBody(...[request, response, next]: Parameters<RequestHandler>): void {
  if (request.is([...LOGO_TYPES]) === false) {
    throw new HttpRefusal(415, 'not-a-picture', `Send ${LOGO_TYPES.join(' or ')}.`);
  }
  parsePicture(request, response, (error?: unknown) => {
    if (!Buffer.isBuffer(request.body)) request.body = Buffer.alloc(0);
    next(isTooLarge(error) ? tooLargeLogo() : error);
  });
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && error.status === 413;
