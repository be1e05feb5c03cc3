import { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import {
  AgencySettingsView as AgencySettings,
  LARGEST_LOGO,
  LOGO_PATH,
  LOGO_TYPES,
} from '@insuremanager/contracts/agency/agencyViews';
import { Warning } from '@insuremanager/contracts/rules/warning';
import { type ChangedAgencySettings, tooLargeLogo } from '@insuremanager/services/agency/index';
import express, { type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { jsonAnswer } from '../openapi/operations.js';
import { etagHeader } from '../openapi/parameters.js';
import { HttpRefusal } from '../problems.js';
import { withBodyTimeout } from '../security/bodyTimeout.js';
import { answerRecord, restCommandContext } from './restCommands.js';
import { type RestRoute, withBody } from './restRoute.js';
import { NOTHING_ELSE } from './sentContent.js';

/** A year, in seconds: the address of a picture names no other one. */
const FOR_EVER = 'public, max-age=31536000, immutable';

const tag = 'Agency';
const SavedAgencySettings = AgencySettings.extend({ warnings: z.array(Warning) });
const changed = jsonAnswer('Changed', { SavedAgencySettings }, etagHeader);
const pictures = Object.fromEntries(
  LOGO_TYPES.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
);

/** The settings of the agency by REST, and its logo, which everybody may see. */
export const agencyRoutes: readonly RestRoute[] = [
  {
    method: 'get',
    path: '/api/agency/settings',
    access: 'agency.configure',
    tag,
    operationId: 'getAgencySettings',
    summary: 'The settings of the agency, as they are in effect',
    answers: { 200: jsonAnswer('The settings', { AgencySettings }, etagHeader) },
    handle: async ({ response, services }) =>
      answerRecord(response, await services.agency.settings()),
  },
  withBody({
    method: 'put',
    path: '/api/agency/settings',
    access: 'agency.configure',
    tag,
    command: 'change',
    body: { AgencySettingsInput },
    mayBeEmpty: true,
    operationId: 'changeAgencySettings',
    summary: 'Change settings of the agency',
    description: 'What is left out stays as it is; null or an empty text clears what may be empty.',
    answers: { 200: changed },
    async handle({ request, response, services, input }) {
      const context = restCommandContext(request, response);
      answerChange(response, await services.agency.change(input, context));
    },
  }),
  {
    method: 'get',
    path: LOGO_PATH,
    // The public page shows it.
    access: 'public',
    tag,
    operationId: 'getAgencyLogo',
    summary: 'The logo of the agency, for everybody',
    answers: {
      200: { description: 'The picture', headers: etagHeader, content: pictures },
      304: { description: 'It is the one that `If-None-Match` names' },
    },
    refuses: [404],
    async handle({ request, response, services }) {
      const logo = await services.agency.logo();
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
  },
  {
    method: 'put',
    path: LOGO_PATH,
    access: 'agency.configure',
    tag,
    command: 'change',
    content: pictures,
    reads: pictureBody,
    operationId: 'changeAgencyLogo',
    summary: 'Give the agency another logo',
    description: 'A PNG or JPEG picture of at most 1 MB and 2000 pixels each way.',
    answers: { 200: changed },
    async handle({ request, response, services }) {
      const context = restCommandContext(request, response);
      answerChange(response, await services.agency.changeLogo(request.body, context));
    },
  },
  {
    method: 'delete',
    path: LOGO_PATH,
    access: 'agency.configure',
    tag,
    command: 'change',
    operationId: 'removeAgencyLogo',
    summary: 'Leave the agency without a logo',
    answers: { 200: changed },
    async handle({ request, response, services }) {
      const context = restCommandContext(request, response);
      answerChange(response, await services.agency.removeLogo(context));
    },
  },
];

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
