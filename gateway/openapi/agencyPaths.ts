import { LOGO_PATH, LOGO_TYPES } from '@insuremanager/contracts/agency/agencyViews';
import { ref } from './jsonSchemas.js';
import { jsonAnswer, jsonRequest, type Operation, refusals } from './operations.js';
import { etagHeader, idempotencyKey, ifMatch } from './parameters.js';

const tags = ['Agency'];

const settings: Operation = {
  operationId: 'getAgencySettings',
  tags,
  summary: 'The settings of the agency, as they are in effect',
  responses: {
    '200': jsonAnswer('The settings', ref('AgencySettings'), etagHeader),
    ...refusals(401, 403, 503),
  },
};

const changed = jsonAnswer('Changed', ref('SavedAgencySettings'), etagHeader);

const change: Operation = {
  operationId: 'changeAgencySettings',
  tags,
  summary: 'Change settings of the agency',
  description: 'What is left out stays as it is; null or an empty text clears what may be empty.',
  parameters: [ifMatch, idempotencyKey],
  requestBody: jsonRequest(ref('AgencySettingsInput'), false),
  responses: { '200': changed, ...refusals(400, 401, 403, 409, 412, 413, 415, 503) },
};

const pictures = Object.fromEntries(
  LOGO_TYPES.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
);

const logo: Operation = {
  operationId: 'getAgencyLogo',
  tags,
  summary: 'The logo of the agency, for everybody',
  security: [],
  responses: {
    '200': { description: 'The picture', headers: etagHeader, content: pictures },
    '304': { description: 'It is the one that `If-None-Match` names' },
    ...refusals(404, 503),
  },
};

const changeLogo: Operation = {
  operationId: 'changeAgencyLogo',
  tags,
  summary: 'Give the agency another logo',
  description: 'A PNG or JPEG picture of at most 1 MB and 2000 pixels each way.',
  parameters: [ifMatch, idempotencyKey],
  requestBody: { required: true, content: pictures },
  responses: { '200': changed, ...refusals(400, 401, 403, 408, 409, 412, 415, 503) },
};

const removeLogo: Operation = {
  operationId: 'removeAgencyLogo',
  tags,
  summary: 'Leave the agency without a logo',
  parameters: [ifMatch, idempotencyKey],
  responses: { '200': changed, ...refusals(400, 401, 403, 409, 412, 503) },
};

export const agencyPaths = (): Record<string, Record<string, Operation>> => ({
  '/api/agency/settings': { get: settings, put: change },
  [LOGO_PATH]: { get: logo, put: changeLogo, delete: removeLogo },
});
