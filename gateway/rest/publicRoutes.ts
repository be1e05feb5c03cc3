import { isAllowed } from '@insuremanager/contracts/identity/permissions';
import { PROOF_BITS, QuoteChallenge, QuoteRequest } from '@insuremanager/contracts/leads/quoteRequests';
import {
  NOTICE_HEADINGS,
  NOTICE_PARTS,
  noticeFieldOf,
} from '@insuremanager/contracts/privacyNotices/noticeFields';
import { findOwners } from '../owners.js';
import { jsonAnswer } from '../openapi/operations.js';
import { type RestRoute, withBody } from './restRoute.js';

const tag = 'For everybody';

/** What a visitor of the public page may send, without an account. */
export const publicRoutes: readonly RestRoute[] = [
  {
    method: 'get',
    path: '/api/public/quote-challenge',
    access: 'public',
    tag,
    operationId: 'quoteChallenge',
    summary: 'What the form for a quote is opened with',
    description:
      'Find a whole number for which SHA-256 of challenge, colon and number begins with so many zero bits',
    answers: { 200: jsonAnswer('A challenge, and the notice to be shown', { QuoteChallenge }) },
    async handle({ services: { leads, privacyNotices } }) {
      const [newest] = await privacyNotices.list();
      if (!newest) throw new Error('There is no privacy notice');
      const text = NOTICE_PARTS.map((part) => ({
        heading: NOTICE_HEADINGS.en[part],
        body: newest[noticeFieldOf('en', part)],
      }));
      const notice = { version: newest.version, text };
      return { challenge: leads.challenge(), bits: PROOF_BITS, notice };
    },
  },
  withBody({
    method: 'post',
    path: '/api/public/quote-requests',
    access: 'public',
    tag,
    body: { QuoteRequest },
    operationId: 'requestQuote',
    summary: 'Ask for a quote',
    description: 'Answers the same whoever asks. A challenge counts once',
    answers: { 204: { description: 'Received' } },
    refuses: [429],
    async handle({ request, response, services: { leads, identity }, input }) {
      await leads.receive(input, {
        from: request.ip ?? '',
        agents: await agentsOf(identity),
        correlationId: response.locals.correlationId,
      });
    },
  }),
];

/** To whom leads go in turn: agents, and where there are none, whoever can have customers. */
async function agentsOf(identity: Parameters<typeof findOwners>[0]) {
  const agents = (await identity.activeUsers()).filter(({ role }) => role === 'agent');
  if (agents.length === 0) return findOwners(identity);
  return agents
    .filter(({ role }) => isAllowed(role, 'leads.write'))
    .map(({ userId: id, username }) => ({ id, username }));
}
